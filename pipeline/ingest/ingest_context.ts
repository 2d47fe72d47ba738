import type { Archive } from '../archive/archive.ts'
import type { History } from '../history/history.ts'
import type { Database } from '../model/database.ts'
import type { RunOptions } from '../run_types.ts'
import type { Source } from '../source.ts'
import type { ClockCheck } from './clock_check.ts'

/** The parts of a run that ingest works with. */
export interface IngestContext {
  db: Database
  archive: Archive
  history: History
  sources: Source[]
  options: RunOptions
  clock: ClockCheck
}
