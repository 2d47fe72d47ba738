import type { StateDatabase } from './database.ts'
import { postgresStores } from './postgres_stores.ts'
import { sqliteStores } from './sqlite_stores.ts'
import type { StoreSettings, Stores } from './stores.ts'

/** Every kind of store; the last takes any settings. */
const KINDS = [postgresStores, sqliteStores] satisfies ((settings: StoreSettings) => Stores | null)[]

/** The stores that the settings name: of the first kind that they fit. */
export function storesOf(settings: StoreSettings): Stores {
  for (const kind of KINDS) {
    const stores = kind(settings)
    if (stores !== null) return stores
  }
  throw new Error('no kind of store takes these settings')
}

/** Opens the ledger and the Pro keys, brought to the newest migration. Throws StoreUnavailable, or RunFailed that says what to do. */
export const openStore = (settings: LedgerSettings): Promise<StateDatabase> =>
  storesOf({ inboxFile: '', ...settings }).openLedger()

type LedgerSettings = Omit<StoreSettings, 'inboxFile'>
