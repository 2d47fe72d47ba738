import { existsSync } from 'node:fs'
import type { StateDatabase } from './database.ts'
import type { StoreSettings, Stores } from './stores.ts'

/** Maximum disk use of the inbox: the ledger may need the rest. */
export const INBOX_BYTES = 2 ** 30

/** A file of SQLite for the ledger, and one for the inbox: the ledger must have room when callers leave it none. */
export function sqliteStores({ stateFile, inboxFile }: StoreSettings): Stores {
  const open = async (file: string, mostBytes?: number): Promise<StateDatabase> =>
    (await import('./sqlite.ts')).openSqlite(file, mostBytes)
  return {
    openLedger: () => open(stateFile),
    openInbox: () => open(inboxFile, INBOX_BYTES),
    isShared: false,
    remedy: 'set STATE_FILE and INBOX_FILE to files that can be written',
    missing(part) {
      const [file, variable] = part === 'ledger' ? [stateFile, 'STATE_FILE'] : [inboxFile, 'INBOX_FILE']
      return existsSync(file)
        ? null
        : `there is no ${file} yet: the service makes it when it first starts. Check --output, or ${variable}`
    },
  }
}
