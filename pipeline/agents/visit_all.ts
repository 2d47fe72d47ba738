import { UpstreamDown } from '../../core/domain/errors.ts'
import { NotChecked, type Visit } from '../http/guarded.ts'
import type { DroppedField, KnownRow, Observation } from '../source/source.ts'

// Minimum number of visits for a total failure to mean this machine is offline.
const MIN_SILENT = 20

/** A visit, and the row read from it. */
export interface VisitedRow {
  visit: Visit
  row: Record<string, unknown>
  /** The parts of it that no field of the row could take. */
  dropped?: DroppedField[]
}

/**
 * Visits the address of each item concurrently, and yields the observations in the order of the items. Visits that the
 * guard could not make or defers are omitted; returns the number deferred. Throws UpstreamDown when none of many was
 * answered: then it is this machine that is offline.
 */
export async function* visitAll<T>(
  items: T[],
  see: (item: T) => Promise<VisitedRow>,
): AsyncGenerator<Observation, number> {
  const begun = items.map((item) => see(item).then(dropBody, classifyError))
  // All are awaited before a failure is thrown, so that no visit is left running.
  const settled = await Promise.allSettled(begun)
  const results = settled.map((promiseSettledResult) => {
    if (promiseSettledResult.status === 'rejected') throw promiseSettledResult.reason
    return promiseSettledResult.value
  })
  const visited = results.filter((item) => typeof item === 'object')
  yield* visited.map(({ observation }) => observation)
  const requested = visited.filter(({ outcome }) => outcome !== 'refused_unsafe')
  const tried = requested.length + results.filter((item) => item === 'unseen').length
  if (tried < MIN_SILENT || requested.some(({ status }) => status !== null))
    return results.filter((item) => item === 'left out').length
  const advice = 'see whether this machine has a network and a name server'
  throw new UpstreamDown(
    'the addresses of agents',
    `none of the ${tried} that were tried answered: ${advice}`,
  )
}

/** True if a visit with this row sends a request: not to an unsafe address, nor to a name that does not exist. */
export const sendsRequest = (row: KnownRow | undefined): boolean =>
  row?.outcome !== 'refused_unsafe' && row?.outcome !== 'dns_dead'

/** Without the body: some are large, and there are thousands of them. */
interface SlimVisit extends Pick<Visit, 'outcome' | 'status'> {
  observation: Observation
}

function dropBody({ visit, row, dropped = [] }: VisitedRow): SlimVisit {
  const { url, sha256, retrievedAt, outcome, status } = visit
  return { outcome, status, observation: { from: { url, sha256, retrievedAt }, row, dropped } }
}

function classifyError(error: unknown): 'unseen' | 'left out' {
  if (error instanceof NotChecked) return 'unseen'
  if (error instanceof UpstreamDown) return 'left out'
  throw error
}
