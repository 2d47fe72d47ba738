import { hashHex } from '../../archive/archive.ts'
import { isSignOfLife, type ProbeOutcome } from '../outcome.ts'
import type { ProbeTarget } from '../protocol.ts'
import { sortByText } from '../sort_by_text.ts'

/** Number of addresses that look dead, and of those that answer, that are asked again on a day. */
const DRAWN_EACH = 40
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

/**
 * Draws the addresses that the control arm asks again on a day: 40 that look dead and 40 that gave a sign of life. The
 * kinds take turns, and within a kind the ways to look so (outcome and status), that of most addresses first: a fault of
 * the prober makes one of these large, and would be lost among the dead pages of a day. Within these a hash of the date
 * and the address decides. What a day has fewer of is taken whole.
 */
export function drawControl(finished: Iterable<DrawableProbe>, day: string): DrawableProbe[] {
  const ordered = sortByText([...finished], ({ url }) => hashHex(`control ${day} ${url}`))
  const draw = (isDrawn: (outcome: ProbeOutcome) => boolean) =>
    takeTurns(
      [
        ...Map.groupBy(
          ordered.filter(({ outcome }) => isDrawn(outcome)),
          ({ kind }) => kind,
        ),
      ]
        .sort(byName)
        .map(([, ofKind]) =>
          takeTurns(sortBySize(Map.groupBy(ofKind, ({ outcome, status }) => `${outcome} ${status}`))),
        ),
    ).slice(0, DRAWN_EACH)
  return [...draw((outcome) => LOOKS_DEAD.has(outcome)), ...draw(isSignOfLife)]
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

const sortBySize = <T>(groups: Map<string, T[]>): T[][] =>
  [...groups].sort((a, b) => b[1].length - a[1].length || byName(a, b)).map(([, group]) => group)

/** Returns the first of each list, then the second of each. */
function takeTurns<T>(lists: T[][]): T[] {
  const rounds = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
