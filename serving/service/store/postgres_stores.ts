import type { StoreSettings, Stores } from './stores.ts'

/** One PostgreSQL for ledger and inbox, shared by several instances; null without DATABASE_URL. */
export function postgresStores({ databaseUrl }: StoreSettings): Stores | null {
  if (databaseUrl === null) return null
  return {
    openLedger: async () => (await import('./postgres.ts')).openPostgres(databaseUrl),
    openInbox: null,
    isShared: true,
    remedy: null,
    missing: () => null,
  }
}
