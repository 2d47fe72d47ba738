import type { z } from 'zod'
import type { connect } from '../interface/schemas/connect.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import type { ConnectRow, McpWay } from '../views/connect_row.ts'
import { describeFlags, onlyGrave } from '../views/flag_words.ts'
import { mcpSettings } from './mcp_clients.ts'
import { a2aSettings, modelSettings, x402Settings } from './other_ways.ts'
import { isCallable } from './plain_url.ts'

type AgentConnect = z.infer<typeof connect>
type Way = AgentConnect['ways'][number]

/** Its other flags are in the list of flags. */
const MAX_FLAGS = 2

const NONE: ConnectRow = { ways: [], more: 0, refused: [], models: [] }
const REGISTRIES = { npm: 'npm package', pypi: 'Python package', oci: 'image' }
/** Fields with third-party text: what fits a grammar may still be a sentence. */
const UNTRUSTED = [
  ...[
    'title',
    'server',
    'name',
    'version',
    'command',
    'url',
    'inputs.name',
    'settings.text',
    'unchecked',
  ].map((field) => `ways.${field}`),
  'refused.what',
]

/** Returns how to connect to an agent; null where nothing is known of it. Of a flagged one the reason not to. */
export function connectView(agent: AgentRecord): AgentConnect | null {
  const { departed_on, trust } = agent
  const { ways, more, refused, models } = agent.connect ?? NONE
  const others = otherWays(agent)
  const all = [...ways.map((way) => mcpWay(way, agent)), ...others.ways, ...modelWays(models)]
  const not = [...refused, ...others.refused]
  if (departed_on !== null || all.length + not.length === 0) return null
  const flags = describeFlags(onlyGrave(trust.flags).slice(0, MAX_FLAGS))
  if (flags !== null)
    return {
      ...{ ways: [], more: 0, refused: [] },
      withheld: `No settings are offered for this agent: ${flags}.`,
      untrusted_fields: [],
    }
  return { ways: all, more, refused: not, withheld: null, untrusted_fields: UNTRUSTED }
}

type GivenWay = Pick<Way, 'kind' | 'title' | 'settings' | 'unchecked'> & Partial<Way>

/** Returns a way with all its fields, in the order of the schema. */
const toWay = ({ kind, title, settings, unchecked, ...way }: GivenWay): Way => ({
  kind,
  title,
  server: way.server ?? null,
  name: way.name ?? null,
  version: way.version ?? null,
  published_on: way.published_on ?? null,
  command: way.command ?? null,
  url: way.url ?? null,
  transport: way.transport ?? null,
  inputs: way.inputs ?? [],
  settings,
  unchecked,
})

function mcpWay(way: McpWay, { handle }: AgentRecord): Way {
  const { kind, server, version, published_on } = way
  const shared = { kind, server, version, published_on, settings: mcpSettings(way, handle) }
  const entry = `Only its entry in the MCP registry was read${published_on === null ? '' : `, published on ${published_on}`}.`
  if (way.kind === 'package') {
    const { registry, name, command, args, variables } = way
    const title = `${REGISTRIES[registry]} ${name} ${version}`
    const isTag = registry === 'oci' && !String(version).startsWith('sha256:')
    return toWay({
      ...shared,
      ...{ title, name, command: [command, ...args], transport: 'stdio' },
      inputs: variables.map((input) => ({ type: 'variable', ...input })),
      unchecked: [
        `The code of ${name} ${version} was neither read nor run. ${entry} It runs with your rights on your machine.`,
        ...(isTag ? ['Its publisher can move the tag to another image.'] : []),
      ],
    })
  }
  const { url, transport, headers } = way
  return toWay({
    ...shared,
    ...{ title: `${transport === 'sse' ? 'SSE' : 'Streamable HTTP'} at ${url}`, url, transport },
    inputs: headers.map(({ bearer, ...input }) => ({ type: 'header', ...input })),
    unchecked: [
      `What it does with what you send it cannot be checked. ${server === null ? 'Its own record names the address, and no transport.' : entry}`,
    ],
  })
}

function otherWays(agent: AgentRecord): Pick<AgentConnect, 'ways' | 'refused'> {
  const { paying } = agent.connect ?? NONE
  const rows = [
    addressWay(agent, 'x402', (url) => x402Settings(url, paying?.url === url ? paying.code : null), [
      'Neither its method nor what it sends for the payment was checked.',
      agent.trust.advice,
    ]),
    addressWay(agent, 'a2a', a2aSettings, ['Its skills were not tried.']),
  ]
  return { ways: rows.flatMap(({ ways }) => ways), refused: rows.flatMap(({ refused }) => refused) }
}

/** The first address of a kind; others are in the endpoints. */
function addressWay(
  { endpoints }: AgentRecord,
  kind: 'x402' | 'a2a',
  settings: (url: string) => Way['settings'],
  unchecked: string[],
): Pick<AgentConnect, 'ways' | 'refused'> {
  const urls = endpoints.filter((endpoint) => endpoint.kind === kind).map(({ url }) => url)
  const url = urls.find(isCallable)
  if (url !== undefined) {
    const title = `${kind === 'x402' ? 'Paid address' : 'A2A card'} ${url}`
    return { ways: [toWay({ kind, title, url, settings: settings(url), unchecked })], refused: [] }
  }
  const reason = 'none of its addresses is plain: they have characters that a shell can act on, or a key'
  return { ways: [], refused: urls.slice(0, 1).map((what) => ({ what, reason })) }
}

const modelWays = (models: string[]): Way[] =>
  models.length === 0
    ? []
    : [
        toWay({
          ...{ kind: 'models', title: 'Its models', settings: modelSettings(models) },
          unchecked: ['No model was run: the ids are as these services list them, at most 12 of each.'],
        }),
      ]
