import type { ServiceConfig } from '../../config.ts'
import type { Log } from '../../observe/log.ts'
import { lazyStore } from '../../store/lazy_store.ts'
import { selectStores } from '../../store/open.ts'
import type { StoreSettings } from '../../store/stores.ts'
import { LogGuard } from './log_guard.ts'

/** Returns the store's name of an index: a file is of one service, and a database may be shared by several indexes. */
export const indexName = (settings: StoreSettings, baseUrl: string): string =>
  selectStores(settings).isShared ? baseUrl : 'index'

/** Opens the guard of a service, with its state in the ledger. Nothing is read before it is needed. */
export function openLogGuard(config: ServiceConfig, baseUrl: string, log: Pick<Log, 'note'>): LogGuard {
  const stores = selectStores(config)
  return new LogGuard({
    db: lazyStore(stores.openLedger),
    index: indexName(config, baseUrl),
    key: config.logVerifierKey,
    log,
    now: Date.now,
  })
}
