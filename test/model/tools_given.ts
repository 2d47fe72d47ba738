import { canonicalHash } from '../../pipeline/tools/canonical.ts'
import { readTools } from '../../pipeline/tools/read_tools.ts'
import { DAY, daysAgo } from './given.ts'
import { toGivenTables } from './given_tables.ts'
import type { Given } from './sql_harness.ts'

/** The columns of tables of probes that the models of tools read. */
const PROBE =
  'url host kind outcome observed_on:date observed_at source_url response_sha256 server_version tools_hash received_hash tools_count:bigint tools:json'

const COLUMNS = {
  run: 'day:date',
  observed_endpoint_probes: PROBE,
  observed_mcp_registry: 'name version remotes:json observed_on:date',
  raw_declared_addresses: 'declared url',
  int_agents__addresses: 'handle address is_own:boolean',
  int_records__handles: 'record_id handle',
  raw_corrections: 'line:bigint corrected_on:date record_id field value',
  liveness: 'handle',
}

export type ToolsWorld = Partial<Record<keyof typeof COLUMNS, object[]>>

/** A list of tools as a server sends it: a name for each, or the whole tool. */
type GivenList = (string | Record<string, unknown>)[]

const toTool = (tool: GivenList[number]): Record<string, unknown> =>
  typeof tool === 'string' ? { name: tool, description: `Does ${tool}.` } : tool

/** An observation of a server: the days since it, its list (null: it did not answer), and its own version. */
export type Observation = [ago: number, list: GivenList | null, version?: string]

/** The rows of a server, as the source writes them: its list only where it differs from the one before. */
export function probeServer(url: string, observations: Observation[]): object[] {
  let known: string | null = null
  return observations.map(([ago, list, server_version = '1.0']) => {
    const tools = list?.map(toTool) ?? null
    const tools_hash: string | null = tools === null ? known : canonicalHash(readTools(tools).tools)
    const isNew = tools_hash !== known
    known = tools_hash
    return {
      ...{ url, host: new URL(url).host, kind: 'mcp', outcome: tools === null ? 'timeout' : 'answers' },
      ...{ observed_on: daysAgo(ago), observed_at: `${daysAgo(ago)}T05:00:00Z`, source_url: url },
      ...{ server_version: tools === null ? null : server_version, tools_hash, received_hash: tools_hash },
      ...{ tools_count: tools?.length ?? null, tools: isNew ? tools : null },
    }
  })
}

/** A server of the registry that declares an address, from its days on. */
export const listedAs = (name: string, url: string, versions: [ago: number, version: string][]): object[] =>
  versions.map(([ago, version]) => ({
    ...{ name, version, observed_on: daysAgo(ago) },
    remotes: [{ type: 'streamable-http', url }],
  }))

/** The given tables of a world of servers on the logical date. */
export const givenTools = (world: ToolsWorld): Record<string, Given> =>
  toGivenTables(COLUMNS, { run: [{ day: DAY }], ...world })
