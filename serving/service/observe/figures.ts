import { DAY_MS, daysBetween } from '../../../core/domain/dates.ts'
import { MemoryLimits } from '../limits/memory_limits.ts'
import type { GuardCounts } from '../release/known_log/log_guard.ts'
import type { Figure, GaugeSources, MetricSample, ReleaseStatus } from './figure.ts'

const toPoint = (value: number | null): MetricSample[] => [[{}, value]]

const byLabel = (label: string, values: Readonly<Record<string, number>>): MetricSample[] =>
  Object.entries(values).map(([value, count]) => [{ [label]: value }, count])

const readGauges =
  (points: (gauges: GaugeSources) => MetricSample[]): Figure['read'] =>
  ({ resourceGauges }) => {
    const parts = resourceGauges()
    return parts === null ? [] : points(parts)
  }

const readFromStatus =
  (points: (status: ReleaseStatus) => MetricSample[]): Figure['read'] =>
  async ({ status }) => {
    const read = await status()
    return read === null ? [] : points(read)
  }

const readFromGuard = (value: (counts: GuardCounts) => number): Figure['read'] =>
  readGauges(({ guard: { counts } }) => (counts === null ? [] : toPoint(value(counts))))

/** The times of answers, counted in `call_tally.ts`: `/metrics` shows them as a histogram. */
export const CALL_TIMES = {
  name: 'assay_http_request_seconds',
  help: 'Time until an answer was ready, by endpoint',
  labels: ['endpoint'],
  watch: 'histogram; time until an answer is ready',
} as const

/** All figures, apart from those times and Node's own. */
export const FIGURES: readonly Figure[] = [
  {
    name: 'assay_http_requests_total',
    help: 'Answers by endpoint and status',
    labels: ['endpoint', 'status'],
    watch: 'any 500',
    read: ({ calls }) => calls.answers().map(([endpoint, status, count]) => [{ endpoint, status }, count]),
  },
  {
    name: 'assay_payments_total',
    help: 'Payments by outcome and endpoint',
    labels: ['outcome', 'endpoint'],
    watch:
      'outcomes of calls to paid endpoints, including quotes; any `settlement_not_on_chain`: the facilitator calls a payment settled and the chain does not show it',
    read: ({ payments }) =>
      [...payments].flatMap(([outcome, counts]) =>
        [...counts].map(([endpoint, count]): MetricSample => [{ outcome, endpoint }, count]),
      ),
  },
  {
    name: 'assay_ledger_rows',
    help: 'Payments in the ledger by state, those that are served left out',
    labels: ['state'],
    watch:
      '`unknown` above 0 for ten minutes; absent while the database is down, and never there for `served`',
    read: async ({ ledger }) => (await ledger()).map(({ state, count }) => [{ state }, count]),
  },
  {
    name: 'assay_release_age_seconds',
    help: 'Time since the end of the day that the release is of',
    labels: ['date'],
    watch: 'more than two days: the daily run fails',
    read: async ({ release, now }) => {
      const date = (await release())?.reader.about.date
      return date === undefined ? [] : [[{ date }, computeAge(date, now())]]
    },
  },
  {
    name: 'assay_release_info',
    help: 'The release that is served: always 1',
    labels: ['release'],
    watch: 'which one is served',
    read: async ({ release }) => {
      const served = await release()
      return served === null ? [] : [[{ release: served.reader.id }, 1]]
    },
  },
  {
    name: 'assay_connections',
    help: 'Connections that are open',
    labels: [],
    watch: 'near its bound',
    read: readGauges(({ listener }) => toPoint(listener.connections.open)),
  },
  {
    name: 'assay_connections_of_one_address',
    help: 'Connections of the address with the most of them',
    labels: [],
    watch: 'at its bound: somebody opens many',
    read: readGauges(({ listener }) => toPoint(listener.connections.busiestAddressCount)),
  },
  {
    name: 'assay_connections_ended_total',
    help: 'Connections that a bound has ended, by which',
    labels: ['why'],
    watch:
      '`full` (all places are taken), `refused`, `evicted` (one address wanted more), `stalled` (nothing was read), `pipelined`',
    read: readGauges(({ listener }) => byLabel('why', { ...listener.connections.refusals })),
  },
  {
    name: 'assay_file_reads',
    help: 'Reads of files of the release',
    labels: ['state'],
    watch: '`waiting` that stays above 0: the disk is slow, or a release is cold',
    read: readGauges(({ reads }) => byLabel('state', { ...reads.load })),
  },
  {
    name: 'assay_cache_bytes',
    help: 'Bytes held in memory to answer with',
    labels: ['cache'],
    watch: 'answers, results of tool servers, files and variants of the release',
    read: readGauges(({ cache, state, follower }) =>
      byLabel('cache', {
        answers: cache.load.bytes,
        results: state.known.load.bytes,
        release: follower.cachedBytes(),
      }),
    ),
  },
  {
    name: 'assay_cache_entries',
    help: 'Answers held in memory',
    labels: ['cache'],
    watch: 'of the first two, how many',
    read: readGauges(({ cache, state }) =>
      byLabel('cache', { answers: cache.load.entries, results: state.known.load.entries }),
    ),
  },
  {
    name: 'assay_task_bytes',
    help: 'Bytes of A2A tasks that were added in the last hour',
    labels: [],
    watch: 'bytes of A2A tasks added in the last hour',
    read: readGauges(({ state }) => toPoint(state.taskBytes())),
  },
  {
    name: 'assay_known_callers',
    help: 'Callers in the fullest window of a limit',
    labels: [],
    watch: 'callers in the fullest window of a limit',
    read: readGauges(({ state: { rpcLimits } }) =>
      rpcLimits instanceof MemoryLimits ? toPoint(rpcLimits.callers) : [],
    ),
  },
  {
    name: 'assay_log_lines_left_out_total',
    help: 'Lines that the log has left out',
    labels: [],
    watch: 'above 0: read why there were so many',
    read: readGauges(({ log }) => toPoint(log.omittedLines?.() ?? 0)),
  },
  {
    name: 'assay_run_sources',
    help: 'Sources by what became of them in the run of the release',
    labels: ['outcome'],
    watch: 'sources in the run of the served release; `failed` of several at once: our network',
    read: readFromStatus(({ sources }) =>
      (['ok', 'part', 'failed', 'skipped'] as const).map((outcome) => [
        { outcome },
        sources.filter((source) => source.outcome === outcome).length,
      ]),
    ),
  },
  {
    name: 'assay_source_stale_days',
    help: 'Days that a source has given nothing new; 0: fresh, absent: never read',
    labels: ['source'],
    watch: '3 or more; absent for a source that was never read',
    read: readFromStatus(({ date, sources }) =>
      sources.map(({ name, last_ok_on, stale_since }) => [
        { source: name },
        last_ok_on === null ? null : stale_since === null ? 0 : daysBetween(stale_since, date) + 1,
      ]),
    ),
  },
  {
    name: 'assay_chain_lag_seconds',
    help: 'From the newest block that was read to the newest response of the run',
    labels: ['source', 'chain'],
    watch: 'more than two days',
    read: readFromStatus(({ chains }) =>
      chains.map(({ source, chain, lag_seconds }) => [{ source, chain }, lag_seconds]),
    ),
  },
  {
    name: 'assay_chain_missing_blocks',
    help: 'Blocks between the first and the newest one that were never read',
    labels: ['source', 'chain'],
    watch: 'above 0 for a week',
    read: readFromStatus(({ chains }) =>
      chains.map(({ source, chain, missing_blocks }) => [{ source, chain }, missing_blocks]),
    ),
  },
  {
    name: 'assay_log_entries',
    help: 'Entries of the log',
    labels: [],
    watch: 'never falls',
    read: readFromStatus(({ log }) => toPoint(log?.size ?? null)),
  },
  {
    name: 'assay_release_refused',
    help: '1 while a release is offered that the log does not allow',
    labels: [],
    watch: '1: [a release is refused](../operate/runbook.md#a-release-is-refused)',
    read: readFromGuard(({ isRefusing }) => Number(isRefusing)),
  },
  {
    name: 'assay_releases_refused_total',
    help: 'Times that a release was refused',
    labels: [],
    watch: 'how often one was',
    read: readFromGuard(({ refusals }) => refusals),
  },
  {
    name: 'assay_known_log_entries',
    help: 'Entries of the log that is remembered',
    labels: [],
    watch: 'entries of the log that the service remembers; 0: none',
    read: readFromGuard(({ entries }) => entries),
  },
  {
    name: 'assay_anchor_days',
    help: 'Days of the log since the newest one that is anchored; absent: none is',
    labels: [],
    watch: 'days of the log since the newest one that is anchored',
    read: readFromStatus(({ anchor }) => toPoint(anchor?.days_since ?? null)),
  },
]

/** Returns the table in docs/reference/metrics.md. */
export const figuresTable = (): string =>
  [
    '| name | labels | what to watch |',
    '|---|---|---|',
    ...[CALL_TIMES, ...FIGURES].map(
      ({ name, labels, watch }) => `| \`${name}\` | ${labels.join(', ') || 'none'} | ${watch} |`,
    ),
  ].join('\n')

const computeAge = (date: string, now: number): number =>
  Math.max(0, Math.round((now - Date.parse(`${date}T00:00:00Z`) - DAY_MS) / 1000))
