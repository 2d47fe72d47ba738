import type { Database } from './database.ts'

/**
 * Opens the state of the service: PostgreSQL where an address is given, else a file of SQLite; brought to the newest
 * migration. Throws StoreUnavailable, or RunFailed that says what to do.
 */
export async function openStore(o: { stateFile: string; databaseUrl: string | null }): Promise<Database> {
  if (o.databaseUrl !== null) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(o.databaseUrl)
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(o.stateFile)
}
