import type { AgentRecord } from '../views/agent_record.ts'
import { describeFlags } from '../views/flag_words.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { badgeLabel, COLORS, shortName } from './agent_badge.ts'
import type { Badge } from './badge.ts'

/** Facts of which the badge of an agent's uptime is made. */
export interface UptimeFacts {
  name: string
  /** Days of the last 30 on which any of its addresses was observed, and on which any answered; or why there are none. */
  days: { measured: number; answered: number } | 'departed' | 'unknown'
  /** Grave risks that the agent is flagged for; null for none. */
  flagged: string | null
  /** The logical date of the release, YYYY-MM-DD. */
  day: string
  world: ReleaseInfo['world']
}

/** Shares of the measured days from which a badge is green, and below which it is red. */
export const STEADY_SHARE = 0.9
export const SILENT_SHARE = 0.5

// The sentence is for those who cannot see the page where it stands.
const MEANING = ' (any of its addresses, of the days in 30 on which one was measured)'
const MIDDLE_COLOR = '#860'

/** The badge of the days on which an agent answered. */
export const uptimeBadge = (
  { name, departed_on, reliability, trust }: AgentRecord,
  { day, world }: ReleaseInfo,
): Badge =>
  makeUptimeBadge({
    name,
    days:
      departed_on !== null
        ? 'departed'
        : { measured: reliability?.measured_days_30 ?? 0, answered: reliability?.answered_days_30 ?? 0 },
    flagged: describeFlags(trust.flags),
    ...{ day, world },
  })

/** The badge that says these facts. */
export function makeUptimeBadge({ name, days, flagged, day, world }: UptimeFacts): Badge {
  const state = describeDays(days)
  const parts = [
    flagged,
    `${state}${typeof days === 'string' ? '' : MEANING}`,
    day,
    world === 'live' ? null : `${world} data`,
  ]
  return {
    ...badgeLabel(world),
    message: flagged === null ? state : `flagged · ${state}`,
    color: flagged === null ? chooseColor(days) : COLORS.flagged,
    isWarning: flagged !== null || days === 'unknown',
    sentence: `${shortName(name)} · Assay: ${parts.filter((part) => part !== null).join(', ')}`,
  }
}

function describeDays(days: UptimeFacts['days']): string {
  if (typeof days === 'string') return days
  const { measured, answered } = days
  return measured === 0
    ? 'not measured'
    : `answered ${answered} of ${measured} ${measured === 1 ? 'day' : 'days'}`
}

function chooseColor(days: UptimeFacts['days']): string {
  if (typeof days === 'string' || days.measured === 0) return COLORS.unknown
  const share = days.answered / days.measured
  if (share >= STEADY_SHARE) return COLORS.evidence_ranked
  return share < SILENT_SHARE ? COLORS.flagged : MIDDLE_COLOR
}
