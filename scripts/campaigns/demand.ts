import { sellers } from './claims_service.ts'
import { offersIn } from './readers/bazaar.ts'
import type { Transfer } from './readers/payments.ts'
import type { Readings } from './readings.ts'
import type { Recorded } from './recorded.ts'
import { dateOf, WashRule } from './wash.ts'

/** A wallet that paid an agent and is independent of it. */
export interface Payer {
  payer: string
  /** Whether it had paid on an earlier day than that of its latest payment. */
  isReturning: boolean
  /** Milliseconds. */
  paidAt: number
  response: Recorded
}

/** A host that asks for payment to an address, since when, and for which resources. */
interface Asking {
  handle: string
  since: string
  resources: Set<string>
}

/**
 * The agent that each paid address is credited to, on all chains: of those whose hosts ask for payment to it the one that
 * was first seen to ask, then the one with more resources, then the smaller handle.
 */
export function creditedOperators(
  readings: Readings,
  agentOf: (host: string) => string[],
): Map<string, string> {
  const askings = new Map<string, Map<string, Asking>>()
  const ask = (operator: string, host: string, resource: string, since: string): void => {
    for (const handle of agentOf(host)) {
      const byHandle = askings.get(operator) ?? new Map<string, Asking>()
      askings.set(operator, byHandle)
      const asking = byHandle.get(handle) ?? { handle, since, resources: new Set() }
      byHandle.set(handle, { ...asking, since: since < asking.since ? since : asking.since })
      asking.resources.add(resource)
    }
  }
  for (const [host, listed] of sellers(readings))
    for (const { key, listing } of listed)
      for (const { payTo } of offersIn(listing.item))
        ask(payTo, host, key.slice(key.indexOf(' ') + 1), listing.firstOn)
  for (const { url, host, quotes } of readings.probes)
    for (const { payTo, since } of quotes) ask(payTo, host, url, since)
  const first = [...askings].map(([operator, byHandle]): [string, string] => {
    const [best] = [...byHandle.values()].sort(
      (a, b) =>
        (a.since < b.since ? -1 : Number(a.since > b.since)) ||
        b.resources.size - a.resources.size ||
        (a.handle < b.handle ? -1 : 1),
    )
    return [operator, best?.handle ?? '']
  })
  return new Map(first)
}

/** The independent payers of each agent over the last 30 days, after the published wash rule. */
export function independentPayers(
  readings: Readings,
  credited: Map<string, string>,
  day: string,
): Map<string, Payer[]> {
  const rule = new WashRule(readings.moved, day)
  const operatorsOf = Map.groupBy(credited.keys(), (operator) => credited.get(operator) ?? '')
  return new Map(
    [...operatorsOf].map(([handle, operators]) => [handle, payersOf(operators, rule)] as [string, Payer[]]),
  )
}

/** A payer counts where the rule lets it count for one of the agent's addresses, and it is related to none. */
function payersOf(operators: string[], rule: WashRule): Payer[] {
  const own = new Set(operators)
  const judged = operators.flatMap((operator) => rule.payersOf(operator, own))
  return [...Map.groupBy(judged, ({ payer }) => payer)].flatMap(([payer, all]): Payer[] => {
    if (all.some(({ isUnrelated }) => !isUnrelated) || !all.some(({ isCounted }) => isCounted)) return []
    const transfers = all.flatMap((one) => one.recent)
    const latest = transfers.reduce((a, b) => (isLater(b, a) ? b : a))
    const first = Math.min(...all.map((one) => one.firstPaidAt))
    const isReturning = dateOf(first) < dateOf(latest.time)
    return [{ payer, isReturning, paidAt: latest.time, response: latest.response }]
  })
}

const isLater = (a: Transfer, b: Transfer): boolean =>
  a.time - b.time > 0 || (a.time === b.time && (a.block - b.block || a.index - b.index) > 0)
