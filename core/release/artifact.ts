import type { LogEntry } from '../log/entries.ts'
import type { PackName } from './pack.ts'

/** An entry of the log as its canonical bytes, with what it is about. */
export interface EncodedEntry {
  subject: string
  bytes: Uint8Array
}

/** One file of a release. Rendering yields artifacts; only the writer touches the disk. */
export interface Artifact {
  /** Address path without the leading slash, e.g. `api/agent-economy/llm-summary`. Written twice is an error. */
  path: string
  contentType: string
  body: string | Uint8Array
  /** Path of a file with these bytes that is never written to: a release shares it where the file system can. */
  file?: string
  /** `public` is what a CDN may see, `private` what only the service reads. */
  side: 'public' | 'private'
  /** Entries that the log records with this file, if they are not in the log already. */
  entries?: LogEntry[]
  /** The same where it was made elsewhere. */
  encodedEntries?: EncodedEntry[]
  /** For a pack that was built as a whole: its shard, and its line of the list. */
  pack?: PackName & { shard: number }
}
