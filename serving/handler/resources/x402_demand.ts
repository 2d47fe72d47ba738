import { demandChain, demandDays, demandTop } from '../../../core/interface/parameters.ts'
import { demandPath, PRIVATE_PATHS } from '../../../core/release/paths.ts'
import type { X402Demand } from '../../../core/resources/x402_demand.schema.ts'
import { type DemandChains, demandView, firstOperators } from '../../../core/resources/x402_demand.ts'
import type { Call, Variant } from '../call.ts'
import { cutFrom, type JsonAnswer, renderCached } from '../json_answer.ts'

/** The demand leaderboard: the first rows of the list of its window and chain, or all of them for `all`. */
export const x402DemandVariant: Variant<X402Demand> = async (call) => {
  const [days, top] = [call.values.get(demandDays), call.values.get(demandTop)]
  const requested = call.values.get(demandChain)
  if (requested === undefined || requested === 'all') return firstRows(call, null, days, top)
  const chains = await call.release.json<DemandChains>('private', PRIVATE_PATHS.demandChains)
  const chain = resolveChain(requested, chains?.names ?? {})
  return chains?.observed.includes(chain)
    ? firstRows(call, chain, days, top)
    : unobservedAnswer(call, chain, days)
}

const resolveChain = (chain: string, names: Record<string, string>): string =>
  Object.hasOwn(names, chain) ? (names[chain] as string) : chain

const firstRows = (
  { release }: Call,
  chain: string | null,
  days: number,
  top: number,
): JsonAnswer<X402Demand> =>
  cutFrom(release, demandPath(chain, days), `top=${top}`, (demand: X402Demand) => firstOperators(demand, top))

const unobservedAnswer = ({ release }: Call, chain: string, days: number): JsonAnswer<X402Demand> =>
  renderCached(release, `x402_demand ${chain} ${days}`, async () =>
    demandView(
      { chain, days, market: null, byChain: [], byDay: [], anchors: [], operators: [] },
      await release.info(),
    ),
  )
