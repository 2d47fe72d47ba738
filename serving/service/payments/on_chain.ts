import type { ChainReader } from './payment.ts'
import type { PaymentRow } from './payment_row.ts'

/** The chain's verdict on a row: `over` when its authorization can never be used any more, `open` when it still can. */
export type ChainFinding =
  | { state: 'paid'; transaction: string }
  | { state: 'spent' | 'over' | 'open' }
  | { state: 'unreadable'; error: unknown }

/**
 * Reads the chain for a row whose answer is stored, first the transaction that is said to have paid it. A chain that
 * cannot be read is a finding too; nothing is thrown.
 */
export async function findOnChain(
  chain: ChainReader,
  row: PaymentRow,
  transaction?: string,
): Promise<ChainFinding> {
  try {
    const found = await chain.authorization(row, transaction)
    if (found.state !== 'unused') return found
    return { state: found.at >= row.valid_before ? 'over' : 'open' }
  } catch (error) {
    return { state: 'unreadable', error }
  }
}
