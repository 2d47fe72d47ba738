import type { Ledger } from './ledger.ts'
import { findOnChain } from './on_chain.ts'
import type { ChainReader } from './payment.ts'
import { OVER, type PaymentRow, RELEASED, SPENT } from './payment_row.ts'

/** Counts of the rows that were open. */
export interface ReconcileCounts {
  /** Money had moved: the payer gets the answer by sending the call again. */
  paid: number
  /** No money moved, and none can any more. */
  refused: number
  /** Nothing was ever settled for them: they may be sent anew. */
  released: number
  /** Unused and still valid: they must expire first. */
  left: number
  /** The chain could not be read for these, or was no longer tried. */
  unread: number
}

/** Options of reconciling. */
export interface ReconcileOptions {
  ledger: Ledger
  chain: ChainReader
  /** CAIP-2: rows of other networks are skipped. */
  network: string
  log(error: unknown): void
}

const MAX_ROWS = 1_000
/** Number of consecutive failures after which a chain counts as down. */
const MAX_FAILURES = 3

/**
 * Closes the rows without a lease whose outcome is open, by the state of the chain. It settles nothing: only a
 * payment's sender can have it settled. Throws StoreUnavailable.
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconcileCounts> {
  const counts: ReconcileCounts = { paid: 0, refused: 0, released: 0, left: 0, unread: 0 }
  let failures = 0
  for (const row of await options.ledger.open(options.network, MAX_ROWS)) {
    const outcome = failures < MAX_FAILURES ? await close(row, options) : 'unread'
    failures = outcome === 'unread' ? failures + 1 : 0
    counts[outcome] += 1
  }
  return counts
}

async function close(
  row: PaymentRow,
  { ledger, chain, log }: ReconcileOptions,
): Promise<keyof ReconcileCounts> {
  if (row.verified_at === null) {
    await ledger.refused(row, RELEASED)
    return 'released'
  }
  const finding = await findOnChain(chain, row)
  if (finding.state === 'paid') {
    await ledger.settled(row, finding.transaction)
    return 'paid'
  }
  if (finding.state === 'spent' || finding.state === 'over') {
    await ledger.refused(row, finding.state === 'spent' ? SPENT : OVER)
    return 'refused'
  }
  if (finding.state === 'unreadable') {
    log(finding.error)
    return 'unread'
  }
  // It goes behind the others: those who keep payments open must not keep the rest from being looked up.
  await ledger.unknown(row, row.reason ?? 'the chain does not show it yet')
  return 'left'
}
