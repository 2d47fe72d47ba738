import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type AddedPackage, addPackage } from './added_package.ts'

/** ClickHouse as a library; half a gigabyte, so it is not in the lock file. */
export const CHDB: AddedPackage = { name: 'chdb', version: '3.4.0', folder: 'chdb' }

/** Why a test that needs it was skipped. */
export const WITHOUT_CHDB = 'left out: npm run e2e -- clickhouse adds chdb, and CI does'

/** A ClickHouse in this process that keeps its tables in a folder. */
interface Session {
  query(sql: string, format?: string): string
  cleanup(): void
}

/** What is used of chdb. */
export interface Chdb {
  /** One statement that keeps nothing. */
  query(sql: string, format: string): string
  Session: new (folder?: string) => Session
}

/** Adds it where it is not there; throws where it cannot be had. */
export async function loadChdb(): Promise<Chdb> {
  const kept = await addPackage(CHDB)
  return createRequire(join(kept, 'package.json'))(join(kept, 'node_modules/chdb')) as Chdb
}
