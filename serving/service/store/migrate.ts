import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RunFailed } from '../../../core/domain/errors.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/** Makes the table of what was run, where it is missing. */
export const MIGRATIONS_TABLE = 'create table if not exists migrations (name text not null primary key)'
export const MIGRATIONS_DONE = 'select name from migrations order by name'

/**
 * The statements, to be run in one transaction, that bring a database which has had the migrations `done` to the
 * newest: those of `folder` (`NNNN_name.sql`, in the SQL that SQLite and PostgreSQL both know) that are missing, in
 * order, and their names into the table. Throws RunFailed when it has had one that is not in the folder.
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
