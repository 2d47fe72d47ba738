import canonicalize from 'canonicalize'
import type { LogEntry } from '../../core/log/entries.ts'
import { leafHash } from '../../core/log/tree.ts'
import type { MadeEntry } from '../../core/release/artifact.ts'

/** An entry as the log has it. */
export function madeEntry(entry: LogEntry): MadeEntry {
  const bytes = Buffer.from(canonicalize(entry) ?? '')
  return { kind: entry.kind, subject: entry.subject, bytes, hash: leafHash(bytes) }
}
