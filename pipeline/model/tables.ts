import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { z as zod } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import { type Database, identifier, literal } from './database.ts'

/** Column name → DuckDB type. */
export type Columns = Record<string, string>

/** Maximum rows for which a literal in the statement is faster than a file. */
const ROWS_IN_A_STATEMENT = 200

/** Creates a table from rows; through newline-delimited JSON, the fastest way to load JavaScript objects. */
export async function createTable(
  db: Database,
  name: string,
  columns: Columns,
  rows: object[],
): Promise<void> {
  if (rows.length === 0) return createEmpty(db, name, columns)
  if (rows.length <= ROWS_IN_A_STATEMENT)
    return db.run(`create or replace table ${identifier(name)} as ${rowsAsSelect(columns, rows)}`)
  const folder = mkdtempSync(join(tmpdir(), 'assay-rows-'))
  try {
    const file = join(folder, 'rows.ndjson')
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    await createTableFrom(db, name, columns, file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a few rows as a select. */
export function rowsAsSelect(columns: Columns, rows: object[]): string {
  const names = Object.keys(columns).map((column) => `given.${identifier(column)}`)
  const types = literal(JSON.stringify([columns]))
  return `select ${names.join(', ')} from (select unnest(from_json(${literal(JSON.stringify(rows))}, ${types})) as given)`
}

/** Creates a table from a file of newline-delimited JSON, one object per row. */
export async function createTableFrom(
  db: Database,
  name: string,
  columns: Columns,
  file: string,
): Promise<void> {
  const spec = Object.entries(columns).map(([column, type]) => `${identifier(column)}: ${literal(type)}`)
  await db.run(
    `create or replace table ${identifier(name)} as select * from read_json(${literal(file)},
     format = 'newline_delimited', maximum_object_size = 67108864, columns = {${spec.join(', ')}})`,
  )
}

async function createEmpty(db: Database, name: string, columns: Columns): Promise<void> {
  const typed = Object.entries(columns).map(([column, type]) => `${identifier(column)} ${type}`)
  await db.run(`create or replace table ${identifier(name)} (${typed.join(', ')})`)
}

/**
 * Returns a select over partitions written by any version of the code: a column that a version lacks is null in its
 * rows, and without partitions there are no rows.
 */
export function unitePartitions(columns: Columns, files: string[]): string {
  const nulls = Object.entries(columns).map(([name, type]) => `null::${type} as ${identifier(name)}`)
  const none = `select ${nulls.join(', ')} limit 0`
  if (files.length === 0) return none
  return `(${none}) union all by name select * from read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`
}

const TYPES: Record<string, string> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  array: 'JSON',
  object: 'JSON',
}

const KNOWN = new WeakMap<z.ZodObject, Columns>()

/** Returns the columns of a row schema. Throws OperationalError for a field without a single column type. */
export function getColumns(schema: z.ZodObject): Columns {
  const columns = KNOWN.get(schema) ?? readSchemaColumns(schema)
  KNOWN.set(schema, columns)
  return columns
}

function readSchemaColumns(schema: z.ZodObject): Columns {
  const { properties = {} } = zod.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, columnType(name, field)]),
  )
}

function columnType(name: string, field: unknown): string {
  const { type, anyOf = [] } = field as { type?: string | string[]; anyOf?: { type?: string }[] }
  const types = [type ?? [], anyOf.map((item) => item.type ?? '')].flat(2).filter((text) => text !== 'null')
  const column = types.length === 1 ? TYPES[types[0] as string] : undefined
  if (!column)
    throw new OperationalError(
      `row field ${name}: its type must be one of ${Object.keys(TYPES).join(', ')}; it may be nullable`,
    )
  return column
}
