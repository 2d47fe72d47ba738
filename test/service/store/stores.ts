import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StateDatabase } from '../../../serving/service/store/database.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'

/** A real database for a test: each `open` gives one more handle on the same state, as one more instance has. */
export interface TestStore {
  open(): Promise<StateDatabase>
  /** Closes every handle and removes the state. */
  remove(): Promise<void>
  server: PostgresServer | null
  /** The file of SQLite. */
  file: string | null
}

/** An empty SQLite file in a folder of its own. */
export async function sqliteStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-store-'))
  const stateFile = join(folder, 'state', 'service.sqlite')
  return createStore({ stateFile, databaseUrl: null }, null, async () =>
    rmSync(folder, { recursive: true, force: true }),
  )
}

/** An empty PostgreSQL of its own, or null where none is installed. */
async function postgresStore(): Promise<TestStore | null> {
  const server = await startPostgres()
  if (server === null) return null
  return createStore({ stateFile: '', databaseUrl: server.url }, server, () => server.close())
}

function createStore(
  options: Parameters<typeof openStore>[0],
  server: PostgresServer | null,
  remove: () => Promise<void>,
): TestStore {
  const opened: StateDatabase[] = []
  return {
    server,
    file: options.databaseUrl === null ? options.stateFile : null,
    async open() {
      const database = await openStore(options)
      opened.push(database)
      return database
    },
    async remove() {
      for (const database of opened) await database.close()
      await remove()
    },
  }
}

/** The databases that a contract is tested on. The title says when PostgreSQL is left out. */
export const STORES: [string, () => Promise<TestStore | null>][] = [
  ['SQLite', sqliteStore],
  ['PostgreSQL (left out where it is not installed)', postgresStore],
]
