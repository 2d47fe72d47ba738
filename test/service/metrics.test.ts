import { expect, test } from 'vitest'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { createMetrics, type MetricSources } from '../../serving/service/observe/metrics.ts'

const NOW = Date.parse('2026-01-03T01:00:00Z')

const released = (date: string) =>
  ({ reader: { id: `${date}-abc`, about: { date } } }) as Pick<ServedRelease, 'reader'> as ServedRelease

function createTestMetrics(sources: Partial<MetricSources> = {}) {
  const metrics = createMetrics({
    release: async () => released('2026-01-01'),
    ledger: async () => [{ state: 'served', count: 7 }],
    now: () => NOW,
    ...sources,
  })
  const lines = async () => (await metrics.text()).split('\n').filter((line) => line.startsWith('assay_'))
  return { metrics, lines }
}

test('answers are counted by endpoint and status, and their time by endpoint', async () => {
  const { metrics, lines } = createTestMetrics()
  metrics.called('find', 200, 0.0004)
  metrics.called('find', 200, 0.003)
  metrics.called('find', 400, 40)
  const found = await lines()
  expect(found).toContain('assay_http_requests_total{endpoint="find",status="200"} 2')
  expect(found).toContain('assay_http_requests_total{endpoint="find",status="400"} 1')
  expect(found).toContain('assay_http_request_seconds_bucket{le="0.0005",endpoint="find"} 1')
  expect(found).toContain('assay_http_request_seconds_bucket{le="0.005",endpoint="find"} 2')
  expect(found).toContain('assay_http_request_seconds_bucket{le="30",endpoint="find"} 2')
  expect(found).toContain('assay_http_request_seconds_count{endpoint="find"} 3')
})

test('payments, the ledger and the release', async () => {
  const { metrics, lines } = createTestMetrics()
  metrics.paid('served', 'find_full')
  const found = await lines()
  expect(found).toContain('assay_payments_total{outcome="served",endpoint="find_full"} 1')
  // An alarm is raised by its increase, hence from 0 on.
  expect(found).toContain('assay_payments_total{outcome="settlement_not_on_chain",endpoint="find_full"} 0')
  expect(found).toContain('assay_ledger_rows{state="served"} 7')
  expect(found).toContain('assay_release_info{release="2026-01-01-abc"} 1')
  expect(found).toContain(`assay_release_age_seconds{date="2026-01-01"} ${25 * 3600}`)
})

test('a metric that cannot be read is omitted without delay; finished ones are gone', async () => {
  let release: ServedRelease | null = released('2026-01-01')
  let ledger = async () => [{ state: 'unknown', count: 1 }]
  const { lines } = createTestMetrics({ release: async () => release, ledger: () => ledger() })
  expect((await lines()).join()).toContain('assay_ledger_rows{state="unknown"} 1')
  release = released('2026-01-02')
  ledger = () => Promise.reject(new Error('away'))
  const next = (await lines()).join()
  expect(next).not.toContain('assay_ledger_rows{')
  expect(next).not.toContain('2026-01-01')
  release = null
  ledger = () => new Promise(() => {})
  const started = performance.now()
  expect((await lines()).join()).not.toContain('2026-01-02')
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('two servers in one process count for themselves', async () => {
  const [first, second] = [createTestMetrics(), createTestMetrics()]
  first.metrics.called('find', 200, 0.1)
  expect((await second.lines()).join()).not.toContain('endpoint="find"')
})

/** A release with this status. */
const withStatus = (status: object) => {
  const bytes = new TextEncoder().encode(JSON.stringify(status))
  const reader = { id: 'r', about: { date: '2026-01-03' }, read: async () => ({ bytes }) }
  return async () => ({ reader }) as unknown as ServedRelease
}

const STATUS = {
  ...{ type: 'index_status', date: '2026-01-03', release: 'r', manifest_sha256: 'a'.repeat(64) },
  ...{ code_version: '1', checks: 1, runs: [], log: null, anchor: null, queue: null },
  store: { layout: 'files', files: 1, bytes: 1 },
  sources: [
    ['github', 'ok', '2026-01-03', null],
    ['arena', 'failed', '2026-01-01', '2026-01-02'],
    ['smithery', 'skipped', null, null],
  ].map(([name, outcome, last_ok_on, stale_since]) => ({
    ...{ name, title: name, outcome, last_ok_on, stale_since, left_out: null },
  })),
  chains: [
    {
      ...{ source: 'payments', chain: 'eip155:1', first_block: 1, newest_block: 9, missing_blocks: 4 },
      ...{ newest_block_time: '2026-01-03T05:00:00Z', lag_seconds: null, lag_blocks: null },
    },
  ],
  ...{ limitations: [], last_updated: '2026-01-03T05:00:00Z' },
}

test("the release's run is exported from its status; unknown values are not", async () => {
  const found = await createTestMetrics({ release: withStatus(STATUS) }).lines()
  expect(found).toContain('assay_run_sources{outcome="failed"} 1')
  expect(found).toContain('assay_source_stale_days{source="github"} 0')
  expect(found).toContain('assay_source_stale_days{source="arena"} 2')
  expect(found).toContain('assay_chain_missing_blocks{source="payments",chain="eip155:1"} 4')
  const text = found.join()
  for (const unknown of ['source="smithery"', 'assay_chain_lag_seconds', 'assay_log_entries', 'assay_anchor'])
    expect(text).not.toContain(unknown)
  const log = { size: 12, root: 'a'.repeat(64), date: '2026-01-03', release: 'r' }
  const logged = await createTestMetrics({ release: withStatus({ ...STATUS, log }) }).lines()
  expect(logged).toContain('assay_log_entries 12')
  expect((await createTestMetrics({ release: withStatus({ type: 'other' }) }).lines()).join()).not.toContain(
    'assay_run',
  )
})
