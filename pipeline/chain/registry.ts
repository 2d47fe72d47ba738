import type { Catalog } from '../catalog/catalog.ts'
import { chains, FIRST_REGISTRY_TIME, IDENTITY_REGISTRY, type IndexedChain } from '../catalog/chains.ts'
import type { RequestLimits } from '../http/http.ts'
import type {
  ChainCoverage,
  ExpectedRequests,
  FetchContext,
  Observation,
  PlanContext,
  Split,
} from '../source/source.ts'
import { CENSUS_LIMITS, createCensus, type EarlierRows, loadEarlierRows } from './census/registry_census.ts'
import { estimateRequests } from './estimate_requests.ts'
import { evmChain, listRoutes } from './fallback.ts'
import type { BlockReadLimits, ChainReading } from './missing_ranges.ts'
import type { EvmLog, EvmProvider, LogSelector } from './provider.ts'
import { readChains, selectBlocks, walk } from './read_chains.ts'

/** A portal skips blocks without events, a node is queried ten thousand at a time; the whole past of each chain. */
const toSpan = ({ blockSeconds }: IndexedChain): BlockReadLimits => ({
  // Two days: what a run of every day has to read is one range.
  newest: Math.round((2 * A_DAY) / blockSeconds),
  blocks: 4_000_000,
  ranges: 32,
})

const A_DAY = 86_400

/** Of each chain, so that none can spend those of another. */
const CHAIN_LIMITS: RequestLimits = { requests: 2_000, minutes: 20 }

/** Requests and minutes of a source that reads a contract of every chain; the chains are read at the same time. */
export const REGISTRY_LIMITS = {
  budget: (CHAIN_LIMITS.requests + CENSUS_LIMITS.requests) * chains.filter(({ erc8004 }) => erc8004).length,
  minutes: CHAIN_LIMITS.minutes,
}

const selectChains = ({ chains }: Catalog): IndexedChain[] => chains.filter((chain) => chain.erc8004)

/** Each chain that has the contract is a separate job. */
export const SPLIT_BY_CHAIN: Split = {
  items: { perJob: 1, count: async ({ catalog }) => selectChains(catalog).length },
}

/** A contract's events, and the conversion of a log to a row; null omits the log. */
export interface RegistryEvents {
  address: string
  /** The query; logs of other contracts that it selects are for another source, which makes the same requests. */
  query: LogSelector[]
  /** The source of its rows, where its logs include registrations of agents: then these are counted. */
  countedFor?: string
  toRow(chain: IndexedChain, log: EvmLog): Record<string, unknown> | null
}

/** Reads the missing events of a contract on every chain that has it. Throws UpstreamDown and UpstreamChanged. */
export async function* readRegistry(
  context: FetchContext,
  registry: RegistryEvents,
): AsyncGenerator<Observation, ChainCoverage> {
  const earlier = registry.countedFor === undefined ? null : loadEarlierRows(context, registry.countedFor)
  const coverage = yield* readChains(
    context.share
      .items(selectChains(context.catalog))
      .flatMap((chain) => (chain.erc8004 ? [toReading(context, chain, registry, earlier)] : [])),
  )
  // The other registry repeats the requests of the census, for the logs of its own that they bring back.
  return registry.address === IDENTITY_REGISTRY ? coverage : { ...coverage, checks: [] }
}

/** Estimates the requests to read on, on every chain that has the contract. */
export function estimateRegistry(context: PlanContext): ExpectedRequests {
  const chains = selectChains(context.catalog)
  return estimateRequests(
    context,
    chains.map((chain) => ({ ...toSpan(chain), chain, queries: 1, hasCensus: true })),
  )
}

function toReading(
  context: FetchContext,
  chain: IndexedChain,
  { address, query, toRow }: RegistryEvents,
  earlier: EarlierRows | null,
): ChainReading {
  const http = context.http.limited(CHAIN_LIMITS)
  const routes = listRoutes({ ...context, http }, chain)
  const provider: EvmProvider = evmChain(chain, routes)
  const blocks = selectBlocks(chain, context.earlierBlocks)
  const firstBlock = chain.erc8004?.firstBlock ?? null
  const others = new Set<unknown>(query.flatMap((selector) => selector.address))
  others.delete(address)
  const toRows = (log: EvmLog): Observation[] => {
    const row = others.has(log.address) ? null : toRow(chain, log)
    return row ? [{ from: log.from, row }] : []
  }
  const counted = earlier && createCensus({ context, chain, routes, query, earlier, toRows })
  return {
    ...(counted && { census: counted.census }),
    chain,
    provider,
    env: context.env,
    ...(context.progress && { progress: context.progress }),
    earlier: blocks,
    // A node only estimates its first block.
    first: async () =>
      Math.min(
        firstBlock ?? (await provider.blockAt(FIRST_REGISTRY_TIME)),
        ...blocks.map(({ from_block }) => from_block),
      ),
    ...toSpan(chain),
    read: (range) => walk(provider.logs(query, range), range, counted?.toRows ?? toRows),
  }
}
