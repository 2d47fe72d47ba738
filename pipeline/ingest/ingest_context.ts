import type { Archive } from '../archive/archive.ts'
import type { History } from '../history/history.ts'
import type { Database } from '../model/database.ts'
import type { Lanes } from '../model/lanes.ts'
import type { RunOptions } from '../run/types.ts'
import type { Source } from '../source/source.ts'
import type { ClockCheck } from './clock_check.ts'

/** The parts of a run that ingest works with. */
export interface IngestContext {
  db: Database
  /** Connections of `db`: sources that came in together are kept beside each other. */
  lanes: Lanes
  /** Whether observations of earlier days are held as tables: see `createRawTable`. */
  holdsPast: boolean
  archive: Archive
  history: History
  sources: Source[]
  options: RunOptions
  clock: ClockCheck
}
