import type { Category } from '../domain/category.ts'
import { daysBefore } from '../domain/dates.ts'
import type { AgentHistory } from '../resources/agent_history.schema.ts'

/**
 * Stored history of an agent's last 97 days in its primary category, the oldest first; each list has an item for each
 * day of `days_ago`, which omits days without an observation. `history/{handle}.json` on the private side.
 */
export interface AgentDays {
  category: Category
  /** The version of the methodology that scored today. */
  methodology_version: string | null
  /** The last day that another version scored, YYYY-MM-DD; null when there is none. */
  last_otherwise_scored_on: string | null
  /** Whole days before the release's own. */
  days_ago: number[]
  rank: (number | null)[]
  /** With two decimals. */
  score: number[]
  is_alive: (boolean | null)[]
  /** 0 to 100. */
  visibility: (number | null)[]
  /** The trust score, 0 to 100. */
  reputation: (number | null)[]
}

/** One calendar day; all is null on a day without an observation. */
export type Snapshot = AgentHistory['history'][number]

/** The calendar days up to the release's own, the oldest first. */
export function toSnapshots(agentDays: AgentDays, today: string, days: number): Snapshot[] {
  const at = new Map(agentDays.days_ago.map((ago, index) => [ago, index]))
  return Array.from({ length: days }, (_, nth) => snapshot(agentDays, at, { today, ago: days - 1 - nth }))
}

function snapshot(
  agentDays: AgentDays,
  at: Map<number, number>,
  { today, ago }: { today: string; ago: number },
): Snapshot {
  const index = at.get(ago) ?? -1
  const date = daysBefore(today, ago)
  const score = agentDays.score[index] ?? null
  const before = agentDays.score[at.get(ago + 7) ?? -1] ?? null
  const isComparable = isScoredAsToday(agentDays, daysBefore(today, ago + 7))
  return {
    date,
    rank: agentDays.rank[index] ?? null,
    score_total: score,
    alive: agentDays.is_alive[index] ?? null,
    visibility: agentDays.visibility[index] ?? null,
    reputation: agentDays.reputation[index] ?? null,
    weekly_delta: score === null || before === null || !isComparable ? null : difference(score, before),
  }
}

/** Today's score less that of seven days ago; null unless both were observed and scored by the same methodology. */
export const weeklyDelta = (agentDays: AgentDays, today: string): number | null =>
  toSnapshots(agentDays, today, 1)[0]?.weekly_delta ?? null

/** The days whose scores can be compared with today's. */
export const comparable = (agentDays: AgentDays, snapshots: Snapshot[]): Snapshot[] =>
  snapshots.filter(({ date, score_total }) => score_total !== null && isScoredAsToday(agentDays, date))

/**
 * Returns the trend of scores, the oldest first: the mean of the newer half against that of the older, without a middle
 * one. From one percent of the older mean on they rise or fall; with fewer than two it is unknown.
 */
export function scoreTrend(scores: number[]): AgentHistory['summary']['trend'] {
  if (scores.length < 2) return null
  const half = Math.floor(scores.length / 2)
  const older = sumInHundredths(scores.slice(0, half))
  const newer = sumInHundredths(scores.slice(-half))
  if (newer === older || 100 * Math.abs(newer - older) < older) return 'flat'
  return newer > older ? 'rising' : 'falling'
}

// Scores have two decimals: in hundredths their sums and differences are exact.
const hundredths = (score: number): number => Math.round(score * 100)

const sumInHundredths = (scores: number[]): number =>
  scores.reduce((sum, score) => sum + hundredths(score), 0)

/** One score less another, with two decimals. */
export const difference = (score: number, before: number): number =>
  (hundredths(score) - hundredths(before)) / 100

const isScoredAsToday = ({ last_otherwise_scored_on: last }: AgentDays, day: string): boolean =>
  last === null || day > last
