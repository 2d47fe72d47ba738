import type { Named } from '../../core/interface/resources.ts'

/** What a release says of itself. */
export type Status = Named<'IndexStatus'>

/** What only the folder of an index knows, and no release says. */
export interface FolderState {
  /** The day of a run that has begun and not ended, or null. */
  unfinished: string | null
  /** The process that builds at the moment, or null. */
  running: number | null
  /** The release that the log in the folder ends with, or null where none is kept. */
  logged: string | null
}

/** What was found of an index. */
export interface Found {
  /** Where it was looked for, for people. */
  place: string
  /** Null where nothing was published yet. */
  status: Status | null
  /** Null where only what is published can be seen. */
  folder: FolderState | null
}
