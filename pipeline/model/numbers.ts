import { NUMBERS } from '../../core/domain/numbers.ts'
import { type Database, identifier } from './database.ts'

/** Gives SQL the numbers of core/domain/numbers.ts, each as a macro without arguments: `alive_days()`. */
export async function createNumbers(db: Database): Promise<void> {
  const macros = Object.entries(NUMBERS).map(
    ([name, value]) => `create or replace macro ${identifier(name)}() as ${value}`,
  )
  await db.run(macros.join(';\n'))
}

/** An SQL expression with the numbers put in for their names in the text that another gives, as in `{alive_days} days`. */
export const withNumbers = (expression: string): string =>
  Object.entries(NUMBERS).reduce(
    (sql, [name, value]) => `replace(${sql}, '{${name}}', '${value}')`,
    expression,
  )
