import { RunFailed } from '../../core/domain/errors.ts'
import type { ServiceConfig } from '../../serving/service/config.ts'
import type { StateDatabase } from '../../serving/service/store/database.ts'

/**
 * Opens the ledger or the inbox of a service that has run before; throws RunFailed where there is none. Nothing is made:
 * a path that is mistyped must not look like one that is empty.
 */
export async function openExisting(part: 'ledger' | 'inbox', config: ServiceConfig): Promise<StateDatabase> {
  const { selectStores } = await import('../../serving/service/store/open.ts')
  const stores = selectStores(config)
  const missing = stores.missing(part)
  if (missing !== null) throw new RunFailed(missing)
  return part === 'inbox' && stores.openInbox !== null ? stores.openInbox() : stores.openLedger()
}
