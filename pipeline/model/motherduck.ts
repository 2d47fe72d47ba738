import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { RunFailed } from '../../core/domain/errors.ts'

/** Where a run's tables are on MotherDuck: made anew by each run, so that nothing else there is touched. */
const SCHEMA = 'assay_run'

/** How connections reach the tables of a run, where they are not those that a new connection is given. */
export const IN_OWN_SCHEMA = `use ${SCHEMA}`

/** Whether a path names a database of MotherDuck (`md:NAME`) and not a file. */
export const isOnMotherduck = (path: string): boolean => path.startsWith('md:')

/** Opens a database of MotherDuck. Of the account's databases only this one is seen, so that no other has a table's name. */
export async function openMotherduck(
  path: string,
  create: (path: string) => Promise<DuckDBInstance> = DuckDBInstance.create,
): Promise<DuckDBInstance> {
  try {
    return await create(`${path}?attach_mode=single`)
  } catch (error) {
    const [said] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new RunFailed(
      `${path} cannot be opened. For MotherDuck DuckDB downloads its extension "motherduck" from extensions.duckdb.org when it is first used, and reads the token in MOTHERDUCK_TOKEN: see that both can be had, or unset DUCKDB_DATABASE to build the index in this process. DuckDB says: ${said}`,
      { cause: error },
    )
  }
}

/** Empties what an earlier run left, as the cache on the disk is emptied. */
export async function makeOwnSchema(connection: DuckDBConnection): Promise<void> {
  await connection.run(`drop schema if exists ${SCHEMA} cascade`)
  await connection.run(`create schema ${SCHEMA}`)
}
