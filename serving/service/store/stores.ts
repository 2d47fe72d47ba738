import type { StateDatabase } from './database.ts'

/** Where the settings say that state is kept. */
export interface StoreSettings {
  stateFile: string
  inboxFile: string
  databaseUrl: string | null
}

/**
 * Where a service keeps its state: the ledger with the Pro keys, and the inbox, which is what any caller can add to.
 * What opens a database throws StoreUnavailable, or RunFailed that says what to do.
 */
export interface Stores {
  openLedger(): Promise<StateDatabase>
  /** Null where the inbox is kept with the ledger. */
  openInbox: (() => Promise<StateDatabase>) | null
  /** Whether several services keep their state here together: calls are then counted for all of them. */
  isShared: boolean
  /**
   * What to do when it cannot be opened at a start; null where the service starts all the same, and asks again with
   * each call.
   */
  remedy: string | null
  /** That a ledger or inbox is not there yet, and what to check; null where it is there, or only a call can tell. */
  missing(part: 'ledger' | 'inbox'): string | null
}
