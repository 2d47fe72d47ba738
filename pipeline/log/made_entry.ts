import canonicalize from 'canonicalize'
import type { LogEntry } from '../../core/log/entries.ts'
import type { MadeEntry } from '../../core/release/artifact.ts'

/** An entry as the log has it. */
export const madeEntry = (entry: LogEntry): MadeEntry => ({
  subject: entry.subject,
  bytes: Buffer.from(canonicalize(entry) ?? ''),
})
