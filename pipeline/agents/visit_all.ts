import { UpstreamDown } from '../errors.ts'
import type { Visit } from '../http/guarded.ts'
import type { Observation } from '../source.ts'

// Fewer strangers than this can all be away at once.
const MIN_SILENT = 20

/** A visit, and what was read out of it. */
export interface Seen {
  visit: Visit
  row: Record<string, unknown>
}

/**
 * Visits what each item names, all at once, and yields what was seen, in the order of the items. What the guard's budget leaves out is left out. Throws UpstreamDown when of many nobody
 * answered: then it is this machine that is cut off.
 */
export async function* visitAll<T>(items: T[], see: (item: T) => Promise<Seen>): AsyncGenerator<Observation> {
  const begun = items.map((item) => see(item).then(keep, leaveOut))
  // All are waited for before a failure is passed on, so that no visit is left under way.
  const settled = await Promise.allSettled(begun)
  const kept = settled.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value ?? []
  })
  yield* kept.map(({ observation }) => observation)
  const asked = kept.filter(({ outcome }) => outcome !== 'refused_unsafe')
  if (asked.length < MIN_SILENT || asked.some(({ status }) => status !== null)) return
  const advice = 'see whether this machine has a network'
  throw new UpstreamDown(asked[0]?.observation.from.url ?? '', `nobody answers, nor any other: ${advice}`)
}

/** Without the body: some are large, and there are thousands of them. */
interface Kept extends Pick<Visit, 'outcome' | 'status'> {
  observation: Observation
}

function keep({ visit, row }: Seen): Kept {
  const { url, sha256, retrievedAt, outcome, status } = visit
  return { outcome, status, observation: { from: { url, sha256, retrievedAt }, row } }
}

function leaveOut(error: unknown): null {
  if (error instanceof UpstreamDown) return null
  throw error
}
