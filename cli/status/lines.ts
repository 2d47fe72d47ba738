import { daysBefore } from '../../core/domain/dates.ts'
import { clean } from '../../core/domain/text.ts'
import { columns } from '../columns.ts'
import { paymentDayLines } from '../commands/payment_day_lines.ts'
import { oldListLines } from '../commands/summary.ts'
import type { Finding } from './findings.ts'
import type { FolderState, IndexState, PublishedStatus, QueueState } from './index_state.ts'

const MAX_CELL = 60

/** Formats the state for people; the actions needed come last, where they stay on the screen. */
export function statusLines({ place, status, folder, queue }: IndexState, findings: Finding[]): string[] {
  return [
    ...(status === null ? [`${place}: nothing is published`] : publishedLines(place, status)),
    ...(queue === null ? [] : queueLines(queue)),
    ...(folder === null ? [] : folderLines(folder)),
    '',
    ...(findings.length === 0
      ? ['No action needed.']
      : findings.flatMap(({ what, fix }) => [`ACTION NEEDED: ${what}`, `  ${fix}`])),
  ]
}

function publishedLines(place: string, status: PublishedStatus): string[] {
  const { date, release, code_version, last_updated, store, checks } = status
  const head = [
    ['index', place],
    ['release', `${release} of ${date}, code ${code_version}, ${checks} checks passed`],
    ['data up to', last_updated],
    ['files', `${formatCount(store.files)} (${formatCount(store.bytes)} bytes), layout ${store.layout}`],
    ['log', logText(status)],
    ['anchor', anchorText(status)],
  ]
  return [
    ...columns(head),
    ...formatTable('Runs', runRows(status)),
    ...missedLines(status),
    ...formatTable('Sources', sourceRows(status)),
    ...paymentDayLines(status.payments ?? []),
    ...(status.coverage.length === 0 ? [] : formatTable('Not whole', coverageRows(status))),
    ...(status.chains.length === 0 ? [] : formatTable('Chains', chainRows(status))),
    ...oldListLines(status.lists?.filter(({ old_entries }) => old_entries > 0) ?? []),
  ]
}

const formatTable = (title: string, rows: string[][]): string[] => ['', title, ...columns(rows)]

const logText = ({ log }: PublishedStatus): string =>
  log === null ? 'none is kept' : `${formatCount(log.size)} entries, head ${log.root} of ${log.date}`

const anchorText = ({ anchor }: PublishedStatus): string =>
  anchor === null
    ? 'none is confirmed'
    : `${anchor.date} on ${anchor.chain}, block ${formatCount(anchor.block_number)}, ${anchor.days_since} days of the log after it`

const runRows = ({ runs }: PublishedStatus): string[][] => [
  ['day', 'read', 'in part', 'failed', 'not asked', 'requests', 'rows', 'refused'],
  ...runs.map((run) => [
    run.day,
    ...[run.sources_ok, run.sources_part, run.sources_failed, run.sources_skipped].map(formatCount),
    ...[run.requests, run.rows, run.quarantined].map(formatCount),
  ]),
]

/** The days between those that were run. */
function missedLines({ runs }: PublishedStatus): string[] {
  const missed = runs.flatMap(({ day }, at) => {
    const before = runs[at + 1]?.day
    const days: string[] = []
    for (let text = daysBefore(day, 1); before !== undefined && text > before; text = daysBefore(text, 1))
      days.push(text)
    return days
  })
  return missed.length === 0 ? [] : [`Missed for good: ${missed.join(', ')}`]
}

const sourceRows = ({ sources }: PublishedStatus): string[][] => [
  ['source', 'outcome', 'last read', 'stale since', 'left for another day'],
  ...sources.map(({ name, outcome, last_ok_on, stale_since, left_out }) => [
    ...[name, outcome, last_ok_on ?? 'never', stale_since ?? '-'],
    left_out === null ? '-' : clean(left_out, MAX_CELL),
  ]),
]

const coverageRows = ({ coverage }: PublishedStatus): string[][] => [
  ['source', 'chain', 'what', 'known', 'of about', 'since', 'why', 'what mends it'],
  ...coverage.map((gap) => [
    ...[gap.source, gap.chain ?? '-', gap.kind, formatCount(gap.observed_count)],
    ...[formatCount(gap.expected_count), gap.since],
    ...[clean(gap.reason, MAX_CELL), clean(gap.fix ?? 'another day', MAX_CELL)],
  ]),
]

const chainRows = ({ chains }: PublishedStatus): string[][] => [
  ['chain', 'source', 'newest block', 'its time', 'missing blocks', 'lag, s', 'lag, blocks'],
  ...chains.map((chain) => [
    ...[chain.chain, chain.source, formatCount(chain.newest_block), chain.newest_block_time],
    ...[chain.missing_blocks, chain.lag_seconds, chain.lag_blocks].map(formatCount),
  ]),
]

const queueLines = (queue: QueueState): string[] =>
  'problem' in queue
    ? []
    : [
        '',
        `Jobs of workers: ${formatCount(queue.waiting)} waiting, ${formatCount(queue.active)} under way, ${formatCount(queue.failed)} failed within a day.`,
      ]

const folderLines = ({ running, unfinished }: FolderState): string[] =>
  running === null
    ? []
    : ['', `Process ${running} is at work${unfinished === null ? '' : ` on ${unfinished}`}.`]

const formatCount = (count: number | null): string =>
  count === null ? 'unknown' : count.toLocaleString('en-US')
