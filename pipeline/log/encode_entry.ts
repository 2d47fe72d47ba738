import canonicalize from 'canonicalize'
import type { LogEntry } from '../../core/log/entries.ts'
import type { EncodedEntry } from '../../core/release/artifact.ts'

/** Encodes an entry for the log. */
export const encodeEntry = (entry: LogEntry): EncodedEntry => ({
  subject: entry.subject,
  bytes: Buffer.from(canonicalize(entry) ?? ''),
})
