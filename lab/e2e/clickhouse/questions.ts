import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { inClickhouse, questions } from '../../../pipeline/artifacts/data/questions.ts'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import type { GivenData } from '../../../test/artifacts/data/given_release.ts'
import { loadChdb } from '../../../test/kit/chdb.ts'

/** The answers of both engines to one query. */
export interface QueryAnswers {
  asks: string
  rows: number
  /** The first row that differs, or null. */
  difference: string | null
}

/** A cell as ClickHouse wrote it: whole numbers and decimals as text with all digits, so that only doubles are numbers. */
type Cell = string | number | boolean | null

const ALL_DIGITS = [
  'output_format_json_quote_64bit_integers = 1',
  'output_format_json_quote_decimals = 1',
  'output_format_decimal_trailing_zeros = 1',
].join(', ')

/** Runs the ten queries of the README on both engines; `form` converts them for ClickHouse. */
export async function queryBoth(data: GivenData, form = inClickhouse): Promise<QueryAnswers[]> {
  const { query } = await loadChdb()
  const db = await openDatabase(':memory:')
  const root = realpathSync(data.root)
  try {
    await db.run(`set file_search_path = ${literal(root)}`)
    const answers: QueryAnswers[] = []
    for (const { asks, sql } of questions(data.index.date)) {
      // ClickHouse in a process takes paths from where the process was started.
      const here = form(sql).replaceAll("'data/", `'${join(root, 'data')}/`)
      const text = query(`${here} settings ${ALL_DIGITS}`, 'JSONCompactEachRow')
      answers.push({ asks, ...compared(await asTexts(db, sql), parseRows(text)) })
    }
    return answers
  } finally {
    db.close()
  }
}

/** The rows of DuckDB with every value as the text that it prints. */
async function asTexts(db: Database, sql: string): Promise<(string | null)[][]> {
  const rows = await db.rows<Record<string, string | null>>(`select columns(*)::varchar from (${sql})`)
  return rows.map((row) => Object.values(row))
}

const parseRows = (text: string): Cell[][] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Cell[])

function compared(duckdb: (string | null)[][], clickhouse: Cell[][]): Omit<QueryAnswers, 'asks'> {
  const rows = duckdb.length
  if (clickhouse.length !== rows) return { rows, difference: `${clickhouse.length} rows in place of ${rows}` }
  const at = duckdb.findIndex(
    (row, place) => !row.every((value, column) => isSame(value, clickhouse[place]?.[column])),
  )
  const difference = at === -1 ? null : JSON.stringify({ duckdb: duckdb[at], clickhouse: clickhouse[at] })
  return { rows, difference }
}

/** Doubles are the same where every bit is; all else where its text is. */
function isSame(duckdb: string | null, clickhouse: Cell | undefined): boolean {
  if (typeof clickhouse === 'number') return duckdb !== null && Number(duckdb) === clickhouse
  if (duckdb === null || clickhouse === null) return duckdb === clickhouse
  return withoutZone(duckdb) === withoutZone(String(clickhouse))
}

/** A time as both print it: DuckDB adds the zone, which is UTC in both, and ClickHouse all digits of the second. */
const withoutZone = (text: string): string =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(text) ? text.replace(/\+00$/, '').replace(/\.?0{0,6}$/, '') : text
