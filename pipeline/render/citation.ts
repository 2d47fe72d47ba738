import { manifestSubject } from '../../core/log/entries.ts'
import type { EvidenceScope } from '../../core/views/evidence_row.ts'

/** The release that a citation names. */
interface CitedRelease {
  day: string
  baseUrl: string
}

/**
 * Returns the citation of a part of a release: the address leads to that release where it is kept. `sha256` is that of
 * the file at the address.
 */
export const citeRelease = (
  name: string,
  { path, sha256 }: { path: string; sha256?: string | undefined },
  { day, baseUrl }: CitedRelease,
): string =>
  [
    `Assay, ${name}, release of ${day}, log entry ${manifestSubject(day)}`,
    ...(sha256 === undefined ? [] : [`sha256:${sha256}`]),
    // The file of a day is named by it already.
    `${baseUrl}${path}${path.includes(`date=${day}`) ? '' : `?release=${day}`} (CC BY 4.0)`,
  ].join(', ')

/** Says which release a host of files alone answers with; null for one that reads what is asked for. */
export const citedOnFiles = (evidence: EvidenceScope | undefined): string | null =>
  evidence?.is_served === false
    ? 'This site is of files alone: an address with ?release= answers with the newest release.'
    : null
