import type { Database } from './database.ts'

/** The most that the inbox may take of a disk: the ledger may need the rest. */
export const INBOX_BYTES = 2 ** 30

/**
 * Opens the ledger and the Pro keys: PostgreSQL where an address is given, else a file of SQLite; brought to the newest
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

/**
 * Opens what any caller can add to: the same PostgreSQL, or a file of SQLite of its own, which has the same tables as the
 * ledger's, uses others, and takes no more once it is full. Throws as `openStore`.
 */
export async function openInbox(o: { inboxFile: string; databaseUrl: string | null }): Promise<Database> {
  if (o.databaseUrl !== null) return openStore({ stateFile: o.inboxFile, databaseUrl: o.databaseUrl })
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(o.inboxFile, INBOX_BYTES)
}
