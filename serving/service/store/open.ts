import type { StateDatabase } from './database.ts'
import { postgresStores } from './postgres_stores.ts'
import { sqliteStores } from './sqlite_stores.ts'
import type { StoreSettings, Stores } from './stores.ts'

/** Returns the stores of the first kind that accepts the settings; SQLite accepts any. */
export const selectStores = (settings: StoreSettings): Stores =>
  postgresStores(settings) ?? sqliteStores(settings)

/** Opens the ledger and the Pro keys, fully migrated. Throws StoreUnavailable, or RunFailed that says what to do. */
export const openStore = (settings: LedgerSettings): Promise<StateDatabase> =>
  selectStores({ inboxFile: '', ...settings }).openLedger()

type LedgerSettings = Omit<StoreSettings, 'inboxFile'>
