import { IDENTITY_REGISTRY, type IndexedChain } from '../../catalog/chains.ts'
import type { RequestLimits } from '../../http/http.ts'
import type { FetchContext, KnownRow, Observation } from '../../source/source.ts'
import type { EvmLog, EvmProvider, LogSelector, ReadRange } from '../provider.ts'
import { walk } from '../read_chains.ts'
import { CensusLogs, type EarlierLogs } from './census_logs.ts'
import { IdCensus } from './id_census.ts'
import { Owners } from './owners.ts'

/** Of each chain: a search takes some 10, one that finds lost ids some 100, and the draw 20. */
export const CENSUS_LIMITS: RequestLimits = { requests: 250, minutes: 10 }

const IDENTITY = 'erc8004_identity'

/** Rows of earlier days, by chain. */
export interface EarlierRows {
  registrations(): Promise<Map<unknown, KnownRow[]>>
  places(): Promise<Map<unknown, KnownRow[]>>
}

/** Returns the rows of earlier days; each is loaded once, when a chain first needs it. */
export function loadEarlierRows({ known, day }: FetchContext, source: string): EarlierRows {
  // Of the other source today's rows are there already.
  const load = async (name: string, columns: string[]) =>
    (await known(name, columns)).filter(
      ({ observed_on }) => name === source || String(observed_on).slice(0, 10) < day,
    )
  const group = (rows: KnownRow[]) => Map.groupBy<unknown, KnownRow>(rows, ({ chain }) => chain)
  let [registrations, places]: (Promise<Map<unknown, KnownRow[]>> | null)[] = [null, null]
  return {
    registrations() {
      const columns = ['chain', 'kind', 'agent_id', 'block_number', 'observed_on']
      registrations ??= load(IDENTITY, columns).then((rows) =>
        group(rows.filter(({ kind }) => kind === 'registered')),
      )
      return registrations
    },
    places() {
      places ??= load(source, ['chain', 'block_number', 'log_index', 'observed_on']).then(group)
      return places
    },
  }
}

/** The reading of a registry that is counted. */
interface CountedReading {
  context: FetchContext
  chain: IndexedChain
  routes: EvmProvider[]
  query: LogSelector[]
  earlier: EarlierRows
  toRows(log: EvmLog): Observation[]
}

/** Returns the census of a chain's agents, and the conversion of a log to rows which notes it for the census. */
export function createCensus(reading: CountedReading): {
  census: IdCensus
  toRows(log: EvmLog): Observation[]
} {
  const { context, chain, query } = reading
  const logs = new CensusLogs(IDENTITY_REGISTRY, selectEarlier(reading.earlier, chain))
  const http = context.http.limited(CENSUS_LIMITS)
  let lastUrl = ''
  const toRows = (log: EvmLog): Observation[] => {
    logs.add(log)
    return reading.toRows(log)
  }
  const census = new IdCensus({
    ...{ chain: chain.id, day: context.day, logs },
    createOwners: (block) => new Owners(http, chain.rpc, { address: IDENTITY_REGISTRY, block }),
    listRoutes: () => sortRoutes(reading.routes, lastUrl),
    readNew: (route, range: ReadRange, today) =>
      walk(route.logs(query, range), range, (log) => (logs.isNew(log, today) ? toRows(log) : [])),
  })
  return {
    census,
    toRows(log) {
      lastUrl = log.from.url
      return toRows(log)
    },
  }
}

const selectEarlier = ({ registrations, places }: EarlierRows, { id: chain }: IndexedChain): EarlierLogs => ({
  registrations: async () =>
    ((await registrations()).get(chain) ?? []).map(({ agent_id, block_number }) => ({
      id: Number(agent_id),
      block: Number(block_number),
    })),
  places: async () =>
    ((await places()).get(chain) ?? []).map(({ block_number, log_index }) => ({
      block: Number(block_number),
      index: Number(log_index),
    })),
})

/** Returns the routes, first the one whose answers were read. */
export function sortRoutes<Route extends { name: string }>(routes: readonly Route[], url: string): Route[] {
  const used = routes.find(({ name }) => url.startsWith(name))
  return used ? [used, ...routes.filter((route) => route !== used)] : [...routes]
}
