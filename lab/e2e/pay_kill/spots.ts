import type { PaymentState } from '../../../serving/service/payments/payment_row.ts'
import type { Statement } from './killing_store.ts'

/** The point in a payment at which the service is killed, and the expected state of its row. */
export interface KillPoint {
  what: string
  found: PaymentState | null
  /** The statement, or while the facilitator settles. */
  at: Statement | 'settling'
  /** Of a settlement that is under way: whether it comes through before the service is back, or after the retry. */
  settles?: 'before' | 'after'
}

const at = (side: Statement['side'], n: number): Statement => ({ side, n })

/** Every place between two states of the ledger, in order: claimed, verified, settled, served are statements 1 to 4. */
export const SPOTS: readonly KillPoint[] = [
  { what: 'before it is claimed', found: null, at: at('before', 1) },
  { what: 'after it is claimed', found: 'reserved', at: at('after', 1) },
  { what: 'before its answer is kept', found: 'reserved', at: at('before', 2) },
  { what: 'after its answer is kept', found: 'verified', at: at('after', 2) },
  { what: 'settling, through at once', found: 'verified', at: 'settling', settles: 'before' },
  { what: 'settled, not yet noted', found: 'verified', at: at('before', 3) },
  { what: 'after that is noted', found: 'settled', at: at('after', 3) },
  { what: 'before it is noted as served', found: 'settled', at: at('before', 4) },
  { what: 'noted as served, not yet sent', found: 'served', at: at('after', 4) },
  { what: 'settling, through after the retry', found: 'verified', at: 'settling', settles: 'after' },
]

/** Number of remaining statements when a row is resumed in a state. */
const REMAINING_STATEMENTS: Partial<Record<PaymentState, number>> = { reserved: 4, verified: 3, settled: 1 }

/** Every pair of kills: one at a statement, and one at each statement of the process that takes the payment up. */
export const PAIRS: readonly (readonly [KillPoint, Statement])[] = SPOTS.filter(
  ({ at }) => at !== 'settling',
).flatMap((spot) =>
  Array.from({ length: REMAINING_STATEMENTS[spot.found ?? 'served'] ?? 0 }, (_, index) => index + 1).flatMap(
    (n) => (['before', 'after'] as const).map((side) => [spot, at(side, n)] as const),
  ),
)
