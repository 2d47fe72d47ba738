import { type StateDatabase, StoreUnavailable } from './database.ts'

/**
 * A database that is opened on first use, and again for each statement until that succeeds, so that a service can start
 * before its database does. All methods throw StoreUnavailable while it is away.
 */
export function lazyStore(open: () => Promise<StateDatabase>): StateDatabase {
  let opened: Promise<StateDatabase> | null = null
  const store = (): Promise<StateDatabase> => {
    opened ??= open().catch((cause) => {
      opened = null
      throw cause instanceof StoreUnavailable
        ? cause
        : new StoreUnavailable('the store cannot be opened', { cause })
    })
    return opened
  }
  return {
    all: async (sql, values) => (await store()).all(sql, values),
    run: async (sql, values) => (await store()).run(sql, values),
    close: async () => {
      const opening = opened
      opened = null
      await opening?.then(
        (database) => database.close(),
        () => {},
      )
    },
  }
}
