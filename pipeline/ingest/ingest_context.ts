import type { Archive } from '../archive/archive.ts'
import type { History } from '../history/history.ts'
import type { ConnectionPool } from '../model/connection_pool.ts'
import type { Database } from '../model/database.ts'
import type { RunOptions } from '../run/types.ts'
import type { Source } from '../source/source.ts'
import type { ClockCheck } from './clock_check.ts'

/** Dependencies of ingest within a run. */
export interface IngestContext {
  db: Database
  /** Connections of `db`: sources that finish together are stored concurrently. */
  lanes: ConnectionPool
  /** True if observations of earlier days are loaded as tables: see `createRawTable`. */
  loadsHistory: boolean
  archive: Archive
  history: History
  sources: Source[]
  options: RunOptions
  clock: ClockCheck
  /** The sources that got another record of the day than it had. */
  changed: Set<string>
}
