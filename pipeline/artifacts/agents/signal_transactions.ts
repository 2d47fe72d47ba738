import type { SignalTransaction } from '../../../core/views/evidence_row.ts'
import type { Database } from '../../model/database.ts'

/** Looks up the transaction that decides a signal of an agent; null where none does. */
export type SignalTransactions = (handle: string, key: string) => SignalTransaction | null

/** Reads the transactions of the agents in `chosen`, a query of handles. */
export async function readTransactions(db: Database, chosen: string): Promise<SignalTransactions> {
  const rows = await db.rows<SignalTransaction & { handle: string; key: string }>(
    `select handle, key, chain, block_number, transaction from signal_transactions where handle in ${chosen}`,
  )
  const found = new Map(rows.map(({ handle, key, ...row }) => [`${handle} ${key}`, row]))
  return (handle, key) => found.get(`${handle} ${key}`) ?? null
}
