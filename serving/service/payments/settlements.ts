import { type ChainFinding, findOnChain } from './on_chain.ts'
import type { ChargeOptions, PaidCall } from './paid_call.ts'
import { OVER, type PaymentRow, SPENT } from './payment_row.ts'
import { rowTerms } from './terms.ts'

/** Maximum milliseconds to look up a settlement that the facilitator reports: a node may be some blocks behind. */
export const MAX_CONFIRM_MS = 6_000
const CONFIRM_PAUSE_MS = 200

/**
 * Settles payments whose answer is stored, and records the state of the chain. Each method returns the row after it:
 * settled, refused or unknown; null if another request has changed it. Throws StoreUnavailable.
 */
export class Settlements {
  readonly #o: ChargeOptions

  constructor(options: ChargeOptions) {
    this.#o = options
  }

  async settle(mine: PaymentRow, { payment, terms, listing }: PaidCall): Promise<PaymentRow | null> {
    const { facilitator, scheme, ledger } = this.#o
    const settlement = await facilitator.settle(payment, rowTerms(mine, terms, scheme), await listing())
    if (settlement.outcome === 'settled') return this.#confirm(mine, settlement.transaction)
    if (settlement.outcome === 'unknown') return ledger.unknown(mine, settlement.reason)
    // A facilitator that reports a failure may still have sent the transfer without waiting for it. So only the chain
    // can refuse a payment that was once sent to be settled: anything else would ask the caller to pay again.
    return this.close(mine, await this.find(mine), settlement.reason)
  }

  /** Looks up a settlement reported by the facilitator: if the chain does not show it, it is not paid, and an alarm. */
  async #confirm(mine: PaymentRow, transaction: string): Promise<PaymentRow | null> {
    const { chain, now, sleep, onNotOnChain, log } = this.#o
    const until = now() + MAX_CONFIRM_MS
    let finding = await findOnChain(chain, mine, transaction)
    while (isOpen(finding) && now() < until) {
      await sleep(CONFIRM_PAUSE_MS)
      finding = await findOnChain(chain, mine, transaction)
    }
    if (finding.state !== 'paid') log(notOnChainError(transaction, finding))
    // A chain that cannot be read shows nothing, and has an alarm of its own.
    if (finding.state !== 'paid' && finding.state !== 'unreadable') onNotOnChain(mine.endpoint)
    return this.close(mine, finding, 'the chain does not show the settlement that the facilitator tells of')
  }

  /** Returns the chain's finding on a row; a chain that cannot be read is logged. */
  async find(row: PaymentRow): Promise<ChainFinding> {
    const finding = await findOnChain(this.#o.chain, row)
    if (finding.state === 'unreadable') this.#o.log(finding.error)
    return finding
  }

  /** Closes a row by the state of the chain; if that is open, the row is unknown, for this reason. */
  async close(mine: PaymentRow, finding: ChainFinding, reason: string): Promise<PaymentRow | null> {
    const { ledger } = this.#o
    if (finding.state === 'paid') return this.#release(await ledger.settled(mine, finding.transaction))
    const end = endReason(finding)
    return end === null ? ledger.unknown(mine, reason) : this.refuse(mine, end)
  }

  /** Closes a row that no money moved for. */
  async refuse(mine: PaymentRow, reason: string): Promise<PaymentRow | null> {
    return this.#release(await this.#o.ledger.refused(mine, reason))
  }

  /**
   * Frees the slot of a decided payment; the decision holds, even if this fails now. A payment that another attempt has
   * taken over keeps its slot.
   */
  async #release(row: PaymentRow | null): Promise<PaymentRow | null> {
    if (row !== null) await this.#o.ledger.slots.release(row).catch(this.#o.log)
    return row
  }
}

const isOpen = ({ state }: ChainFinding): boolean => state === 'open' || state === 'unreadable'

/** Returns the reason why a payment can no longer succeed; null while it can. */
const endReason = ({ state }: ChainFinding): string | null =>
  state === 'spent' ? SPENT : state === 'over' ? OVER : null

const notOnChainError = (transaction: string, finding: ChainFinding): Error =>
  new Error(
    `the facilitator calls a payment settled in ${transaction}, and the chain does not show it (${finding.state}): no answer was given; check the facilitator, and the node at X402_RPC_URL`,
    finding.state === 'unreadable' ? { cause: finding.error } : {},
  )
