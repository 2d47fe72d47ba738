import { hashHex } from '../../archive/archive.ts'
import { assignLane, LANES } from '../../source/lane.ts'
import { isSignOfLife, type ProbeOutcome } from '../outcome.ts'
import type { ProbeTarget, ProtocolKind } from '../protocol.ts'
import { sortByText } from '../sort_by_text.ts'

/** Of the addresses of a lane that look dead, and of those that answer, as many are asked again: 40 of all lanes. */
const DRAWN_EACH = 40 / LANES
/** Outcomes that may be the prober's error: no sign of life, and none that says that the host refused us. */
const LOOKS_DEAD = new Set<ProbeOutcome>([
  ...(['card_only', 'wrong_protocol', 'parked', 'not_found', 'malformed', 'redirects'] as const),
  ...(['dns', 'refused', 'tls', 'server_error', 'timeout'] as const),
])

/** An address that the control arm asks. */
export interface ControlTarget extends Pick<ProbeTarget, 'url' | 'kind'> {
  /** The addresses to which its probe sent a POST: no other gets one. */
  posted: ReadonlySet<string>
}

/** A finished probe, as far as it decides whether its address is drawn. */
export interface DrawableProbe extends Pick<ProbeTarget, 'url' | 'kind'> {
  outcome: ProbeOutcome
  status: number | null
}

/** Turns that a kind has in a round, where it is more than one: the shares that are cited are of these. */
const TURNS: Partial<Record<ProtocolKind, number>> = { mcp: 3, x402: 2, a2a: 2 }

/**
 * Draws the addresses that the control arm asks again on a day: 40 that look dead and 40 that gave a sign of life, in
 * equal parts of the lanes of hosts, so that several machines draw the same. The kinds take turns, or a fault with one of
 * them would be lost among the dead pages of a day; within a kind each way to look so (outcome and status) has its part
 * of the draw. Within these a hash of the date and the address decides. What a lane has fewer of is taken whole.
 */
export function drawControl(finished: Iterable<DrawableProbe>, day: string): DrawableProbe[] {
  const ordered = sortByText([...finished], ({ url }) => hashHex(`control ${day} ${url}`))
  const lanes = [...Map.groupBy(ordered, ({ url }) => assignLane(url))].sort(([a], [b]) => a - b)
  const isDead = ({ outcome }: DrawableProbe) => LOOKS_DEAD.has(outcome)
  const isAlive = ({ outcome }: DrawableProbe) => isSignOfLife(outcome)
  return [isDead, isAlive].flatMap((isDrawn) =>
    lanes.flatMap(([lane, probes]) => drawByKind(probes.filter(isDrawn), `${day} ${lane}`)),
  )
}

/** `turn`: by it another kind is first in each lane and on each day. */
function drawByKind(probes: DrawableProbe[], turn: string): DrawableProbe[] {
  const kinds = sortByText([...Map.groupBy(probes, ({ kind }) => kind)], ([kind]) =>
    hashHex(`${turn} ${kind}`),
  )
  const queues = kinds.map(([kind, all]) => ({ left: drawByLook(all), turns: TURNS[kind] ?? 1 }))
  const drawn: DrawableProbe[] = []
  while (drawn.length < DRAWN_EACH && queues.some(({ left }) => left.length > 0))
    for (const { left, turns } of queues) drawn.push(...left.splice(0, turns))
  return drawn.slice(0, DRAWN_EACH)
}

/** Takes from each way to look dead or alive by its number of addresses (Sainte-Laguë). */
function drawByLook(probes: DrawableProbe[]): DrawableProbe[] {
  const looks = [...Map.groupBy(probes, ({ outcome, status }) => `${outcome} ${status}`)]
  const ranked = looks.flatMap(([look, all]) =>
    all.slice(0, DRAWN_EACH).map((probe, taken) => ({ probe, look, rank: all.length / (2 * taken + 1) })),
  )
  ranked.sort((a, b) => b.rank - a.rank || (a.look < b.look ? -1 : 1))
  return ranked.map(({ probe }) => probe)
}
