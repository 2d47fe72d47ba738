import { UpstreamDown } from '../../../core/domain/errors.ts'
import type { SourceDay, SourcePart } from '../../archive/source_day.ts'
import type { Split } from '../../source/source.ts'
import type { JobEnd } from './job_queue.ts'
import { formatPart } from './part.ts'

/** Fields shared by all records of a source on a day. */
export type SourceDayHeader = Pick<
  SourceDay,
  'source' | 'date' | 'world' | 'backfilled' | 'unreleased' | 'settings'
>

const THE_WORKERS = 'the workers'

/**
 * Merges the records of a source's jobs: where each read everything, the result equals the record of one machine. It is
 * a failed one where no job has read anything.
 */
export function mergeJobs(head: SourceDayHeader, ends: JobEnd[], { stops }: Split = {}): SourceDay {
  const ended = ends.flatMap(({ recorded }) => recorded ?? [])
  const unanswered = ended.reduce((sum, day) => sum + (day.unanswered ?? 0), 0) || undefined
  if (!ended.some(isRead))
    return { ...head, outcome: 'failed', error: findFirstError(ends), unanswered, responses: [] }
  const isWhole = ends.every(
    (end) => end.recorded !== null && (!stops || (isRead(end.recorded) && !end.isCut)),
  )
  const kept = ended.filter((day) => isWhole || isRead(day))
  const failures = kept.flatMap(({ failures = [] }) => failures)
  const isUnfinished = ends.some(({ recorded }) => recorded === null || mayHaveMore(recorded))
  return {
    ...{ ...head, outcome: 'ok', error: null, unanswered },
    ...(isUnfinished && { unfinished: true }),
    ...(!isWhole && ends.length > 1 && { parts: ends.map(toSourcePart) }),
    ...(failures.length > 0 && { failures }),
    responses: kept.flatMap(({ responses }) => responses),
  }
}

/** An upstream that answered a job, if only with an error, says the same later on. */
const mayHaveMore = (day: SourceDay): boolean | undefined =>
  day.unfinished ?? (!isRead(day) && day.unanswered !== undefined)

const isRead = ({ outcome }: SourceDay): boolean => outcome === 'ok'

const getOutcome = ({ recorded }: JobEnd): SourcePart['outcome'] =>
  recorded === null ? 'lost' : isRead(recorded) ? 'ok' : 'failed'

const toSourcePart = (end: JobEnd): SourcePart => ({ part: formatPart(end.part), outcome: getOutcome(end) })

function findFirstError(ends: JobEnd[]): SourceDay['error'] {
  const failed = ends.find(({ recorded }) => recorded?.outcome === 'failed')
  if (failed?.recorded) return failed.recorded.error
  const lost = ends.find((end) => end.recorded === null)
  const { name, address, message } = new UpstreamDown(THE_WORKERS, lost?.problem ?? 'there was no job')
  return { name, address, message }
}
