import { accountOn, type Market } from './credit.ts'
import { offersIn, resourceIn, sellingHost } from './readers/bazaar.ts'
import type { Transfer } from './readers/payments.ts'
import { type JudgedPayer, WashRule } from './wash.ts'
import type { World } from './world.ts'

/** A wallet that paid an agent on a chain and is independent of it. */
export interface Payer {
  chain: string
  payer: string
  /** True if its chain is the one whose payers count: a customer that pays on two chains has two addresses. */
  isCounted: boolean
  /** True if it paid over a week or more. */
  isReturning: boolean
  first: Transfer
  latest: Transfer
}

/** The lowest price that is requested for payment to each address, anywhere. */
function leastPrices({ probes, listings }: Market): Map<string, bigint> {
  const prices = [
    ...probes.flatMap(({ quotes }) => quotes),
    ...[...listings].flatMap(([key, { item }]) =>
      sellingHost(resourceIn(key)) === null ? [] : offersIn(item),
    ),
  ]
  const least = new Map<string, bigint>()
  for (const { payTo, amount } of prices) {
    const before = least.get(payTo)
    if (amount !== null && (before === undefined || amount < before)) least.set(payTo, amount)
  }
  return least
}

/** The independent payers of each agent on each chain over the last 30 days, after the published wash rule. */
export function independentPayers(
  readings: Market,
  { credited, signed }: Pick<World, 'credited' | 'signed'>,
  day: string,
): Map<string, Payer[]> {
  const rule = new WashRule(readings.moved, day)
  const least = leastPrices(readings)
  // Its own wallets are those that an answer 402 names, and those that signed: anyone can list others beside them.
  const vouched = new Set(readings.probes.flatMap(({ quotes }) => quotes.map(({ payTo }) => payTo)))
  const accounts = readings.moved.payments.map(({ chain, to }) => ({ chain, operator: to }))
  const paid = [...new Map(accounts.map((account) => [accountOn(account.chain, account.operator), account]))]
  const sold = paid.flatMap(([account, payee]) => {
    return (credited.get(account) ?? []).map((handle) => ({ ...payee, handle }))
  })
  const ownWallets = (handle: string): Set<string> => {
    const operators = [...credited].flatMap(([account, handles]) =>
      handles.includes(handle) ? [account.slice(account.indexOf(' ') + 1)] : [],
    )
    const signing = [...signed].flatMap(([wallet, handles]) => (handles.has(handle) ? [wallet] : []))
    return new Set([...operators.filter((operator) => vouched.has(operator)), ...signing])
  }
  return new Map(
    [...Map.groupBy(sold, ({ handle }) => handle)].map(([handle, all]): [string, Payer[]] => {
      const own = ownWallets(handle)
      const byChain = [...Map.groupBy(all, ({ chain }) => chain)].map(([chain, here]) =>
        payersOn(
          chain,
          here.flatMap(({ operator }) => rule.judgePayers(chain, operator, own, least.get(operator) ?? 0n)),
        ),
      )
      return [handle, counted(byChain)]
    }),
  )
}

/**
 * Returns the agents credited with an address that the wash rule flags. Left out are addresses that were paid on several
 * chains, which the rule judges together or apart by what their hosts quote.
 */
export function washedAgents(
  { moved }: Market,
  { credited }: Pick<World, 'credited'>,
  day: string,
): Set<string> {
  const rule = new WashRule(moved, day)
  const chains = Map.groupBy(moved.payments, ({ to }) => to)
  const washed = [...chains].flatMap(([operator, [first, ...others]]) => {
    const isOnOne = others.every(({ chain }) => chain === first?.chain)
    const handles = credited.get(accountOn(first?.chain ?? '', operator)) ?? []
    return isOnOne && handles.length > 0 && rule.isFlagged(operator) ? handles : []
  })
  return new Set(washed)
}

/** The buyers of an agent on one chain. */
interface Buyers {
  chain: string
  /** The related ones too. */
  total: number
  independent: Omit<Payer, 'isCounted'>[]
}

/** A payer counts where the rule lets it count for one of the agent's addresses, and it is related to none. */
function payersOn(chain: string, judged: JudgedPayer[]): Buyers {
  const buyers = Map.groupBy(judged, ({ payer }) => payer)
  const independent = [...buyers].flatMap(([payer, all]) => {
    if (all.some(({ isUnrelated }) => !isUnrelated) || !all.some(({ isCounted }) => isCounted)) return []
    const bought = all.flatMap((payer) => payer.bought).sort(byTime)
    const [first, latest] = [bought[0] as Transfer, bought.at(-1) as Transfer]
    return [{ chain, payer, isReturning: all.some(({ span }) => span >= 7), first, latest }]
  })
  return { chain, total: buyers.size, independent }
}

/** Those of the chain with most independent payers count, then of the one with most payers, then of the later id. */
function counted(byChain: Buyers[]): Payer[] {
  const [fullest] = byChain.toSorted(
    (a, b) =>
      b.independent.length - a.independent.length || b.total - a.total || (a.chain > b.chain ? -1 : 1),
  )
  return byChain.flatMap((buyers) =>
    buyers.independent.map((payer) => ({ ...payer, isCounted: buyers === fullest })),
  )
}

const byTime = (a: Transfer, b: Transfer): number =>
  a.time - b.time ||
  a.block - b.block ||
  a.index - b.index ||
  (a.chain < b.chain ? -1 : Number(a.chain > b.chain))
