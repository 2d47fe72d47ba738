import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifier, literal } from './database.ts'
import { withNumbers } from './numbers.ts'
import type { Model } from './order.ts'

/**
 * A table of constants: `sql/seeds/<name>.csv`. An empty field is null; `{alive_days}` in a text becomes that number.
 */
export interface Seed {
  name: string
  /** Meaning of a row. */
  about: string
  /** Column → DuckDB type, in the order of the file. */
  columns: Record<string, string>
}

/** Returns the seeds in `sql/seeds/schema.json`. */
export function readSeeds(sqlFolder: string): Seed[] {
  const schema: Record<string, Omit<Seed, 'name'>> = JSON.parse(
    readFileSync(join(sqlFolder, 'seeds/schema.json'), 'utf8'),
  )
  return Object.entries(schema).map(([name, rest]) => ({ name, ...rest }))
}

/** Returns a seed as a model without inputs; building it fails if the file does not match its schema. */
export function toSeedModel(sqlFolder: string, { name, columns }: Seed): Model {
  const types = Object.entries(columns).map(([column, type]) => `${literal(column)}: ${literal(type)}`)
  const file = join(sqlFolder, 'seeds', `${name}.csv`)
  const text = readFileSync(file, 'utf8')
  const read = `read_csv(${literal(file)}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
    nullstr = '', columns = {${types.join(', ')}})`
  return {
    name,
    reads: [],
    build: (db) =>
      db.run(`create table ${identifier(name)} as select ${selectColumns(columns, text)} from ${read}`),
  }
}

const selectColumns = (columns: Seed['columns'], text: string): string =>
  Object.entries(columns)
    .map(([column, type]) => [identifier(column), type])
    .map(([column = '', type]) => (type === 'varchar' ? `${withNumbers(column, text)} as ${column}` : column))
    .join(', ')
