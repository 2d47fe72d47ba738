import type { DuckDBBlobValue } from '@duckdb/node-api'
import type { Database } from '../../model/database.ts'

/**
 * Number of rows joined into one text: returning one for each row takes most of the time, and a text has a maximum
 * size.
 */
const ROWS_OF_A_TEXT = 8_192
/**
 * Number of rows whose texts DuckDB sorts and joins in memory at a time. Rows of two of its groups, so that it reads them
 * in parallel.
 */
const ROWS_AT_A_TIME = 16 * ROWS_OF_A_TEXT

/**
 * Returns for each of `texts` (SQL expressions) its values over the rows of a table, in order and concatenated, in
 * UTF-8 and in pieces. A null adds nothing. `rows` is the number of rows.
 */
export async function joinedTexts(
  db: Database,
  { table, rows, texts }: { table: string; rows: number; texts: readonly string[] },
): Promise<Uint8Array[][]> {
  const pieces = texts.map((): Uint8Array[] => [])
  const joined = texts.map((text) => `encode(string_agg(${text}, '' order by rowid))`)
  for (let first = 0; first < rows; first += ROWS_AT_A_TIME) {
    const sql = `select rowid // ${ROWS_OF_A_TEXT}, ${joined.join(', ')} from ${table}
      where rowid >= ${first} and rowid < ${first + ROWS_AT_A_TIME} group by 1 order by 1`
    await db.eachChunk(sql, (chunk) => {
      for (const [at, taken] of pieces.entries())
        for (const value of chunk.getColumnValues(at + 1)) {
          if (value !== null) taken.push((value as DuckDBBlobValue).bytes)
        }
    })
  }
  return pieces
}
