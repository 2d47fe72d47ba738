import { hash } from 'node:crypto'

/** Entry of the log: one JSON object, as its RFC 8785 bytes. `subject` is its topic, e.g. `agent:some-handle`. */
export interface LogEntry {
  kind: 'agent' | 'tombstone' | 'correction' | 'methodology' | 'key' | 'manifest'
  subject: string
  [field: string]: unknown
}

/** A day in the log, one for each entry about a manifest: `entries/days.json` is the list of them, the oldest first. */
export interface LoggedDay {
  date: string
  release: string
  manifest_sha256: string
  /** The index of the first entry that the day added. */
  first_index: number
  /** Number of log entries, including the day's manifest. */
  log_size: number
  /** In hexadecimal, as all hashes here. */
  log_root: string
  previous_digest: string | null
  digest: string
  /** Of the body of the checkpoint, without its signatures. */
  checkpoint_sha256: string
}

/** Paths of the log files below its folder, beside the tiles. */
export const LOG_FILES = { checkpoint: 'checkpoint', key: 'key', days: 'entries/days.json' } as const

/** The file that says where the entries about a subject are: `{subject: [index, …]}`, the oldest first. */
export const subjectsPath = (subject: string): string => `entries/${hash('sha256', subject).slice(0, 2)}.json`

/** Content of such a file. Entries at or beyond the size of the checkpoint are of a run that was cut short. */
export type Subjects = Record<string, number[]>

export const agentSubject = (handle: string): string => `agent:${handle}`
export const manifestSubject = (date: string): string => `manifest:${date}`
