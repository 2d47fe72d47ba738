import { type Finding, findOnChain } from './on_chain.ts'
import type { ChargeOptions, PaidCall } from './paid_call.ts'
import { OVER, type PaymentRow, SPENT } from './payment_row.ts'
import { termsOfRow } from './terms.ts'

/** For so long a settlement that the facilitator tells of is looked for on the chain: a node may be some blocks behind. */
export const MAX_CONFIRM_MS = 6_000
const CONFIRM_PAUSE_MS = 200

/**
 * Has payments settled whose answer is kept, and notes what the chain says of them. Each method gives the row as it is
 * then: settled, refused or unknown; null where another request has changed it. Throws StoreUnavailable.
 */
export class Settlements {
  readonly #o: ChargeOptions

  constructor(options: ChargeOptions) {
    this.#o = options
  }

  async settle(mine: PaymentRow, { payment, terms, listing }: PaidCall): Promise<PaymentRow | null> {
    const { facilitator, scheme, ledger } = this.#o
    const settlement = await facilitator.settle(payment, termsOfRow(mine, terms, scheme), await listing())
    if (settlement.outcome === 'settled') return this.#confirm(mine, settlement.transaction)
    if (settlement.outcome === 'unknown') return ledger.unknown(mine, settlement.reason)
    // A facilitator that says that it failed may have sent the transfer all the same, and not have waited for it. So
    // only the chain can refuse what was once sent to be settled: anything else would ask the caller to pay again.
    return this.close(mine, await this.find(mine), settlement.reason)
  }

  /** Looks up what the facilitator says is settled: what the chain does not show is not paid, and an alarm. */
  async #confirm(mine: PaymentRow, transaction: string): Promise<PaymentRow | null> {
    const { chain, now, sleep, onUnseen, log } = this.#o
    const until = now() + MAX_CONFIRM_MS
    let finding = await findOnChain(chain, mine, transaction)
    while (isOpen(finding) && now() < until) {
      await sleep(CONFIRM_PAUSE_MS)
      finding = await findOnChain(chain, mine, transaction)
    }
    if (finding.state !== 'paid') log(unseen(transaction, finding))
    // A chain that cannot be read shows nothing, and has an alarm of its own.
    if (finding.state !== 'paid' && finding.state !== 'unreadable') onUnseen(mine.endpoint)
    return this.close(mine, finding, 'the chain does not show the settlement that the facilitator tells of')
  }

  /** Returns the chain's word on a row; a chain that cannot be read is logged. */
  async find(row: PaymentRow): Promise<Finding> {
    const finding = await findOnChain(this.#o.chain, row)
    if (finding.state === 'unreadable') this.#o.log(finding.error)
    return finding
  }

  /** Closes a row by what the chain says; where it says nothing yet, the row is unknown, for this reason. */
  async close(mine: PaymentRow, finding: Finding, reason: string): Promise<PaymentRow | null> {
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
   * Frees the place of a payment that is decided; what is decided stands, even when this cannot be noted now. A payment
   * that another attempt has taken over keeps its place: it is the other's.
   */
  async #release(row: PaymentRow | null): Promise<PaymentRow | null> {
    if (row !== null) await this.#o.ledger.slots.release(row).catch(this.#o.log)
    return row
  }
}

const isOpen = ({ state }: Finding): boolean => state === 'open' || state === 'unreadable'

/** Returns the reason for which nothing can come of a payment any more; null while something can. */
const endReason = ({ state }: Finding): string | null =>
  state === 'spent' ? SPENT : state === 'over' ? OVER : null

const unseen = (transaction: string, finding: Finding): Error =>
  new Error(
    `the facilitator calls a payment settled in ${transaction}, and the chain does not show it (${finding.state}): no answer was given; check the facilitator, and the node at X402_RPC_URL`,
    finding.state === 'unreadable' ? { cause: finding.error } : {},
  )
