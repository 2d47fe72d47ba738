import type { Database } from '../../../pipeline/model/database.ts'

/** A sentence about the index, and the query that finds what breaks it: rows with a column `why`. */
export interface Statement {
  area: string
  text: string
  broken: string
}

export interface Judged extends Statement {
  /** At most three of the rows that break it. */
  reasons: string[]
}

const MAX_REASONS = 3

/** Returns each statement with what breaks it, nothing where it holds. */
export async function judgeAll(db: Database, statements: readonly Statement[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const statement of statements) {
    const rows = await db.rows<{ why: string }>(`${statement.broken} limit ${MAX_REASONS}`)
    judged.push({ ...statement, reasons: rows.map(({ why }) => why) })
  }
  return judged
}
