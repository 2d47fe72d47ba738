/** The kinds of things that are examined. */
export type FindingKind = 'source' | 'dataset' | 'node' | 'gateway' | 'service' | 'setting'

/**
 * The weight of a finding. `ok`: it gave what a run needs. `note`: a fact, or a check that could not be made. `warning`:
 * a run works, with less or later. `failure`: a run would lack it.
 */
export type FindingLevel = 'ok' | 'note' | 'warning' | 'failure'

/** A sentence about one subject. Third-party text in it is cleaned and capped. */
export interface DoctorFinding {
  kind: FindingKind
  /** The name of the source, dataset, setting, …, or the host of a node. */
  subject: string
  /** The host that was asked; null where none was. */
  host: string | null
  level: FindingLevel
  text: string
}

/** Creates the findings of one subject. */
export const findingsAbout =
  (kind: FindingKind, subject: string, host: string | null | undefined = null) =>
  (level: FindingLevel, text: string): DoctorFinding => ({ kind, subject, host, level, text })
