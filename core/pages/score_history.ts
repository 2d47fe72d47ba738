import { type AgentDays, comparable, type Snapshot, toSnapshots } from '../views/agent_days.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import type { AgentView } from './agent_page_view.ts'
import { calendar } from './draw/calendar.ts'
import { sparkline } from './draw/sparkline.ts'
import type { PageSite } from './page_site.ts'

/** Days of history on the page of an agent. */
const DAYS = 90
const LINE = { width: 704, height: 88 }

/** Draws the score history of an agent and the days on which it was alive; without a rank the days alone. */
export function agentScoreHistory(
  { tier }: AgentRecord,
  agentDays: AgentDays,
  { day }: PageSite,
): Pick<AgentView, 'course' | 'calendar'> {
  const days = lastDays(agentDays, day)
  if (days.every(({ score_total }) => score_total === null)) return { course: null, calendar: null }
  return {
    course: tier === 'evidence_ranked' ? drawCourse(scoredDays(agentDays, day)) : null,
    calendar: drawCalendar(days),
  }
}

/** Returns the days on the figures of an agent, the oldest first. */
export const lastDays = (agentDays: AgentDays, today: string): Snapshot[] =>
  toSnapshots(agentDays, today, DAYS)

/** Returns those from the first one on that today's methodology scored: what another scored is no place of the same line. */
export function scoredDays(agentDays: AgentDays, today: string): Snapshot[] {
  const days = lastDays(agentDays, today)
  const [first] = comparable(agentDays, days)
  return first === undefined ? [] : days.slice(days.indexOf(first))
}

function drawCourse(days: Snapshot[]): AgentView['course'] {
  const scores = days.map(({ score_total }) => score_total)
  const line = sparkline(scores, 'course', LINE)
  if (line === null) return null
  const known = scores.filter((score) => score !== null)
  return {
    line,
    ...ends(days),
    days: days.length,
    observed_days: known.length,
    first: scores[0] ?? null,
    last: scores.at(-1) ?? null,
    lowest: Math.min(...known),
    highest: Math.max(...known),
    rows: days.toReversed().map(({ date, score_total, rank, alive }) => ({
      date,
      score: score_total,
      rank,
      alive: describeLiveness(alive),
    })),
  }
}

function drawCalendar(days: Snapshot[]): AgentView['calendar'] {
  const states = days.map(({ alive }) => alive)
  const count = (wanted: boolean | null) => states.filter((state) => state === wanted).length
  return {
    cells: calendar(states),
    ...ends(days),
    alive: count(true),
    dead: count(false),
    unknown: count(null),
  }
}

const ends = (days: Snapshot[]) => ({ from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '' })

const describeLiveness = (alive: boolean | null): string =>
  alive === null ? 'unknown' : alive ? 'alive' : 'not alive'
