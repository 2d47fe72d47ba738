import type { PaymentData, Transfer } from './readers/payments.ts'

export const DAY = 86_400_000

/** The UTC date of a time in milliseconds. */
export const formatDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** A payer of an address in the window. */
export interface JudgedPayer {
  payer: string
  /** Neither the address itself, nor funded by it, nor in a closed loop with it, nor of the agent's own wallets. */
  isUnrelated: boolean
  /** True if it is among those that the rule leaves. */
  isCounted: boolean
  /** All that it ever paid that could buy something. */
  bought: Transfer[]
  /** Days from its first to its last purchase in the window. */
  span: number
}

type Relation = 'self' | 'funded' | 'loop'

/** The numbers of docs/scores/wash-rule.md. */
const MIN_PAYMENTS = 10
const MAX_SHARE: Record<Relation, number> = { self: 0.1, funded: 0.2, loop: 0.2 }
const LOOP_RETURN = 0.5
const FEW = { payers: 3, share: 0.9, payments: 50 }
const WINDOW_DAYS = 30

/**
 * The published wash rule over the last 30 days, computed payment by payment. Relations are decided over all chains and
 * all days, sums of an address and payer on one chain.
 */
export class WashRule {
  readonly #paid: Map<string, Transfer[]>
  readonly #funded: Map<string, Set<string>>
  /** Sums between accounts, and totals received; transfers to itself do not count. */
  readonly #flows = new Map<string, Map<string, bigint>>()
  readonly #received = new Map<string, bigint>()
  readonly #since: string

  constructor({ payments, fundings }: PaymentData, day: string) {
    this.#paid = Map.groupBy(payments, ({ to }) => to)
    const byOperator = Map.groupBy(fundings, ({ from }) => from)
    this.#funded = new Map([...byOperator].map(([from, all]) => [from, new Set(all.map(({ to }) => to))]))
    this.#since = formatDate(Date.parse(day) - (WINDOW_DAYS - 1) * DAY)
    for (const { from, to, amount } of [...payments, ...fundings]) {
      if (from === to) continue
      const flows = this.#flows.get(from) ?? new Map<string, bigint>()
      this.#flows.set(from, flows.set(to, (flows.get(to) ?? 0n) + amount))
      this.#received.set(to, (this.#received.get(to) ?? 0n) + amount)
    }
  }

  /**
   * All buyers of an address on a chain in the window: a payment below the `least` price that it requests buys nothing.
   * `own` are all addresses of its agent.
   */
  judgePayers(chain: string, operator: string, own: Set<string>, least: bigint): JudgedPayer[] {
    const returned = this.#returned(operator)
    const all = [...Map.groupBy(this.#paid.get(operator) ?? [], ({ from }) => from)]
    const payers = all.flatMap(([payer, everywhere]) => {
      const transfers = everywhere.filter((transfer) => transfer.chain === chain)
      const recent = this.#recent(transfers)
      const relation = this.#relation(operator, payer, everywhere, returned)
      return recent.length === 0 ? [] : { payer, transfers, recent, relation }
    })
    const left = payersLeft(payers)
    const buyers = payers.flatMap(({ payer, transfers, relation }) => {
      const bought = transfers.filter(({ amount }) => amount >= least)
      const days = this.#recent(bought).map(({ time }) => Date.parse(formatDate(time)) / DAY)
      const isOwn = own.has(payer)
      const span = Math.max(...days) - Math.min(...days)
      return days.length === 0 ? [] : { payer, bought, days, span, isUnrelated: relation === null && !isOwn }
    })
    const inOrder = buyers
      .filter(({ isUnrelated }) => isUnrelated)
      .sort(
        (a, b) =>
          new Set(b.days).size - new Set(a.days).size ||
          b.days.length - a.days.length ||
          (a.payer < b.payer ? -1 : 1),
      )
    const counted = new Set(inOrder.slice(0, left))
    return buyers.map((buyer) => ({ ...buyer, isCounted: counted.has(buyer) }))
  }

  /** True if an address is flagged by its payments of the window on all chains together. */
  isFlagged(operator: string): boolean {
    const returned = this.#returned(operator)
    const all = [...Map.groupBy(this.#paid.get(operator) ?? [], ({ from }) => from)]
    const payers = all.map(([payer, everywhere]) => ({
      recent: this.#recent(everywhere),
      relation: this.#relation(operator, payer, everywhere, returned),
    }))
    return isFlagged(payers.filter(({ recent }) => recent.length > 0))
  }

  /** True if a payer of an address is neither it, nor funded by it, nor in a closed loop with it, on any chain. */
  isIndependent(operator: string, payer: string): boolean {
    const all = (this.#paid.get(operator) ?? []).filter(({ from }) => from === payer)
    return this.#relation(operator, payer, all, this.#returned(operator)) === null
  }

  #recent(transfers: Transfer[]): Transfer[] {
    return transfers.filter(({ time }) => formatDate(time) >= this.#since)
  }

  #relation(
    operator: string,
    payer: string,
    transfers: Transfer[],
    returned: Map<string, bigint>,
  ): Relation | null {
    if (operator === payer) return 'self'
    if (this.#funded.get(operator)?.has(payer)) return 'funded'
    const amount = sum(transfers)
    const back = returned.get(payer)
    return amount > 0n && back !== undefined && Number(back) >= Number(amount) * LOOP_RETURN ? 'loop' : null
  }

  /**
   * Returns the amounts that return from an address to each account: directly, and over one other in its proportion.
   */
  #returned(operator: string): Map<string, bigint> {
    const returned = new Map<string, bigint>()
    const add = (account: string, amount: bigint): void => {
      returned.set(account, (returned.get(account) ?? 0n) + amount)
    }
    for (const [middle, first] of this.#flows.get(operator) ?? []) {
      add(middle, first)
      const part = Number(first) / Number(this.#received.get(middle))
      for (const [account, last] of this.#flows.get(middle) ?? [])
        if (account !== operator && part > 0) add(account, BigInt(Math.round(Number(last) * part)))
    }
    return returned
  }
}

const sum = (transfers: Transfer[]): bigint => transfers.reduce((total, { amount }) => total + amount, 0n)

interface Related {
  recent: Transfer[]
  relation: Relation | null
}

/** True if related payers, or a few large ones, make too much of the payments of an address. */
function isFlagged(payers: Related[]): boolean {
  const counts = payers.map(({ recent }) => recent.length)
  const total = counts.reduce((a, b) => a + b, 0)
  const volume = Number(sum(payers.flatMap(({ recent }) => recent)))
  const isRelated = (['self', 'funded', 'loop'] as const).some((kind) => {
    const related = payers.filter(({ relation }) => relation === kind).flatMap(({ recent }) => recent)
    const share = Math.max(related.length / total, volume > 0 ? Number(sum(related)) / volume : 0)
    return total >= MIN_PAYMENTS && share >= MAX_SHARE[kind]
  })
  const largest = counts.toSorted((a, b) => b - a).slice(0, FEW.payers)
  return isRelated || (total >= FEW.payments && largest.reduce((a, b) => a + b, 0) > FEW.share * total)
}

/** Number of payers left: the independent ones; for a flagged address at most the effective number. */
function payersLeft(payers: Related[]): number {
  const counts = payers.map(({ recent }) => recent.length)
  const total = counts.reduce((a, b) => a + b, 0)
  const independent = payers.filter(({ relation }) => relation === null)
  if (!isFlagged(payers)) return independent.length
  const squares = counts.reduce((all, count) => all + count * count, 0)
  const own = independent.reduce((all, { recent }) => all + recent.length, 0)
  return Math.min(independent.length, Math.floor((total * own) / squares))
}
