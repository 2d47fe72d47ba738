import { clean } from '../../../core/domain/text.ts'
import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { LogEntry } from '../../../core/log/entries.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { hashValue } from '../../log/entry_id.ts'
import { json, type Site } from '../site.ts'

const ORIGINAL_LENGTH = 300

/** A published correction: the record's text, the displayed text, and the reason. */
export interface PublishedCorrection {
  date: string
  record: string
  /** The agent of the record, or null. */
  handle: string | null
  field: string
  /** The record's current text: third-party, cleaned and truncated. */
  original: string | null
  value: string | null
  reason: string
  source_url: string
  /** The report behind it, or null. */
  feedback_id: string | null
  /** `not_applied`: no agent shows the record's text now, so there is nothing to correct. */
  status: 'applied' | 'superseded' | 'not_applied'
}

/** Reads all corrections, the oldest first, including those not applied. */
export async function selectCorrections(site: Site): Promise<PublishedCorrection[]> {
  const rows = await site.db.rows<PublishedCorrection>(
    `select corrected_on as date, record_id as record, handle, field, original, value, reason, source_url, feedback_id, status
     from corrections order by corrected_on, line`,
  )
  return rows.map((row) => ({
    ...row,
    original: row.original === null ? null : clean(row.original, ORIGINAL_LENGTH) || null,
  }))
}

/** A published identity override. */
export interface PublishedOverride {
  date: string
  record_a: string
  record_b: string
  /** The agents of the two records; null for a record that no source ever listed. */
  handle_a: string | null
  handle_b: string | null
  verdict: 'same' | 'different'
  reason: string
  source_url: string
  /** Not applied while a record is missing: its source no longer lists it, or no source ever did. */
  status: 'applied' | 'record_departed' | 'record_unknown'
}

/** Reads all identity overrides, the oldest first. */
export const selectOverrides = ({ db }: Site): Promise<PublishedOverride[]> =>
  db.rows<PublishedOverride>(
    `select decided_on as date, record_a, record_b, handle_a, handle_b, verdict, reason, source_url, status
     from identity_overrides order by decided_on, line`,
  )

/** `/data/corrections.json`: corrections and overrides, with explanations. */
export async function correctionsArtifact(site: Site): Promise<Artifact> {
  const [corrections, overrides] = [await selectCorrections(site), await selectOverrides(site)]
  return {
    path: 'data/corrections.json',
    contentType: JSON_TYPE,
    side: 'public',
    body: json({
      date: site.day,
      world: site.world,
      untrusted_fields: ['corrections.original', 'overrides.record_a', 'overrides.record_b'],
      corrections,
      overrides,
    }),
    entries: [...corrections, ...overrides].map(logEntry),
  }
}

/** Returns a person's decision; the agents, the record's own text and the status may change by the day. */
function logEntry(row: PublishedCorrection | PublishedOverride): LogEntry {
  const changing = new Set(['handle', 'original', 'status', 'handle_a', 'handle_b'])
  const decided = Object.fromEntries(Object.entries(row).filter(([field]) => !changing.has(field)))
  return { kind: 'correction', subject: `correction:${hashValue(decided)}`, ...decided }
}
