import { isCallable } from '../../../core/connect/plain_url.ts'
import type { AgentEndpoint, AgentRecord } from '../../../core/views/agent_record.ts'
import type { ConnectRow, McpWay } from '../../../core/views/connect_row.ts'
import { MCP_SETTINGS } from '../../agents/mcp_settings.ts'
import { writePayingClient } from '../../connect/paying_client.ts'
import { type ListedServer, vetAddress, vetServer } from '../../connect/vet_server.ts'
import type { Database } from '../../model/database.ts'

/** Maximum number of ways, and of refusals, that are shown of an agent. */
const MAX_WAYS = 4
const MAX_REFUSED = 5
/** Model ids are third-party text: those that are not written as ids are left out. */
const MODEL = /^[\w.-]+\/[\w.:-]+$/

/** Parts of an agent's record that say how to connect to it. */
type KnownOfAgent = Pick<AgentRecord, 'endpoints'> & {
  trust: Pick<AgentRecord['trust'], 'per_transaction' | 'wallets'>
}

type SettingsRow = Omit<ListedServer, 'settings'> & { handle: string; settings: string | null }

/** Returns a lookup of how to connect to an agent, of those that match `chosen`; null where nothing is known of it. */
export async function readConnectRows(
  db: Database,
  chosen: string,
): Promise<(handle: string, known: KnownOfAgent) => ConnectRow | null> {
  const settings = Map.groupBy(
    await db.rows<SettingsRow>(
      `select * from server_settings where handle in ${chosen} order by handle, name`,
    ),
    (row) => row.handle,
  )
  const models = Map.groupBy(
    await db.rows<{ handle: string; service: string; model: string }>(
      `select handle, service, model from family_models where handle in ${chosen}
       order by handle, service desc, position`,
    ),
    (row) => row.handle,
  )
  return (handle, { endpoints, trust }) => {
    const servers = (settings.get(handle) ?? []).map((row) => ({
      ...row,
      settings: readSettings(row.settings),
    }))
    const ids = (models.get(handle) ?? []).filter(({ model }) => MODEL.test(model))
    const row = toConnectRow(
      servers,
      endpoints.filter(({ kind }) => kind === 'mcp').map(({ url }) => url),
      ids.map(({ service, model }) => `${service}:${model}`),
    )
    return addPaying(row, endpoints, trust)
  }
}

function addPaying(
  row: ConnectRow | null,
  endpoints: AgentEndpoint[],
  trust: KnownOfAgent['trust'],
): ConnectRow | null {
  const url = endpoints.find((endpoint) => endpoint.kind === 'x402' && isCallable(endpoint.url))?.url
  const code = url === undefined ? null : writePayingClient(url, trust)
  if (url === undefined || code === null) return row
  return { ...(row ?? { ways: [], more: 0, refused: [], models: [] }), paying: { url, code } }
}

const readSettings = (text: string | null): ListedServer['settings'] =>
  text === null ? null : MCP_SETTINGS.parse(JSON.parse(text))

/**
 * Returns how to connect to an agent: addresses before packages, each way once. `addresses` are those of its other records
 * too; null where there is nothing.
 */
export function toConnectRow(
  servers: ListedServer[],
  addresses: string[],
  models: string[],
): ConnectRow | null {
  const vetted = servers.map(vetServer)
  // An address that the registry lists is judged there, with its headers.
  const listed = new Set(
    servers.flatMap(({ settings }) => (settings?.remotes ?? []).map(({ url }) => toAddress(url ?? ''))),
  )
  const own = addresses.filter((url) => !listed.has(toAddress(url))).map(vetAddress)
  const ways = distinctWays([...vetted, ...own].flatMap((row) => row.ways).sort((a, b) => rank(a) - rank(b)))
  const refused = [...vetted, ...own].flatMap((row) => row.refused)
  if (ways.length + refused.length + models.length === 0) return null
  return {
    ways: ways.slice(0, MAX_WAYS),
    more: Math.max(0, ways.length - MAX_WAYS),
    refused: refused.slice(0, MAX_REFUSED),
    models,
  }
}

const toAddress = (url: string): string => (URL.parse(url)?.href ?? url).toLowerCase().replace(/\/+$/, '')

const ORDER = ['streamable-http', 'npm', 'pypi', 'oci', 'sse']

const rank = (way: McpWay): number => ORDER.indexOf(way.kind === 'remote' ? way.transport : way.registry)

const distinctWays = (ways: McpWay[]): McpWay[] => {
  const known = new Map<string, McpWay>()
  for (const way of ways) {
    const key = way.kind === 'remote' ? way.url : way.args.join(' ')
    if (!known.has(key)) known.set(key, way)
  }
  return [...known.values()]
}
