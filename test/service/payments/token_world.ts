import type {
  AuthorizationQuery,
  ChainReader,
  Facilitator,
  OnChain,
  Payment,
  Settlement,
  Terms,
  UnsettledState,
  Verdict,
} from '../../../serving/service/payments/payment.ts'
import { ChainUnavailable, FacilitatorUnavailable } from '../../../serving/service/payments/payment.ts'

/** The behaviour of a facilitator on settlement: `late` reports a failure, and sends the transfer after `ms`. */
export type SettleFault = 'ok' | 'fails' | 'nothing' | 'lost' | 'late'
type VerifyFault = 'ok' | 'down'
type ChainFault = 'ok' | 'down'

/** Faults in the order of the calls; when they run out, all is well. */
export interface Faults {
  verify: VerifyFault[]
  settle: SettleFault[]
  chain: ChainFault[]
}

export interface Transfer {
  from: string
  to: string
  value: bigint
  transaction: string
}

const LATE_MS = 12_000

/** A small model of the token, the chain under it and a facilitator in front of it, on a clock of its own. */
export class TokenWorld {
  ms = 1_750_000_000_000
  faults: Faults = { verify: [], settle: [], chain: [] }
  readonly calls = { verify: 0, unsettled: 0, settle: 0, chain: 0 }
  readonly transfers: Transfer[] = []
  readonly #balances = new Map<string, bigint>()
  readonly #used = new Map<string, Transfer | null>()
  readonly #late: { at: number; payment: Payment; terms: Terms }[] = []

  get seconds(): number {
    return Math.floor(this.ms / 1000)
  }

  pass(ms: number): void {
    const until = this.ms + ms
    for (const { at, payment, terms } of this.#late.splice(0)) {
      if (at > until) this.#late.push({ at, payment, terms })
      else {
        this.ms = Math.max(this.ms, at)
        this.transfer(payment, terms)
      }
    }
    this.ms = until
  }

  fund(payer: string, units: bigint): void {
    this.#balances.set(payer.toLowerCase(), units)
  }

  balance(payer: string): bigint {
    return this.#balances.get(payer.toLowerCase()) ?? 0n
  }

  /** Transfers that used an authorization: one or none, for the token takes each nonce once. */
  listTransfers(payment: Payment): Transfer[] {
    const found = this.#used.get(nonceKey(payment))
    return found ? [found] : []
  }

  /** True if a transfer is pending that a facilitator has reported as failed. */
  mayStillMove(payment: Payment): boolean {
    return (
      this.listTransfers(payment).length === 0 &&
      this.#late.some((late) => nonceKey(late.payment) === nonceKey(payment))
    )
  }

  /** Uses up an authorization without paying us. */
  cancel(payment: Payment): void {
    this.#used.set(nonceKey(payment), null)
  }

  transfer({ authorization }: Payment, { payTo }: Pick<Terms, 'payTo'>): Transfer | string {
    const use = `${authorization.from} ${authorization.nonce}`.toLowerCase()
    const value = BigInt(authorization.value)
    if (this.#used.has(use)) return 'authorization_used'
    if (this.seconds >= Number(authorization.validBefore)) return 'authorization_expired'
    if (this.balance(authorization.from) < value) return 'insufficient_funds'
    this.fund(authorization.from, this.balance(authorization.from) - value)
    const transaction = `0x${(this.transfers.length + 1).toString(16).padStart(64, '0')}`
    const moved = { from: authorization.from, to: payTo, value, transaction }
    this.#used.set(use, moved)
    this.transfers.push(moved)
    return moved
  }

  /** A facilitator and a node; `step` is awaited at each point where something else may happen. */
  parties(step: (what: string) => Promise<void>): { facilitator: Facilitator; chain: ChainReader } {
    return {
      facilitator: {
        verify: (payment) => this.#verify(payment, step),
        settle: (payment, terms) => this.#settle(payment, terms, step),
      },
      chain: {
        authorization: (sought) => this.#authorization(sought, step),
        unsettled: (sought) => this.#unsettled(sought, step),
      },
    }
  }

  async #verify(payment: Payment, step: (what: string) => Promise<void>): Promise<Verdict> {
    this.calls.verify += 1
    await step('verify')
    if (this.faults.verify.shift() === 'down') throw new FacilitatorUnavailable('down')
    const { from, value, validBefore } = payment.authorization
    const reason = payment.signature.startsWith('0xbad')
      ? 'invalid_signature'
      : this.#used.has(nonceKey(payment))
        ? 'authorization_used'
        : this.seconds >= Number(validBefore)
          ? 'authorization_expired'
          : this.balance(from) < BigInt(value)
            ? 'insufficient_funds'
            : null
    await step('verified')
    return reason === null ? { isValid: true, payer: from } : { isValid: false, reason }
  }

  async #settle(payment: Payment, terms: Terms, step: (what: string) => Promise<void>): Promise<Settlement> {
    this.calls.settle += 1
    await step('settle')
    const fault = this.faults.settle.shift() ?? 'ok'
    if (fault === 'fails') return { outcome: 'failed', reason: 'no_gas' }
    if (fault === 'nothing') return { outcome: 'unknown', reason: 'timeout' }
    if (fault === 'late') {
      this.#late.push({ at: this.ms + LATE_MS, payment, terms })
      return { outcome: 'failed', reason: 'not_confirmed_in_time' }
    }
    const moved = this.transfer(payment, terms)
    await step('moved')
    if (fault === 'lost') return { outcome: 'unknown', reason: 'reset' }
    if (typeof moved === 'string') return { outcome: 'failed', reason: moved }
    return { outcome: 'settled', transaction: moved.transaction }
  }

  async #unsettled(
    sought: AuthorizationQuery,
    step: (what: string) => Promise<void>,
  ): Promise<UnsettledState> {
    this.calls.unsettled += 1
    await step('unsettled')
    if (this.faults.chain.shift() === 'down') throw new ChainUnavailable('down')
    return { isUsed: this.#used.has(queriedUse(sought)), balance: this.balance(sought.payer) }
  }

  async #authorization(sought: AuthorizationQuery, step: (what: string) => Promise<void>): Promise<OnChain> {
    this.calls.chain += 1
    await step('chain')
    if (this.faults.chain.shift() === 'down') throw new ChainUnavailable('down')
    const moved = this.#used.get(queriedUse(sought))
    if (moved === undefined) return { state: 'unused', at: this.seconds }
    const isOurs =
      moved !== null &&
      moved.to.toLowerCase() === sought.pay_to.toLowerCase() &&
      moved.value === BigInt(sought.amount)
    return isOurs ? { state: 'paid', transaction: moved.transaction } : { state: 'spent' }
  }
}

const queriedUse = ({ payer, nonce }: AuthorizationQuery): string => `${payer} ${nonce}`.toLowerCase()

const nonceKey = ({ authorization: { from, nonce } }: Payment): string => `${from} ${nonce}`.toLowerCase()
