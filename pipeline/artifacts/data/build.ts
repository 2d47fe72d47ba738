import { clean } from '../../../core/domain/text.ts'
import { type Database, identifier, literal } from '../../model/database.ts'
import { createTable } from '../../model/tables.ts'
import { shownAddress } from '../agents/display_text.ts'
import { type Column, getTypeNames } from './column.ts'
import type { DataTable } from './table.ts'

/** Matches text that `clean` does not change, to skip the call. */
const PLAIN = String.raw`[\x21-\x7e]+( [\x21-\x7e]+)*`

/** Creates a table of the data from the models: columns in order and type, rows ordered by key. */
export async function buildDataTable(db: Database, table: DataTable): Promise<void> {
  const { sql } = table
  const name = identifier(`data_${table.name}`)
  const shown = Object.entries(table.columns).filter(([, { thirdParty }]) => thirdParty !== undefined)
  if (shown.length > 0) await db.run(`create or replace temp table data_given as ${sql}`)
  for (const [column, definition] of shown) await showTexts(db, column, definition)
  const columns = Object.entries(table.columns).map(
    ([column, definition]) => `${castColumn(column, definition)} as ${identifier(column)}`,
  )
  const joins = shown.map(
    ([column]) =>
      `left join ${identifier(`shown_${column}`)} on ${identifier(`shown_${column}`)}.raw = given.${identifier(column)}`,
  )
  const conditions = Object.entries(table.columns).flatMap(([column, { required, thirdParty }]) =>
    required && thirdParty === 'address' ? [`where ${identifier(column)} is not null`] : [],
  )
  await db.run(
    `create or replace temp table ${name} as select * from (
       select ${columns.join(', ')} from ${shown.length > 0 ? 'data_given' : `(${sql})`} as given ${joins.join(' ')}
     ) ${conditions.join(' ')} order by ${formatOrder(table)}`,
  )
}

/** Returns the total order of a table's rows. */
export const formatOrder = ({ key }: DataTable): string => key.map(identifier).join(', ')

/**
 * Returns the Parquet options of a table. Pages of version 2 and one group of rows for a whole day are smallest for
 * many similar rows; version 1 is smaller for few.
 */
export const parquetFormat = ({ parquet }: DataTable): string =>
  `format parquet, compression zstd, parquet_version ${parquet}${parquet === 'v2' ? ', row_group_size 1048576' : ''}`

/** Casts a column to its type; an empty text is null. */
function castColumn(name: string, { type, thirdParty }: Column): string {
  const given = `given.${identifier(name)}`
  if (thirdParty === 'address') return `${identifier(`shown_${name}`)}.shown`
  if (thirdParty !== undefined) return shownText(name, thirdParty)
  if (type === 'list') return `to_json(${given})::varchar`
  if (type === 'text') return `nullif(${given}::varchar, '')`
  return `${given}::${getTypeNames({ type }).duckdb}`
}

function shownText(
  name: string,
  { most: max, orElse }: Exclude<Column['thirdParty'], 'address' | undefined>,
): string {
  const given = `given.${identifier(name)}`
  const shown = `nullif(case when ${isPlain(given, max)} then ${given} else ${identifier(`shown_${name}`)}.shown end, '')`
  return orElse === undefined ? shown : `coalesce(${shown}, given.${identifier(orElse)})`
}

const isPlain = (text: string, max: number): string =>
  `length(${text}) <= ${max} and regexp_full_match(${text}, ${literal(PLAIN)})`

/** Creates `shown_<column>`: maps each raw text to the displayed one, for those that may differ. */
async function showTexts(db: Database, column: string, { thirdParty }: Column): Promise<void> {
  const name = identifier(column)
  const isText = typeof thirdParty === 'object'
  const where = isText ? `not (${isPlain(name, thirdParty.most)})` : 'true'
  const given = await db.rows<{ raw: string }>(
    `select distinct ${name} as raw from data_given where ${name} is not null and ${where}`,
  )
  const rows = given.map(({ raw }) => ({
    raw,
    shown: isText ? clean(raw, thirdParty.most) : shownAddress(raw),
  }))
  await createTable(db, `shown_${column}`, { raw: 'varchar', shown: 'varchar' }, rows)
}
