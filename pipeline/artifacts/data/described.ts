import type { Site } from '../site.ts'
import type { DataFile } from './file.ts'

/** All that the descriptions tell of. */
export interface Described {
  site: Pick<Site, 'day' | 'world' | 'baseUrl' | 'lastUpdated' | 'limitations'>
  /** The days of the tables that keep them, the oldest first. */
  partitions: DataFile[]
  /** The newest day, in the formats beside those partitions. */
  latest: DataFile[]
}
