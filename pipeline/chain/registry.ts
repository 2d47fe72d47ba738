import type { Catalog } from '../catalog/catalog.ts'
import { FIRST_REGISTRY_TIME, type IndexedChain } from '../catalog/chains.ts'
import type {
  BlockRange,
  ChainCoverage,
  ExpectedRequests,
  FetchContext,
  Observation,
  PlanContext,
  Split,
} from '../source/source.ts'
import { estimateRequests } from './estimate_requests.ts'
import { evmChain } from './fallback.ts'
import type { BlockReadLimits, ChainReading } from './missing_ranges.ts'
import type { EvmLog, EvmProvider, LogSelector } from './provider.ts'
import { readChains, selectBlocks, walk } from './read_chains.ts'

/** A portal skips blocks without events, a node is queried ten thousand at a time; the whole past of each chain. */
const SPAN: BlockReadLimits = { blocks: 4_000_000, ranges: 32 }

const selectChains = ({ chains }: Catalog): IndexedChain[] => chains.filter((chain) => chain.erc8004)

/** Each chain that has the contract is a separate job. */
export const SPLIT_BY_CHAIN: Split = {
  items: { perJob: 1, count: async ({ catalog }) => selectChains(catalog).length },
}

/** A contract's events, and the conversion of a log to a row; null omits the log. */
export interface RegistryEvents {
  address: string
  /** Selected events by their topics, as in a `LogSelector`; a log matches any of them. */
  events: LogSelector['topics'][]
  toRow(chain: IndexedChain, log: EvmLog): Record<string, unknown> | null
}

/** Reads the missing events of a contract on every chain that has it. Throws UpstreamDown and UpstreamChanged. */
export function readRegistry(
  context: FetchContext,
  registry: RegistryEvents,
): AsyncGenerator<Observation, ChainCoverage> {
  return readChains(
    context.share
      .items(selectChains(context.catalog))
      .flatMap((chain) =>
        chain.erc8004 ? [toReading(context, chain, chain.erc8004.firstBlock, registry)] : [],
      ),
  )
}

/** Estimates the requests to read on, on every chain that has the contract. */
export function estimateRegistry(context: PlanContext): ExpectedRequests {
  const chains = selectChains(context.catalog)
  return estimateRequests(
    context,
    chains.map((chain) => ({ ...SPAN, chain, queries: 1 })),
  )
}

function toReading(
  context: FetchContext,
  chain: IndexedChain,
  firstBlock: number | null,
  { address, events, toRow }: RegistryEvents,
): ChainReading {
  const provider: EvmProvider = evmChain(context, chain)
  const selectors = events.map((topics) => ({ address: [address], topics }))
  const toRows = (log: EvmLog): Observation[] => {
    const row = toRow(chain, log)
    return row ? [{ from: log.from, row }] : []
  }
  return {
    chain,
    provider,
    until: context.until,
    earlier: selectBlocks(chain, context.earlierBlocks),
    first: async () => firstBlock ?? (await provider.blockAt(FIRST_REGISTRY_TIME)),
    ...SPAN,
    read: (range: BlockRange) => walk(provider.logs(selectors, range), range, toRows),
  }
}
