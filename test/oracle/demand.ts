import { offersIn, sellingHost } from './readers/bazaar.ts'
import type { Transfer } from './readers/payments.ts'
import type { Readings } from './readings.ts'
import { WashRule } from './wash.ts'

/** A wallet that paid an agent and is independent of it. */
export interface Payer {
  payer: string
  /** Whether it paid over a week or more. */
  isReturning: boolean
  first: Transfer
  latest: Transfer
}

/** The least price that is asked for payment to each address, wherever it is asked. */
function leastPrices({ probes, listings }: Readings): Map<string, bigint> {
  const prices = [
    ...probes.flatMap(({ quotes }) => quotes),
    ...[...listings].flatMap(([key, { item }]) =>
      sellingHost(key.slice(key.indexOf(' ') + 1)) === null ? [] : offersIn(item),
    ),
  ]
  const least = new Map<string, bigint>()
  for (const { payTo, amount } of prices) {
    const before = least.get(payTo)
    if (amount !== null && (before === undefined || amount < before)) least.set(payTo, amount)
  }
  return least
}

/** The independent payers of each agent over the last 30 days, after the published wash rule. */
export function independentPayers(
  readings: Readings,
  credited: Map<string, string>,
  day: string,
): Map<string, Payer[]> {
  const rule = new WashRule(readings.moved, day)
  const least = leastPrices(readings)
  // Its own wallets are those that an answer 402 names: a stranger can list any other beside them.
  const vouched = new Set(readings.probes.flatMap(({ quotes }) => quotes.map(({ payTo }) => payTo)))
  const operatorsOf = Map.groupBy(credited.keys(), (operator) => credited.get(operator) ?? '')
  return new Map(
    [...operatorsOf].map(([handle, operators]): [string, Payer[]] => [
      handle,
      payersOf(operators, rule, least, vouched),
    ]),
  )
}

/** A payer counts where the rule lets it count for one of the agent's addresses, and it is related to none. */
function payersOf(
  operators: string[],
  rule: WashRule,
  least: Map<string, bigint>,
  vouched: Set<string>,
): Payer[] {
  const own = new Set(operators.filter((operator) => vouched.has(operator)))
  const judged = operators.flatMap((operator) => rule.payersOf(operator, own, least.get(operator) ?? 0n))
  return [...Map.groupBy(judged, ({ payer }) => payer)].flatMap(([payer, all]): Payer[] => {
    if (all.some(({ isUnrelated }) => !isUnrelated) || !all.some(({ isCounted }) => isCounted)) return []
    const bought = all.flatMap((one) => one.bought).sort(byTime)
    const [first, latest] = [bought[0] as Transfer, bought.at(-1) as Transfer]
    return [{ payer, isReturning: all.some(({ span }) => span >= 7), first, latest }]
  })
}

const byTime = (a: Transfer, b: Transfer): number =>
  a.time - b.time ||
  a.block - b.block ||
  a.index - b.index ||
  (a.chain < b.chain ? -1 : Number(a.chain > b.chain))
