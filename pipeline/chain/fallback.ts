import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../catalog/chains.ts'
import type { BlockRange, FetchContext } from '../source/source.ts'
import { evmPortal } from './portal/evm.ts'
import { hasDataset } from './portal/portal.ts'
import type {
  BlockPart,
  ChainHead,
  ChainProvider,
  EvmLog,
  EvmProvider,
  EvmTransaction,
  LogSelector,
} from './provider.ts'
import { evmNode } from './rpc/evm.ts'

/** Several providers of one chain: where one fails in the middle, the next one continues. */
class EvmFallback implements EvmProvider {
  constructor(
    readonly name: string,
    readonly providers: EvmProvider[],
  ) {}

  head = (): Promise<ChainHead> => firstAnswer(this.providers, (provider) => provider.head())
  blockAt = (seconds: number) => firstAnswer(this.providers, (provider) => provider.blockAt(seconds))
  getBlockTime = (block: number) => firstAnswer(this.providers, (provider) => provider.getBlockTime(block))

  logs(selectors: LogSelector[], range: BlockRange): AsyncGenerator<BlockPart<EvmLog>> {
    return readWithFallback(this.providers, range, (provider, rest) => provider.logs(selectors, rest))
  }

  transactions(selectors: LogSelector[], range: BlockRange): AsyncGenerator<BlockPart<EvmTransaction>> {
    return readWithFallback(this.providers, range, (provider, rest) => provider.transactions(selectors, rest))
  }
}

/** Returns the provider of an EVM chain: the portal, then public nodes; an operator's own node comes first. */
export function evmChain(
  { http, env }: Pick<FetchContext, 'http' | 'env'>,
  chain: IndexedChain,
): EvmProvider {
  const nodes = chain.rpc.map((address) => evmNode(http, chain, address))
  const hasOwn = chain.nodeSetting !== undefined && env[chain.nodeSetting]
  const portals = hasDataset(chain) ? [evmPortal(http, chain)] : []
  return new EvmFallback(
    chain.name,
    hasOwn ? [...nodes.slice(0, 1), ...portals, ...nodes.slice(1)] : [...portals, ...nodes],
  )
}

export const isUpstreamFailure = (error: unknown): error is UpstreamDown | UpstreamChanged =>
  error instanceof UpstreamDown || error instanceof UpstreamChanged

/** Returns the first answer. Throws the failure of the first one when none answers. */
async function firstAnswer<P extends ChainProvider, T>(
  providers: P[],
  ask: (provider: P) => Promise<T>,
): Promise<T> {
  let first: unknown = new UpstreamDown(
    'a chain',
    'it has no provider: name one in sql/seeds/catalog/chains.csv',
  )
  for (const [i, provider] of providers.entries()) {
    try {
      return await ask(provider)
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
      if (i === 0) first = error
    }
  }
  throw first
}

async function* readWithFallback<P extends ChainProvider, T>(
  providers: P[],
  range: BlockRange,
  read: (provider: P, rest: BlockRange) => AsyncGenerator<BlockPart<T>>,
): AsyncGenerator<BlockPart<T>> {
  let next = range.from_block
  let first: unknown = null
  for (const provider of providers) {
    try {
      for await (const part of read(provider, { ...range, from_block: next })) {
        yield part
        next = part.to_block + 1
      }
      return
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
      first ??= error
    }
  }
  throw first
}
