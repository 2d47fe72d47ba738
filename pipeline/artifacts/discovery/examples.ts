import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { comparisonView } from '../../../core/resources/comparison.ts'
import { ownerView } from '../../../core/resources/owner.ts'
import type { ResourceEntry } from '../../../core/resources/resource.ts'
import { READS } from '../../../core/resources/resources.ts'
import type { AgentRecord } from '../../../core/views/agent_record.ts'
import type { OwnerRecord } from '../../../core/views/owner_row.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { readAgentRecords } from '../agents/agent_records.ts'
import { matchHandles } from '../agents/agents.ts'
import { readOwnerRecords } from '../agents/owner_records.ts'
import { ANSWERS } from '../answers.ts'
import type { Site } from '../site.ts'
import type { Examples } from './operation.ts'
import { worldSentence } from './service_texts.ts'

/** Maximum number of list entries in an example. */
const MAX_ENTRIES = 2

/**
 * Builds examples from the release itself: its own artifacts, and the views of two agents. None has third-party text.
 */
export async function readExamples(site: Site): Promise<Examples> {
  const agents = (await exampleAgents(site)).map(removeThirdPartyText)
  const owner = await exampleOwner(site)
  const answers = [...agentAnswers(agents, site.info), ...(await siteAnswers(site))]
  if (owner !== undefined) answers.push(['owner', ownerView(owner, site.info)])
  return {
    label: label(site.info),
    handles: agents.map(({ handle }) => handle),
    ...(owner === undefined ? {} : { owner: owner.owner }),
    answers: new Map(answers.map(([id, answer]) => [id, toExample(answer)])),
  }
}

const label = (info: ReleaseInfo): string =>
  [
    `From the release of ${info.day}; lists are cut to ${MAX_ENTRIES} entries, and handles stand for names.`,
    ...worldSentence(info),
  ].join(' ')

async function exampleAgents({ db }: Site): Promise<AgentRecord[]> {
  const chosen = await db.rows<{ handle: string }>(
    `select handle from rankings where rank is not null group by handle order by min(rank), handle limit 2`,
  )
  if (chosen.length === 0) return []
  return readAgentRecords(db, matchHandles(chosen))
}

/** Returns the owner with most agents. */
async function exampleOwner({ db }: Site): Promise<OwnerRecord | undefined> {
  const [first] = await db.rows<{ owner: string }>(
    'select owner from owners where has_page order by agents desc, owner limit 1',
  )
  return first && (await readOwnerRecords(db, `owner = '${first.owner}'`))[0]
}

/** Removes all third-party text from an agent: an example is read as documentation. */
export const removeThirdPartyText = (agent: AgentRecord): AgentRecord => ({
  ...agent,
  name: agent.handle,
  description: null,
  website: null,
  repository_url: null,
  license: null,
  package_checks: null,
  incidents: null,
  records: [],
  keys: [],
  ties: [],
  endpoints: [],
})

function agentAnswers(agents: AgentRecord[], info: ReleaseInfo): [string, unknown][] {
  const [first] = agents
  if (first === undefined) return []
  const reads: readonly ResourceEntry[] = READS
  return [
    ...reads.flatMap(({ id, fromAgent }): [string, unknown][] =>
      fromAgent === undefined ? [] : [[id, fromAgent(first, info)]],
    ),
    ...(agents.length > 1 ? [['comparison', comparisonView(agents, [], info)] as [string, unknown]] : []),
  ]
}

/** Returns the content of the release's own files, by the id of the endpoint that a file answers without parameters. */
async function siteAnswers(site: Site): Promise<[string, unknown][]> {
  const answers: [string, unknown][] = []
  for (const publish of ANSWERS) answers.push(...(await firstAnswer(publish(site))))
  return answers
}

/** Returns the first artifact that answers an endpoint of the interface; later ones are not rendered. */
async function firstAnswer(
  artifacts: Iterable<Artifact> | AsyncIterable<Artifact>,
): Promise<[string, unknown][]> {
  for await (const { path, side, body } of artifacts) {
    const endpoint = ENDPOINTS.find(
      ({ file, answer }) => answer !== null && file !== null && fits(file, path),
    )
    if (side === 'public' && endpoint !== undefined && typeof body === 'string')
      return [[endpoint.id, JSON.parse(body)]]
  }
  return []
}

const fits = (file: string, path: string): boolean =>
  new RegExp(`^${file.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** Returns a value for an example: lists are truncated, and an agent's name is replaced by its handle. */
export function toExample(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(toExample)
  if (typeof value !== 'object' || value === null) return value
  const object = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toExample(inner)]))
  return typeof object.handle === 'string' && 'name' in object ? { ...object, name: object.handle } : object
}
