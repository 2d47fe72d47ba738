import { existsSync } from 'node:fs'
import { RunFailed } from '../../core/domain/errors.ts'
import type { ServiceConfig } from '../../serving/service/config.ts'
import type { Database } from '../../serving/service/store/database.ts'

/** Opens the ledger and keys of a service that has run before; throws RunFailed where there are none. */
export async function openExistingStore(config: ServiceConfig): Promise<Database> {
  requireExisting(config, config.stateFile, 'STATE_FILE')
  const { openStore } = await import('../../serving/service/store/open.ts')
  return openStore(config)
}

/** Opens the feedback of a service that has run before; throws RunFailed where there is none. */
export async function openExistingInbox(config: ServiceConfig): Promise<Database> {
  requireExisting(config, config.inboxFile, 'INBOX_FILE')
  const { openInbox } = await import('../../serving/service/store/open.ts')
  return openInbox(config)
}

/** Nothing is made: a path that is mistyped must not look like one that is empty. */
function requireExisting({ databaseUrl }: ServiceConfig, file: string, variable: string): void {
  if (databaseUrl !== null || existsSync(file)) return
  throw new RunFailed(
    `there is no ${file} yet: the service makes it when it first starts. Check --output, or ${variable}`,
  )
}
