import { daysBetween, toDate } from '../../core/domain/dates.ts'
import { clean } from '../../core/domain/text.ts'
import type {
  BucketState,
  FolderState,
  IndexState,
  PublishedStatus,
  QueueState,
  RefusedRelease,
} from './index_state.ts'

/** Days without new data after which a source or a chain needs an operator. */
const STALE_DAYS = 3
const MAX_WHY = 400

/** A problem that needs an operator, and its fix. */
export interface Finding {
  what: string
  fix: string
}

/**
 * Finds problems that need an operator. `now` is in ms since 1970; `maxAge` is the allowed age of the newest day in
 * days.
 */
export function findProblems(
  { status, folder, bucket, queue, refused }: IndexState,
  now: number,
  maxAge: number,
): Finding[] {
  return [
    ...(status === null
      ? unpublishedFindings(folder)
      : [...late(status, toDate(now), maxAge), ...stale(status), ...mistypedFindings(status)]),
    ...(folder === null ? [] : [...cutShort(folder), ...unfinishedLog(folder, status)]),
    ...(bucket === null ? [] : findBucketProblems(bucket, status)),
    ...(queue === null ? [] : findQueueProblems(queue)),
    ...refused.map(refusedFinding),
  ]
}

const unpublishedFindings = (folder: FolderState | null): Finding[] =>
  folder?.running ? [] : [{ what: 'nothing is published', fix: 'npm run daily' }]

function late({ date }: PublishedStatus, today: string, maxAge: number): Finding[] {
  const age = daysBetween(date, today)
  if (age <= maxAge) return []
  const days = age === 1 ? 'yesterday' : `${age} days ago`
  return [
    {
      what: `the newest day is ${date}, ${days}`,
      fix: 'npm run daily -- --catch-up, and look at why the schedule did not run',
    },
  ]
}

function stale({ date, sources, chains }: PublishedStatus): Finding[] {
  const old = sources.filter(
    (source) => source.stale_since && daysBetween(source.stale_since, date) >= STALE_DAYS,
  )
  const behind = chains.filter((chain) => (chain.lag_seconds ?? 0) >= STALE_DAYS * 86_400)
  return [
    ...old.map(({ name, stale_since }) => ({
      what: `${name} has given nothing new since ${stale_since}`,
      fix: `npm run daily (each run of the day asks it again), or docs/operate/runbook.md#a-source-is-stale`,
    })),
    ...behind.map(({ source, chain, newest_block_time }) => ({
      what: `${source} has read ${chain} up to ${newest_block_time} only`,
      fix: `npm run daily -- --sources ${source} --refetch`,
    })),
  ]
}

/** A release of an earlier version does not say. */
const mistypedFindings = ({ unknown_records = [] }: Partial<PublishedStatus>): Finding[] =>
  unknown_records.map((record) => ({
    what: `an identity override names ${clean(record, MAX_WHY)}, which no source ever listed`,
    fix: 'sql/seeds/identity_overrides.csv: spell the record as the table records has it (source:record_key), or take the line out',
  }))

/** During a run its day is not finished. */
const cutShort = ({ unfinished, running }: FolderState): Finding[] =>
  unfinished === null || running !== null
    ? []
    : [
        {
          what: `the run of ${unfinished} began and did not end`,
          fix: `npm run daily -- --date ${unfinished}`,
        },
      ]

function unfinishedLog({ logged, running }: FolderState, status: PublishedStatus | null): Finding[] {
  if (logged === null || running !== null || logged === status?.release) return []
  return [
    {
      what: `the log ends with ${logged}, and what is served is ${status?.release ?? 'nothing'}`,
      fix: `npm run daily -- --date ${logged.slice(0, 10)}`,
    },
  ]
}

function findQueueProblems(queue: QueueState): Finding[] {
  if ('problem' in queue) return [{ what: queue.problem, fix: 'docs/operate/workers.md#what-happens-when' }]
  if (queue.failed === 0) return []
  return [
    {
      what: `${queue.failed} jobs of workers failed at every attempt within a day`,
      fix: 'the run that posted them says what it lacks: run the day again with --refetch --sources, or docs/operate/workers.md',
    },
  ]
}

const refusedFinding = (refused: RefusedRelease): Finding => ({
  what:
    'problem' in refused
      ? `what the service remembers of the log cannot be read: ${clean(refused.problem, MAX_WHY)}`
      : `the service refuses ${clean(refused.release, MAX_WHY)}: ${clean(refused.why, MAX_WHY)}`,
  fix: 'docs/operate/runbook.md#a-release-is-refused',
})

function findBucketProblems(
  { logSize, isCollecting }: BucketState,
  status: PublishedStatus | null,
): Finding[] {
  const served = status?.log?.size ?? null
  return [
    ...(isCollecting
      ? [
          {
            what: 'objects of the bucket are being deleted, so that nothing can be published',
            fix: 'wait; where no npm run assay -- store gc is under way any more: npm run assay -- store gc --resume',
          },
        ]
      : []),
    ...(logSize !== null && served !== null && logSize !== served
      ? [
          {
            what: `the log of the bucket has ${logSize} entries, and what is served ${served}`,
            fix: 'npm run daily, and npm run assay -- store verify',
          },
        ]
      : []),
  ]
}
