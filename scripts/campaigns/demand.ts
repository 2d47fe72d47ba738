import { sellers } from './claims_service.ts'
import { offersIn, sellingHost } from './readers/bazaar.ts'
import type { Transfer } from './readers/payments.ts'
import type { Readings } from './readings.ts'
import { DAY, dateOf, WashRule } from './wash.ts'

/** A wallet that paid an agent and is independent of it. */
export interface Payer {
  payer: string
  /** Whether it paid over a week or more. */
  isReturning: boolean
  first: Transfer
  latest: Transfer
}

/** An agent whose hosts ask for payment to an address, since when, and for which resources. */
interface Asking {
  handle: string
  operator: string
  since: string
  resources: Set<string>
}

/**
 * The agent that each paid address is credited to, on all chains: of those whose hosts ask for payment to it the one
 * that was first seen to ask, then the one with more resources, then the smaller handle; who asked only when it had
 * been paid for more than a day is not credited.
 */
export function creditedOperators(
  readings: Readings,
  agentOf: (host: string) => string[],
): Map<string, string> {
  const asked = askings(readings)
  const dawn = asked.map(({ since }) => since).reduce((a, b) => (a < b ? a : b), '9999')
  const firstPaid = new Map<string, number>()
  for (const { to, time } of readings.moved.payments)
    firstPaid.set(to, Math.min(time, firstPaid.get(to) ?? Number.POSITIVE_INFINITY))
  const isInTime = ({ since, operator }: { since: string; operator: string }): boolean => {
    const paid = firstPaid.get(operator)
    return paid === undefined || since === dawn || since <= dateOf(paid + DAY)
  }
  const credited = [...Map.groupBy(asked, ({ operator }) => operator)].flatMap(
    ([operator, all]): [string, string][] => {
      const byHandle = new Map<string, Asking>()
      for (const { host, resource, since } of all)
        for (const handle of agentOf(host)) {
          const { since: before, resources } = byHandle.get(handle) ?? { since, resources: new Set() }
          byHandle.set(handle, {
            ...{ handle, operator, since: since < before ? since : before },
            resources: resources.add(resource),
          })
        }
      const [best] = [...byHandle.values()].filter(isInTime).sort(byClaim)
      return best ? [[operator, best.handle]] : []
    },
  )
  return new Map(credited)
}

const byClaim = (a: Asking, b: Asking): number =>
  (a.since < b.since ? -1 : Number(a.since > b.since)) ||
  b.resources.size - a.resources.size ||
  (a.handle < b.handle ? -1 : 1)

/** Who asks for payment to whom: a host by its own answers 402, and one that never gave any by the Bazaar. */
function askings(readings: Readings) {
  const quoted = readings.probes.flatMap(({ url, host, quotes }) =>
    quotes.map(({ payTo, since }) => ({ operator: payTo, host, resource: url, since })),
  )
  const answering = new Set(quoted.map(({ host }) => host))
  const listed = [...sellers(readings)].flatMap(([host, all]) =>
    answering.has(host)
      ? []
      : all.flatMap(({ key, listing }) =>
          offersIn(listing.item).map(({ payTo }) => ({
            ...{ operator: payTo, host, resource: key.slice(key.indexOf(' ') + 1) },
            since: readings.askedOn.get(key)?.get(payTo) ?? listing.firstOn,
          })),
        ),
  )
  return [...quoted, ...listed]
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
  const operatorsOf = Map.groupBy(credited.keys(), (operator) => credited.get(operator) ?? '')
  return new Map(
    [...operatorsOf].map(([handle, operators]): [string, Payer[]] => [
      handle,
      payersOf(operators, rule, least),
    ]),
  )
}

/** A payer counts where the rule lets it count for one of the agent's addresses, and it is related to none. */
function payersOf(operators: string[], rule: WashRule, least: Map<string, bigint>): Payer[] {
  const own = new Set(operators)
  const judged = operators.flatMap((operator) => rule.payersOf(operator, own, least.get(operator) ?? 0n))
  return [...Map.groupBy(judged, ({ payer }) => payer)].flatMap(([payer, all]): Payer[] => {
    if (all.some(({ isUnrelated }) => !isUnrelated) || !all.some(({ isCounted }) => isCounted)) return []
    const bought = all.flatMap((one) => one.bought).sort(byTime)
    const [first, latest] = [bought[0] as Transfer, bought.at(-1) as Transfer]
    return [{ payer, isReturning: all.some(({ span }) => span >= 7), first, latest }]
  })
}

const byTime = (a: Transfer, b: Transfer): number => a.time - b.time || a.block - b.block || a.index - b.index
