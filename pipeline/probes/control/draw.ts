import { hashHex } from '../../archive/archive.ts'
import { isSignOfLife, type ProbeOutcome } from '../outcome.ts'
import type { ProbeTarget } from '../protocol.ts'
import { sortByText } from '../sort_by_text.ts'

/** Number of addresses of each kind that are asked again on a day. */
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

/**
 * Draws the addresses that the control arm asks again on a day: 40 that look dead and 40 that gave a sign of life, by a
 * hash of the date and the address. What a day has fewer of is taken whole.
 */
export function drawControl(
  finished: Iterable<{ url: string; outcome: ProbeOutcome }>,
  day: string,
): string[] {
  const ordered = sortByText([...finished], ({ url }) => hashHex(`control ${day} ${url}`))
  const draw = (isDrawn: (outcome: ProbeOutcome) => boolean) =>
    ordered.filter(({ outcome }) => isDrawn(outcome)).slice(0, DRAWN_EACH)
  const drawn = [...draw((outcome) => LOOKS_DEAD.has(outcome)), ...draw(isSignOfLife)]
  return drawn.map(({ url }) => url)
}
