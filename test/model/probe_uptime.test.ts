import { expect, test } from 'vitest'
import { estimateShare } from '../../pipeline/probes/sampling.ts'
import { DAY, daysAgo, runCheck } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const SEEN = `url host kind outcome control_outcome first_byte_ms:bigint vantage observed_on:date is_sample:boolean`

interface Seen {
  outcome: string
  ago?: number
  ms?: number
  url?: string
  kind?: string
  vantage?: string
  control?: string
}

const toRow = ({ outcome, ago = 0, ms, url = 'https://a.example/mcp', kind = 'mcp', ...rest }: Seen) => ({
  ...{ url, host: new URL(url).hostname, kind, outcome, first_byte_ms: ms ?? null, is_sample: false },
  ...{ vantage: rest.vantage ?? 'main', control_outcome: rest.control ?? null, observed_on: daysAgo(ago) },
})

const given = (seen: Seen[], more: Record<string, { columns: string; rows: object[] }> = {}) => ({
  ...toGivenTables(
    { run: 'day:date', observed_endpoint_probes: SEEN },
    { run: [{ day: DAY }], observed_endpoint_probes: seen.map(toRow) },
  ),
  ...Object.fromEntries(
    Object.entries(more).map(([name, { columns, rows }]) => [
      name,
      toGivenTables({ [name]: columns }, { [name]: rows })[name] as never,
    ]),
  ),
})

test('uptime is the share of observations that answered; what says something of the prober is none', async () => {
  const seen: Seen[] = [
    { outcome: 'answers', ms: 120 },
    { outcome: 'gated', ago: 6, ms: 80 },
    { outcome: 'rate_limited', ago: 2, ms: 9 },
    { outcome: 'blocked', ago: 3 },
    { outcome: 'not_probed', ago: 4 },
    { outcome: 'dns', ago: 7 },
    { outcome: 'answers_before_payment', ago: 29, ms: 400, vantage: 'other' },
    { outcome: 'answers', ago: 30, ms: 1 },
    { outcome: 'blocked', url: 'https://b.example/' },
  ]
  const wanted = `address, observations_7, uptime_7d, observations_30, uptime_30d, latency_p50_ms, vantages, bit_count(measured_days)::bigint as measured, bit_count(answered_days)::bigint as answered`
  expect(await readRows(given(seen), 'int_probes__uptime', wanted)).toEqual([
    {
      ...{ address: 'https://a.example/mcp', observations_7: 2, uptime_7d: 100, observations_30: 4 },
      ...{ uptime_30d: 75, latency_p50_ms: 120, vantages: ['main', 'other'], measured: 4, answered: 3 },
    },
  ])
})

test('the uptime of an agent is that of all observations of its addresses', async () => {
  const seen: Seen[] = [
    { outcome: 'answers', ms: 100 },
    { outcome: 'answers', ago: 8, ms: 100 },
    { outcome: 'timeout', ago: 9 },
    { outcome: 'dns', url: 'https://b.example/Pay/' },
    { outcome: 'answers', ago: 29, url: 'https://b.example/Pay/' },
    { outcome: 'blocked', ago: 3 },
  ]
  const addresses = ['https://a.example/mcp', 'https://b.example/pay', 'https://c.example']
  const tables = given(seen, {
    int_agents__addresses: {
      columns: 'handle address',
      rows: addresses.map((address) => ({ handle: 'alder', address })),
    },
  })
  const wanted = `handle, probed_addresses, observations_7, uptime_7d, observations_30, uptime_30d, latency_p50_ms, vantages, measured_days_30, answered_days_30`
  expect(await readRows(tables, 'int_agents__uptime', wanted)).toEqual([
    {
      ...{ handle: 'alder', probed_addresses: 2, observations_7: 2, uptime_7d: 50, observations_30: 5 },
      ...{ uptime_30d: 60, latency_p50_ms: 100, vantages: 1, measured_days_30: 4, answered_days_30: 3 },
    },
  ])
})

test('the control arm counts what a second client saw, on its last day and in 30 days', async () => {
  const seen: Seen[] = [
    { outcome: 'timeout', control: 'answers', url: 'https://a.example/' },
    { outcome: 'dns', control: 'dns', url: 'https://b.example/' },
    { outcome: 'answers', control: 'rate_limited', url: 'https://c.example/' },
    { outcome: 'answers', control: 'refused', url: 'https://d.example/', ago: 2, kind: 'web' },
    { outcome: 'answers', url: 'https://e.example/' },
  ]
  const db = await buildFrom(given(seen), ['probe_control', 'probe_disagreements'])
  expect(await runCheck(db, 'probe_control_adds_up')).toEqual([])
  await db.run(`update probe_disagreements set addresses = 2 where kind = 'web'`)
  expect(await runCheck(db, 'probe_control_adds_up')).toEqual([{ kind: 'web', addresses: 1 }])
  db.close()
  const wanted = 'days, kind, said, asked, alive, silent, unmeasured'
  const rows = await readRows<{ kind: string }>(given(seen), 'probe_control', wanted)
  expect(rows.filter(({ kind }) => kind === 'all')).toEqual([
    { days: 1, kind: 'all', said: 'alive', asked: 1, alive: 0, silent: 0, unmeasured: 1 },
    { days: 1, kind: 'all', said: 'silent', asked: 2, alive: 1, silent: 1, unmeasured: 0 },
    { days: 30, kind: 'all', said: 'alive', asked: 2, alive: 0, silent: 1, unmeasured: 1 },
    { days: 30, kind: 'all', said: 'silent', asked: 2, alive: 1, silent: 1, unmeasured: 0 },
  ])
  expect(
    await readRows(given(seen), 'probe_disagreements', 'kind, outcome, control_outcome, addresses'),
  ).toEqual([
    { kind: 'mcp', outcome: 'timeout', control_outcome: 'answers', addresses: 1 },
    { kind: 'web', outcome: 'answers', control_outcome: 'refused', addresses: 1 },
  ])
})

test('slow hosts are those with three answers or more, by their median', async () => {
  const slow = [0, 1, 2].map((ago): Seen => ({ outcome: 'gated', ago, ms: 900 + ago }))
  const seen: Seen[] = [
    ...slow,
    ...[1, 2, 3].map((ms): Seen => ({ outcome: 'answers', ms, url: `https://fast.example/${ms}` })),
    ...[1, 2].map((ago): Seen => ({ outcome: 'answers', ago, ms: 9_000, url: 'https://twice.example/' })),
    ...[1, 2, 3].map((ago): Seen => ({ outcome: 'dns', ago, ms: 9_000, url: 'https://dead.example/' })),
  ]
  const wanted = 'position, kind, host, first_byte_ms, answers, addresses'
  expect(await readRows(given(seen), 'probe_slowest', wanted)).toEqual([
    { position: 1, kind: 'mcp', host: 'a.example', first_byte_ms: 901, answers: 3, addresses: 1 },
    { position: 2, kind: 'mcp', host: 'fast.example', first_byte_ms: 2, answers: 3, addresses: 3 },
  ])
})

const PROBED = `address host kind outcome outcome_group reason status:bigint observed_on:date is_sampled:boolean is_drawn:boolean is_excluded:boolean
  protocol_version server_name tools_count:bigint tools_hash`

const readProbed = (rows: object[], model: string, wanted: string, more: Record<string, string> = {}) => {
  const named = { int_probes__declared: 'population dimension value address', int_probes__addresses: PROBED }
  const part = { population: 'all', dimension: 'all', value: 'all' }
  const declared = rows.map((row) => ({ ...part, ...row }))
  const tables = toGivenTables(
    {
      ...named,
      endpoints: 'handle kind url',
      int_probes__uptime: more.uptime ?? 'address',
      int_probes__listing_differences: 'address differences:varchar[]',
    },
    {
      int_probes__declared: declared,
      int_probes__addresses: rows,
      endpoints: [{ handle: 'alder', kind: 'mcp', url: 'https://large.example/399' }],
    },
  )
  return readRows(tables, model, wanted)
}

const [LOW, HIGH] = (['low', 'high'] as const).map(
  (side) => Math.round((estimateShare(50, 100, 400)?.[side] ?? 0) * 10_000) / 100,
)

const LARGE = Array.from({ length: 400 }, (_, nth) => ({
  ...{ address: `https://large.example/${nth}`, host: 'large.example', kind: 'mcp', is_sampled: true },
  ...{ is_drawn: nth < 100, is_excluded: false },
  ...(nth < 50
    ? { outcome: 'answers', outcome_group: 'answers' }
    : { outcome: nth < 100 ? 'dns' : 'not_probed', outcome_group: nth < 100 ? 'silent' : 'not_probed' }),
  ...(nth >= 100 && { reason: 'sampled_out' }),
}))

test('a host decides by its share of a population; a sampled one has an estimate of what answers', async () => {
  const small = (nth: number, host = 's.example') => ({
    ...{
      address: `https://${host}/${nth}`,
      host,
      kind: 'mcp',
      is_sampled: false,
      is_drawn: false,
      is_excluded: false,
    },
    ...{ outcome: 'answers', outcome_group: 'answers' },
  })
  const rows = [...LARGE, small(1), small(2), small(3, 'alone.example')]
  const wanted = `position, host, addresses, population_share, is_sampled, observed, answers_share, answers_share_low,
    answers_share_high`
  expect(await readProbed(rows, 'probe_hosts', wanted)).toEqual([
    {
      ...{ position: 1, host: 'large.example', addresses: 400, population_share: 99.26, is_sampled: true },
      ...{ observed: 100, answers_share: 50, answers_share_low: LOW, answers_share_high: HIGH },
    },
    {
      ...{ position: 2, host: 's.example', addresses: 2, population_share: 0.5, is_sampled: false },
      ...{ observed: 2, answers_share: 100, answers_share_low: null, answers_share_high: null },
    },
  ])
})

test("an address that was left out of a sample has no state of its own, but its host's estimate", async () => {
  const uptime = `address uptime_7d:double observations_7:bigint uptime_30d:double observations_30:bigint latency_p50_ms:bigint`
  const wanted = 'url, outcome, reason, observations_30, uptime_30d, host_estimate'
  expect(await readProbed(LARGE, 'endpoint_probes', wanted, { uptime })).toEqual([
    {
      ...{ url: 'https://large.example/399', outcome: 'not_probed', reason: 'sampled_out' },
      ...{ observations_30: 0, uptime_30d: null },
      host_estimate: {
        ...{
          addresses: 400,
          observed: 100,
          alive_share: 50,
          alive_share_low: LOW,
          alive_share_high: HIGH,
        },
      },
    },
  ])
})

test('servers with the same tools are a cluster, without those that have no tool', async () => {
  const server = (nth: number, tools_hash: string, tools_count = 3) => ({
    ...{
      address: `https://${nth}.example/`,
      host: `${nth % 2}.example`,
      kind: 'mcp',
      server_name: `s${nth}`,
    },
    ...{ tools_hash, tools_count },
  })
  const rows = [
    server(1, 'a'),
    server(2, 'a'),
    server(3, 'a'),
    server(4, 'b'),
    server(5, 'c', 0),
    server(6, 'c', 0),
  ]
  expect(
    await readProbed(rows, 'probe_clusters', 'tools_hash, tools, servers, hosts, first_host, server_name'),
  ).toEqual([{ tools_hash: 'a', tools: 3, servers: 3, hosts: 2, first_host: '1.example', server_name: 's1' }])
})
