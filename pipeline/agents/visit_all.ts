import { UpstreamDown } from '../../core/domain/errors.ts'
import { Unseen, type Visit } from '../http/guarded.ts'
import type { Dropped, Known, Observation } from '../source/source.ts'

// Fewer strangers than this can all be away at once.
const MIN_SILENT = 20

/** A visit, and what was read out of it. */
export interface Seen {
  visit: Visit
  row: Record<string, unknown>
  /** What of it no field of the row could take. */
  dropped?: Dropped[]
}

/**
 * Visits what each item names, all at once, and yields what was seen, in the order of the items. What the guard could
 * not look at, or leaves for a later day, is left out; returns how many those for a later day are. Throws UpstreamDown
 * when of many nobody answered: then it is this machine that is cut off.
 */
export async function* visitAll<T>(
  items: T[],
  see: (item: T) => Promise<Seen>,
): AsyncGenerator<Observation, number> {
  const begun = items.map((item) => see(item).then(keep, leaveOut))
  // All are waited for before a failure is passed on, so that no visit is left under way.
  const settled = await Promise.allSettled(begun)
  const came = settled.map((promiseSettledResult) => {
    if (promiseSettledResult.status === 'rejected') throw promiseSettledResult.reason
    return promiseSettledResult.value
  })
  const kept = came.filter((item) => typeof item === 'object')
  yield* kept.map(({ observation }) => observation)
  const asked = kept.filter(({ outcome }) => outcome !== 'refused_unsafe')
  const tried = asked.length + came.filter((item) => item === 'unseen').length
  if (tried < MIN_SILENT || asked.some(({ status }) => status !== null))
    return came.filter((item) => item === 'left out').length
  const advice = 'see whether this machine has a network and a name server'
  throw new UpstreamDown(
    'the addresses of agents',
    `none of the ${tried} that were tried answered: ${advice}`,
  )
}

/** Whether a visit as this row tells of it is asked of anybody: an unsafe address is not, nor a name that does not exist. */
export const asksAnybody = (row: Known | undefined): boolean =>
  row?.outcome !== 'refused_unsafe' && row?.outcome !== 'dns_dead'

/** Without the body: some are large, and there are thousands of them. */
interface Kept extends Pick<Visit, 'outcome' | 'status'> {
  observation: Observation
}

function keep({ visit, row, dropped = [] }: Seen): Kept {
  const { url, sha256, retrievedAt, outcome, status } = visit
  return { outcome, status, observation: { from: { url, sha256, retrievedAt }, row, dropped } }
}

function leaveOut(error: unknown): 'unseen' | 'left out' {
  if (error instanceof Unseen) return 'unseen'
  if (error instanceof UpstreamDown) return 'left out'
  throw error
}
