import type { StateDatabase } from './database.ts'

/** Settings of the stores. */
export interface StoreSettings {
  stateFile: string
  inboxFile: string
  databaseUrl: string | null
}

/**
 * Stores of a service: the ledger with the Pro keys, and the inbox, which any caller can add to. Opening a database
 * throws StoreUnavailable, or RunFailed that says what to do.
 */
export interface Stores {
  openLedger(): Promise<StateDatabase>
  /** Null if the inbox is stored with the ledger. */
  openInbox: (() => Promise<StateDatabase>) | null
  /** True if several services share their state here: calls are then counted for all of them. */
  isShared: boolean
  /**
   * Advice for one that cannot be opened at a start; null if the service starts all the same, and retries with each
   * call.
   */
  remedy: string | null
  /** Says that a ledger or inbox does not exist yet, and what to check; null if it exists, or only a call can tell. */
  missing(part: 'ledger' | 'inbox'): string | null
}
