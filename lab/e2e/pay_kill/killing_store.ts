import type { SqlValue, StateDatabase } from '../../../serving/service/store/database.ts'

/** Just before or just after the n-th statement of a process that changes a payer's row, counted from 1. */
export interface Statement {
  side: 'before' | 'after'
  n: number
}

const CHANGES_PAYMENTS = /^\s*(?:insert into|update|delete from) payments\b/i
/** Each statement of the ledger has the key of its row first: network, asset, payer, nonce. */
const PAYER = 2

/** A database that calls `kill` at this statement. `payer` is in lower case, as the ledger has it. */
export function killingStore(
  db: StateDatabase,
  payer: string,
  { side, n }: Statement,
  kill: () => void,
): StateDatabase {
  let changes = 0
  const run = async <T>(sql: string, values: readonly SqlValue[] | undefined, work: () => Promise<T>) => {
    if (!CHANGES_PAYMENTS.test(sql) || values?.[PAYER] !== payer) return work()
    changes += 1
    const isIt = changes === n
    if (isIt && side === 'before') kill()
    const result = await work()
    if (isIt && side === 'after') kill()
    return result
  }
  return {
    all: <Row>(sql: string, values?: readonly SqlValue[]) => run(sql, values, () => db.all<Row>(sql, values)),
    run: (sql, values) => run(sql, values, () => db.run(sql, values)),
    close: () => db.close(),
  }
}
