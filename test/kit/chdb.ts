import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type AddedPackage, addPackage } from './added_package.ts'

/** ClickHouse as a library; half a gigabyte, so it is not in the lock file. */
export const CHDB: AddedPackage = { name: 'chdb', version: '3.4.0', folder: 'chdb' }

/** The reason for a skipped test. */
export const WITHOUT_CHDB = 'left out: npm run e2e -- clickhouse adds chdb, and CI does'

/** A ClickHouse in this process with its tables in a folder. */
interface Session {
  query(sql: string, format?: string): string
  cleanup(): void
}

/** The part of chdb's API in use. */
export interface Chdb {
  /** One statement without a session. */
  query(sql: string, format: string): string
  Session: new (folder?: string) => Session
}

/** Adds it unless it is there; throws if it cannot be installed. */
export async function loadChdb(): Promise<Chdb> {
  const packagePath = await addPackage(CHDB)
  return createRequire(join(packagePath, 'package.json'))(join(packagePath, 'node_modules/chdb')) as Chdb
}
