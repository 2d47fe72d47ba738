import { BudgetSpent, UpstreamDown } from '../../core/domain/errors.ts'
import type { IndexedChain } from '../catalog/chains.ts'
import type { FetchContext } from '../source/source.ts'
import { isUpstreamFailure, ProvidersFailed, type UpstreamFailure } from './failures.ts'
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
  ReadRange,
} from './provider.ts'
import { evmNode } from './rpc/evm.ts'

/** Several providers of one chain: where one fails in the middle, the next one continues. */
class EvmFallback implements EvmProvider {
  readonly name: string
  readonly providers: EvmProvider[]

  constructor(name: string, providers: EvmProvider[]) {
    this.name = name
    this.providers = providers
  }

  head = (): Promise<ChainHead> => firstAnswer(this.providers, (provider) => provider.head())
  blockAt = (seconds: number) => firstAnswer(this.providers, (provider) => provider.blockAt(seconds))
  getBlockTime = (block: number) => firstAnswer(this.providers, (provider) => provider.getBlockTime(block))

  logs(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmLog>> {
    return readWithFallback(this.providers, range, (provider, rest) => provider.logs(selectors, rest))
  }

  transactions(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmTransaction>> {
    return readWithFallback(this.providers, range, (provider, rest) => provider.transactions(selectors, rest))
  }
}

/** Returns the providers of an EVM chain: the portal, then public nodes; an operator's own node comes first. */
export function listRoutes(
  { http, env }: Pick<FetchContext, 'http' | 'env'>,
  chain: IndexedChain,
): EvmProvider[] {
  const nodes = chain.rpc.map((address) => evmNode(http, chain, address))
  const hasOwn = chain.nodeSetting !== undefined && env[chain.nodeSetting]
  const portals = hasDataset(chain) ? [evmPortal(http, chain)] : []
  return hasOwn ? [...nodes.slice(0, 1), ...portals, ...nodes.slice(1)] : [...portals, ...nodes]
}

/** Returns the provider of an EVM chain that asks these in their order. */
export const evmChain = ({ name }: IndexedChain, routes: EvmProvider[]): EvmProvider =>
  new EvmFallback(name, routes)

/** Returns the first answer. Throws the failures when none answers. */
async function firstAnswer<P extends ChainProvider, T>(
  providers: P[],
  ask: (provider: P) => Promise<T>,
): Promise<T> {
  const failures: UpstreamFailure[] = []
  for (const provider of providers) {
    try {
      return await ask(provider)
    } catch (error) {
      if (!noteFailure(failures, error)) break
    }
  }
  throw toOneFailure(failures)
}

async function* readWithFallback<P extends ChainProvider, T>(
  providers: P[],
  range: ReadRange,
  read: (provider: P, rest: ReadRange) => AsyncGenerator<BlockPart<T>>,
): AsyncGenerator<BlockPart<T>> {
  let next = range.from_block
  const failures: UpstreamFailure[] = []
  for (const provider of providers) {
    try {
      for await (const part of read(provider, { ...range, from_block: next })) {
        yield part
        next = part.to_block + 1
      }
      return
    } catch (error) {
      if (!noteFailure(failures, error)) break
    }
  }
  throw toOneFailure(failures)
}

/** Adds the failure of a provider; false if the next one need not be tried. Throws any other error. */
function noteFailure(failures: UpstreamFailure[], error: unknown): boolean {
  if (!isUpstreamFailure(error)) throw error
  failures.push(error)
  // All providers of a chain spend the same budget.
  return !(error instanceof BudgetSpent)
}

function toOneFailure([first, ...others]: UpstreamFailure[]): UpstreamFailure {
  if (first === undefined)
    return new UpstreamDown('a chain', 'it has no provider: name one in sql/seeds/catalog/chains.csv')
  return others.length === 0 ? first : new ProvidersFailed([first, ...others])
}
