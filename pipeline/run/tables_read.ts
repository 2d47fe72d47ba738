import { listDailyTables, listDataTables } from '../artifacts/data/partitions.ts'
import { SITE_TABLES } from '../artifacts/open_site.ts'
import { listHistoryTables } from '../history/day.ts'
import { listCheckTables } from '../model/checks.ts'
import type { Database } from '../model/database.ts'

/** Tables between models that an artifact reads by itself. */
const BY_ARTIFACTS = ['int_trust__impersonations']

/** Returns the tables for a day without a release, which omits those that only a release shows. */
export const listUnreleasedTables = async (db: Database): Promise<string[]> => [
  ...SITE_TABLES,
  ...(await listHistoryTables(db)),
  ...(await listDailyTables(db)),
]

/** Returns the tables between models that are read once all models are built. */
export const listTablesReadLater = async (db: Database): Promise<string[]> => [
  ...SITE_TABLES,
  ...BY_ARTIFACTS,
  ...(await listHistoryTables(db)),
  ...(await listDataTables(db)),
  ...(await listCheckTables(db)),
]
