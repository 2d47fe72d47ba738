import canonicalize from 'canonicalize'
import type { LogEntry } from '../../core/log/entries.ts'
import type { MadeEntry } from '../../core/release/artifact.ts'

/** Encodes an entry for the log. */
export const madeEntry = (entry: LogEntry): MadeEntry => ({
  subject: entry.subject,
  bytes: Buffer.from(canonicalize(entry) ?? ''),
})
