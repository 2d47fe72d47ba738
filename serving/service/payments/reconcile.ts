import type { Ledger } from './ledger.ts'
import { findOnChain } from './on_chain.ts'
import type { Chain } from './payment.ts'
import { GIVEN_BACK, OVER, type PaymentRow, SPENT } from './payment_row.ts'

/** What became of the rows that were open. */
export interface Reconciled {
  /** Money had moved: whoever paid gets the answer by asking again. */
  paid: number
  /** No money moved, and none can any more. */
  refused: number
  /** Nothing was ever settled for them: they may be sent anew. */
  givenBack: number
  /** Not used, and still valid: their time has to be over first. */
  left: number
  /** The chain could not be read for these, or not asked any more. */
  unread: number
}

/** What reconciling works with. */
export interface ReconcileOptions {
  ledger: Ledger
  chain: Chain
  /** CAIP-2: rows of other networks are left alone. */
  network: string
  log(error: unknown): void
}

const MAX_ROWS = 1_000
/** A chain that cannot be read so often in a row is down. */
const MAX_FAILURES = 3

/**
 * Closes the rows that no caller holds and whose outcome is open, by what the chain says of them. It settles nothing:
 * only who sent a payment can have it settled. Throws StoreUnavailable.
 */
export async function reconcile(options: ReconcileOptions): Promise<Reconciled> {
  const done: Reconciled = { paid: 0, refused: 0, givenBack: 0, left: 0, unread: 0 }
  let failures = 0
  for (const row of await options.ledger.open(options.network, MAX_ROWS)) {
    const became = failures < MAX_FAILURES ? await close(row, options) : 'unread'
    failures = became === 'unread' ? failures + 1 : 0
    done[became] += 1
  }
  return done
}

async function close(row: PaymentRow, { ledger, chain, log }: ReconcileOptions): Promise<keyof Reconciled> {
  if (row.verified_at === null) {
    await ledger.refused(row, GIVEN_BACK)
    return 'givenBack'
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
