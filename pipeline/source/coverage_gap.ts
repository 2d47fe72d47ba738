/**
 * A part of what a source reads that is not known on a day: of one chain, or of the source. Published in the mart
 * `coverage`. Its words are of the source's own, never an error's: a rebuild from the archive must say the same.
 */
export interface CoverageGap {
  /** CAIP-2; null where the source reads no chain, or all of them alike. */
  chain: string | null
  /** The counted things, in the plural: blocks, registrations, repositories. */
  kind: string
  /** Null: unknown. */
  observed_count: number | null
  expected_count: number | null
  /** A clause that follows "since" or a colon, without a full stop. */
  reason: string
  /** A sentence without a full stop that says what would mend it; null: another day does. */
  fix: string | null
}
