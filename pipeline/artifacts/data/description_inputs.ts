import type { Site } from '../site.ts'
import type { DataFile } from './file.ts'

/** The inputs of the descriptions. */
export interface DescriptionInputs {
  site: Pick<Site, 'day' | 'world' | 'baseUrl' | 'lastUpdated' | 'limitations' | 'rebuildableFrom'>
  /** The days of the tables with a partition per day, the oldest first. */
  partitions: DataFile[]
  /** The newest day, in the formats besides those partitions. */
  latest: DataFile[]
}
