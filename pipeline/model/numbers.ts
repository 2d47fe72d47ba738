import { INTERVAL_NUMBERS } from '../../core/domain/interval_numbers.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { WORTH } from '../../core/interface/find/weights.ts'
import { type Database, identifier } from './database.ts'

/**
 * Defines each number of core/domain/numbers.ts and interval_numbers.ts, and each factor of the worth that find uses, as
 * an SQL macro without arguments: `alive_days()`.
 */
export async function createNumbers(db: Database): Promise<void> {
  const macros = Object.entries({ ...NUMBERS, ...INTERVAL_NUMBERS, ...WORTH }).map(
    ([name, value]) => `create or replace macro ${identifier(name)}() as ${value}`,
  )
  await db.run(macros.join(';\n'))
}

/**
 * Returns an SQL expression that replaces `{alive_days}` and the like in another's text by their numbers: those that
 * `text` has, since DuckDB takes a tenth of a second to plan a replacement of each.
 */
export const withNumbers = (expression: string, text: string): string =>
  Object.entries(NUMBERS)
    .filter(([name]) => text.includes(`{${name}}`))
    .reduce((sql, [name, value]) => `replace(${sql}, '{${name}}', '${value}')`, expression)
