import cvss from 'ae-cvss-calculator'
import { listAt, pick } from '../source/pick.ts'

/** The qualitative ratings of CVSS, by the lowest score of each. */
const RATINGS = [
  [9, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [0.1, 'low'],
  [0, 'none'],
] as const

export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none'] as const
type Severity = (typeof SEVERITIES)[number]

/** The words of databases that rate without a vector. */
const WORDS: Record<string, Severity> = {
  ...{ critical: 'critical', high: 'high', moderate: 'medium', medium: 'medium', low: 'low' },
}

/** The library throws for the names of an object's own methods, among others. */
const VECTOR =
  /^(?=.{1,300}$)(?:CVSS:(?:3\.[01]|4\.0)\/)?[A-Za-z]{1,3}:[A-Za-z]+(?:\/[A-Za-z]{1,3}:[A-Za-z]+)*$/

/** The severity of a vulnerability; all null where its database has none. */
export interface Rated {
  severity: Severity | null
  cvss_score: number | null
  cvss_vector: string | null
}

/**
 * Returns the severity of an advisory in the form of OSV: by the vector of the newest version of CVSS, of the advisory or
 * of an affected package, else as its database rates it in a word.
 */
export function rateAdvisory(advisory: unknown): Rated {
  const scored = [advisory, ...listAt(advisory, 'affected')]
    .flatMap((part) => listAt(part, 'severity'))
    .flatMap(toScored)
    .sort((a, b) => b.version.localeCompare(a.version) || b.score - a.score)
  const [best] = scored
  if (best === undefined) return { severity: readWord(advisory), cvss_score: null, cvss_vector: null }
  const severity = RATINGS.find(([least]) => best.score >= least)?.[1] ?? null
  return { severity, cvss_score: best.score, cvss_vector: best.vector }
}

function readWord(advisory: unknown): Severity | null {
  const word = pick(advisory, 'database_specific', 'severity')
  const known = typeof word === 'string' ? word.toLowerCase() : ''
  return Object.hasOwn(WORDS, known) ? (WORDS[known] ?? null) : null
}

/** A vector that cannot be read is none: nobody's guess takes its place. */
function toScored(entry: unknown): { version: string; score: number; vector: string }[] {
  const [version, vector] = [pick(entry, 'type'), pick(entry, 'score')]
  if (typeof version !== 'string' || typeof vector !== 'string') return []
  if (!/^CVSS_V\d$/.test(version) || !VECTOR.test(vector)) return []
  const read = cvss.fromVector(vector)
  if (read == null || !read.isBaseFullyDefined()) return []
  const { base } = read.calculateScores()
  return typeof base === 'number' && base >= 0 && base <= 10 ? [{ version, score: base, vector }] : []
}
