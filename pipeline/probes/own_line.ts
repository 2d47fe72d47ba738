import { LINE_DOUBTS, type ProbeOutcome } from './outcome.ts'

/** Fewer probes say nothing of the line. */
const MIN_PROBES = 50
const MAX_FACTOR = 2
const MAX_FIRST_SHARE = 0.75
/** Smaller shares are the hosts' own. */
const MIN_SHARE = 0.25

/** The probes of a day, and those without a connection or an answer. */
export interface LineDay {
  probed: number
  failed: number
}

export const NO_PROBES: LineDay = { probed: 0, failed: 0 }

export const addToLine = ({ probed, failed }: LineDay, outcome: ProbeOutcome): LineDay => ({
  probed: probed + (outcome === 'not_probed' ? 0 : 1),
  failed: failed + (LINE_DOUBTS.includes(outcome) ? 1 : 0),
})

/**
 * Returns why our own line is in doubt on a day, in words, or null: names, connections, TLS or answers failed at more
 * than twice their share of the last good days; without any, at more than three in four. On such a day nobody is to
 * blame.
 */
export function describeBadLine(today: LineDay, goodDays: readonly LineDay[]): string | null {
  if (today.probed < MIN_PROBES) return null
  const past = goodDays.filter(({ probed }) => probed >= MIN_PROBES)
  const usual = past.reduce((sum, { failed, probed }) => sum + failed / probed, 0) / past.length
  const max = past.length === 0 ? MAX_FIRST_SHARE : MAX_FACTOR * usual
  const share = today.failed / today.probed
  if (share <= max || share < MIN_SHARE) return null
  const before = past.length === 0 ? 'at most 75 % are plausible' : `usually ${toPercent(usual)}`
  return `${toPercent(share)} of the probes got no connection or no answer (${before}), so our own line is in doubt and they count for nothing`
}

const toPercent = (share: number): string => `${Math.round(100 * share)} %`
