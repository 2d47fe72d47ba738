import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RunFailed } from '../../../core/domain/errors.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/** Creates the table of applied migrations, if missing. */
export const MIGRATIONS_TABLE = 'create table if not exists migrations (name text not null primary key)'
export const MIGRATIONS_DONE = 'select name from migrations order by name'

/**
 * Returns the statements of the migrations in `folder` (`NNNN_name.sql`, in the SQL that SQLite and PostgreSQL both
 * know) that are not in `done`, in order, with their names for the table, to be run in one transaction. Throws
 * RunFailed if `done` has one that is not in the folder.
 */
export function missingMigrations(done: readonly string[], folder = FOLDER): string {
  const known = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
  const unknown = done.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new RunFailed(
      `the state was written by a newer version of Assay (it has the migration ${unknown}): run that version, or name another state`,
    )
  return known
    .filter((name) => !done.includes(name))
    .map((name) => {
      const sql = readFileSync(join(folder, `${name}.sql`), 'utf8')
      return `${sql}\n;insert into migrations (name) values ('${name}');\n`
    })
    .join('')
}
