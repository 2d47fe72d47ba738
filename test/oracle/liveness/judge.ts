import { judgeAddresses } from './judge_addresses.ts'
import type { Reads } from './reads.ts'
import { SIGN_TABLE } from './sign_table.ts'
import { age, collectSigns, dateUpTo, daysFrom, type Judged, lastDate } from './signs.ts'

/** The sign that a verdict rests on; a live agent has no time. */
export interface Shown {
  sign: string
  time: number | null
}

/** A sign, or several together, on a day. */
export interface Judgement {
  isAlive: boolean
  /** Known to be past. */
  isPast: boolean
  /** A reading is missing that would show a sign. */
  isUnread: boolean
  shown: Shown | null
  /** The date of the last sign of life. */
  lastOn: string | null
}

/** The judgement of an agent as one of its kinds. */
export interface Verdict extends Judgement {
  kind: string
}

/** Lists the kinds by which an agent is judged: its categories, servers and services by their addresses. */
export function listKinds({ categories, addresses }: Judged): string[] {
  const addressed = addresses.some((asked) => asked !== null) ? 'asked' : 'unasked'
  const named = categories.map((category) =>
    !['mcp_server', 'service'].includes(category)
      ? category
      : addresses.length > 0
        ? addressed
        : 'unaddressed',
  )
  return [...new Set(named)]
}

/** Judges an agent as each of its kinds; a developer also by its own agents. */
export function judgeAgent(agent: Judged, reads: Reads, day: string): Verdict[] {
  const kinds = listKinds(agent)
  const own = agent.own.flatMap((held) => listKinds(held).map((kind) => judgeKind(kind, held, reads, day)))
  return [
    ...kinds.map((kind) => judgeKind(kind, agent, reads, day)),
    ...(kinds.includes('developer') && own.length > 0 ? [judgeOwner(own)] : []),
  ]
}

function judgeOwner(own: Verdict[]): Verdict {
  const isAlive = own.some((verdict) => verdict.isAlive)
  return {
    kind: 'developer',
    isAlive,
    isPast: own.every(({ isPast }) => isPast),
    isUnread: own.some((verdict) => verdict.isUnread && !verdict.isAlive),
    shown: isAlive ? { sign: 'agent_alive', time: null } : null,
    lastOn: lastDate(own),
  }
}

function judgeKind(kind: string, agent: Judged, reads: Reads, day: string): Verdict {
  const signs = collectSigns(kind, agent, reads).filter(({ isLife }) => isLife)
  const judged: Judgement[] = signs.map(({ key, time, days, readOn }) => {
    const unread = daysFrom(readOn, day)
    const isAlive = age(day, time) < days
    const isPast = unread < days && age(day, time) - unread >= days
    const shown = { sign: key, time }
    return { isAlive, isPast, isUnread: !isAlive && !isPast, shown, lastOn: dateUpTo(day, time) }
  })
  if (kind === 'asked') judged.unshift(judgeAddresses(agent.addresses, day))
  const isMissed = agent.unread.has(kind)
  const isTold = kind !== 'unasked' && judged.some(({ shown, isPast }) => shown !== null || isPast)
  return {
    kind,
    isAlive: judged.some(({ isAlive }) => isAlive),
    isPast: isTold && !isMissed && judged.every(({ isPast }) => isPast),
    isUnread: isMissed || judged.some(({ isUnread }) => isUnread),
    shown: chooseShown(kind, judged),
    lastOn: lastDate(judged),
  }
}

/** The latest of what counts, else of all; at one second the first of the table. */
function chooseShown(kind: string, judged: Judgement[]): Shown | null {
  const order = Object.keys(SIGN_TABLE[kind] ?? {})
  const seconds = ({ shown }: Judgement): number => Math.round(Number(shown?.time) / 1000)
  const place = ({ shown }: Judgement): number => order.indexOf(shown?.sign ?? '')
  const shown = judged.filter((judgement) => judgement.shown !== null)
  shown.sort(
    (a, b) => Number(b.isAlive) - Number(a.isAlive) || seconds(b) - seconds(a) || place(a) - place(b),
  )
  return shown[0]?.shown ?? null
}
