import { clean } from '../../../core/domain/text.ts'
import { type Database, identifier, literal } from '../../model/database.ts'
import { createTable } from '../../model/tables.ts'
import { shownAddress } from '../agents/shown.ts'
import { type Column, typesOf } from './column.ts'
import type { DataTable } from './table.ts'

/** What `clean` leaves as it is, so that it need not be asked. */
const PLAIN = String.raw`[\x21-\x7e]+( [\x21-\x7e]+)*`

/** Makes a table of the data from the models: its columns in their order and types, its rows in the order of its key. */
export async function buildDataTable(db: Database, table: DataTable, sql = table.sql): Promise<void> {
  const name = identifier(`data_${table.name}`)
  const shown = Object.entries(table.columns).filter(([, { thirdParty }]) => thirdParty !== undefined)
  if (shown.length > 0) await db.run(`create or replace temp table data_given as ${sql}`)
  for (const [column, definition] of shown) await showTexts(db, column, definition)
  const columns = Object.entries(table.columns).map(
    ([column, definition]) => `${inItsType(column, definition)} as ${identifier(column)}`,
  )
  const joins = shown.map(
    ([column]) =>
      `left join ${identifier(`shown_${column}`)} on ${identifier(`shown_${column}`)}.raw = given.${identifier(column)}`,
  )
  const kept = Object.entries(table.columns).flatMap(([column, { required, thirdParty }]) =>
    required && thirdParty === 'address' ? [`where ${identifier(column)} is not null`] : [],
  )
  await db.run(
    `create or replace temp table ${name} as select * from (
       select ${columns.join(', ')} from ${shown.length > 0 ? 'data_given' : `(${sql})`} as given ${joins.join(' ')}
     ) ${kept.join(' ')} order by ${orderOf(table)}`,
  )
}

/** The total order of a table's rows. */
export const orderOf = ({ key }: DataTable): string => key.map(identifier).join(', ')

/**
 * How a table is written as Parquet. Pages of version 2 and one group of rows for a whole day are the smallest where many
 * rows are alike; version 1 is where there are few.
 */
export const parquetFormat = ({ parquet }: DataTable): string =>
  `format parquet, compression zstd, parquet_version ${parquet}${parquet === 'v2' ? ', row_group_size 1048576' : ''}`

/** A column's value in its type; texts that are empty say nothing. */
function inItsType(name: string, { type, thirdParty }: Column): string {
  const given = `given.${identifier(name)}`
  if (thirdParty === 'address') return `${identifier(`shown_${name}`)}.shown`
  if (thirdParty !== undefined) return shownText(name, thirdParty)
  if (type === 'list') return `to_json(${given})::varchar`
  if (type === 'text') return `nullif(${given}::varchar, '')`
  return `${given}::${typesOf({ type }).duckdb}`
}

function shownText(
  name: string,
  { most, orElse }: Exclude<Column['thirdParty'], 'address' | undefined>,
): string {
  const given = `given.${identifier(name)}`
  const shown = `nullif(case when ${isPlain(given, most)} then ${given} else ${identifier(`shown_${name}`)}.shown end, '')`
  return orElse === undefined ? shown : `coalesce(${shown}, given.${identifier(orElse)})`
}

const isPlain = (text: string, most: number): string =>
  `length(${text}) <= ${most} and regexp_full_match(${text}, ${literal(PLAIN)})`

/** Makes `shown_<column>`: each text as it is given, and as pages show it, where that can differ. */
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
