import { buildFrom, type Given } from './sql_harness.ts'

/** A given table: its columns as `name` (a VARCHAR) or `name:type`, with blanks between, and its rows. */
export const table = (columns: string, rows: object[] = []): Given => ({
  columns: Object.fromEntries(
    columns.split(/\s+/).map((segment): [string, string] => {
      const [name = '', type = 'VARCHAR'] = segment.split(':')
      return [name, type]
    }),
  ),
  rows,
})

/** Given tables by name: their columns, as `table` takes them, and the rows of those that are not empty. */
export const toGivenTables = <Name extends string>(
  columns: Record<Name, string>,
  rows: Partial<Record<Name, object[]>>,
): Record<string, Given> =>
  Object.fromEntries(
    Object.entries<string>(columns).map(([name, some]) => [name, table(some, rows[name as Name])]),
  )

/** Builds models over given tables and reads rows of them. */
export async function rowsFrom<T>(given: Record<string, Given>, wanted: string[], sql: string): Promise<T[]> {
  const db = await buildFrom(given, wanted)
  try {
    return await db.rows<T>(sql)
  } finally {
    db.close()
  }
}

/** The rows of one model in the wanted columns, in the order of these columns. */
export const readRows = <T = object>(
  given: Record<string, Given>,
  model: string,
  wanted: string,
): Promise<T[]> => rowsFrom<T>(given, [model], `select ${wanted} from ${model} order by all`)

/** The values of one column of a model, in order. */
export async function readValues<T = string>(
  given: Record<string, Given>,
  model: string,
  wanted: string,
): Promise<T[]> {
  const rows = await readRows<{ value: T }>(given, model, `${wanted} as value`)
  return rows.map(({ value }) => value)
}
