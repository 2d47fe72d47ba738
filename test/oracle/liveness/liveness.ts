import { SIGNALS } from '../../../core/domain/signals.ts'
import { publishedTime } from '../scoring.ts'
import type { Chance } from './chances.ts'
import type { Compared } from './find_chance.ts'
import { judgeAgent, listKinds, type Verdict } from './judge.ts'
import type { Reads } from './reads.ts'
import { age, collectSigns, type Judged, lastDate, type Sign } from './signs.ts'
import { describeLife } from './words.ts'

/** Alive by a sign that counts; dead where all that was ever shown is past, by readings that are young enough. */
export function expectedLiveness(
  agent: Judged,
  reads: Reads,
  day: string,
  findChance: (compared: Compared) => Chance,
): object {
  const { addresses } = agent
  const verdicts = judgeAgent(agent, reads, day).sort(byWeight)
  const [chosen] = verdicts
  const state = expectedState(verdicts)
  const signs = listKinds(agent)
    .flatMap((kind) => collectSigns(kind, agent, reads))
    .sort(byTime)
  const upkeep = signs.filter(({ isUpkeep }) => isUpkeep)
  const maintained = upkeep.length === 0 ? null : upkeep.some(({ time, days }) => age(day, time) < days)
  const [kind, shown] = [chosen?.kind ?? null, chosen?.shown ?? null]
  const { probability, cases } = findChance({ kind: kind ?? 'none', lastOn: lastDate(verdicts), addresses })
  const maintainedAt = upkeep[0]?.time ?? null
  const isUnread = state === 'unknown' && verdicts.some((verdict) => verdict.isUnread)
  const facts = { state, kind, shown, isUnread, addresses, maintained, maintainedAt, probability, cases }
  return {
    state,
    ...lastActivity(signs, day),
    endpoint_answered_at: timeOrNull(lastAnswer(agent)),
    says: describeLife(facts, day),
    judged_as: kind,
    rests_on: shown?.sign ?? null,
    rests_on_at: timeOrNull(shown?.time ?? null),
    maintained,
    maintained_at: timeOrNull(maintainedAt),
    alive_probability: probability,
    alive_probability_cases: cases,
  }
}

function lastActivity(signs: Sign[], day: string): object {
  const [act] = signs
  return {
    last_activity_at: timeOrNull(act?.time ?? null),
    last_activity: act ? SIGNALS[act.key]?.name : null,
    days_since_active: act ? Math.min(...signs.map(({ time }) => age(day, time))) : null,
  }
}

function lastAnswer({ addresses }: Judged): number | null {
  const answers = addresses.flatMap((asked) => asked?.answeredAt ?? [])
  return answers.length > 0 ? Math.max(...answers) : null
}

function expectedState(verdicts: Verdict[]): string {
  if (verdicts.some(({ isAlive }) => isAlive)) return 'alive'
  return verdicts.length > 0 && verdicts.every(({ isPast }) => isPast) ? 'not_alive' : 'unknown'
}

/** The kind that the state is told of: alive, with a sign, the latest. */
function byWeight(a: Verdict, b: Verdict): number {
  const seconds = ({ shown }: Verdict): number => Math.round((shown?.time ?? 0) / 1000)
  return (
    Number(b.isAlive) - Number(a.isAlive) ||
    Number(a.shown === null) - Number(b.shown === null) ||
    seconds(b) - seconds(a) ||
    (a.kind < b.kind ? -1 : 1)
  )
}

const timeOrNull = (time: number | null): string | null => (time === null ? null : publishedTime(time))
const byTime = (a: Sign, b: Sign): number => b.time - a.time || (a.key < b.key ? -1 : 1)
