import { clean } from '../../../core/domain/text.ts'
import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { LogEntry } from '../../../core/log/entries.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { idOf } from '../../log/entry_id.ts'
import { json, type Site } from '../site.ts'

const ORIGINAL_LENGTH = 300

/** A correction as it is published: what its record says, what is shown instead, and why. */
export interface PublishedCorrection {
  date: string
  record: string
  /** The agent that the record speaks for, or null. */
  handle: string | null
  field: string
  /** What the record says now: third-party text, cleaned and capped. */
  original: string | null
  value: string | null
  reason: string
  source_url: string
  /** The report that it follows, or null. */
  feedback_id: string | null
  /** `not_applied`: no agent shows the record's text now, so there is nothing to correct. */
  status: 'applied' | 'superseded' | 'not_applied'
}

/** All corrections, the oldest first; those that are not applied stay, and say so. */
export async function readCorrections(site: Site): Promise<PublishedCorrection[]> {
  const rows = await site.db.rows<PublishedCorrection>(
    `select corrected_on as date, record_id as record, handle, field, original, value, reason, source_url, feedback_id, status
     from corrections order by corrected_on, line`,
  )
  return rows.map((row) => ({
    ...row,
    original: row.original === null ? null : clean(row.original, ORIGINAL_LENGTH) || null,
  }))
}

/** `/data/corrections.json`: the same with what is to be known of it. */
export async function correctionsArtifact(site: Site): Promise<Artifact> {
  const corrections = await readCorrections(site)
  return {
    path: 'data/corrections.json',
    contentType: JSON_TYPE,
    side: 'public',
    body: json({
      date: site.day,
      world: site.world,
      untrusted_fields: ['corrections.original'],
      corrections,
    }),
    entries: corrections.map(logEntry),
  }
}

/** What a person decided; the record's own text and whether it applies may change by the day. */
function logEntry({ handle, original, status, ...decided }: PublishedCorrection): LogEntry {
  return { kind: 'correction', subject: `correction:${idOf(decided)}`, ...decided }
}
