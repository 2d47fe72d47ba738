import { expect, test } from 'vitest'
import { PROBE_OUTCOMES } from '../../pipeline/probes/outcome.ts'
import { estimateShare } from '../../pipeline/probes/sampling.ts'
import { DAY, daysAgo, runCheck } from './given.ts'
import { readRows, rowsFrom, toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const PROBES = `url host kind outcome reason is_sample:boolean status:bigint observed_on:date protocol_version server_name tools_count:bigint
  tools_hash`

const SEEN = 'url host kind outcome control_outcome first_byte_ms:bigint vantage observed_on:date'

interface Seen {
  url: string
  kind?: string
  /** The result of its newest row. */
  outcome: string
  reason?: string
  /** Days before today of its newest row. */
  ago?: number
  isSample?: boolean
  /** The last observation, where the newest row has none. */
  last?: { outcome: string; ago: number }
  protocol_version?: string
}

const toRow = ({ url, kind = 'mcp', outcome, reason, ago = 0, isSample = false, last, ...rest }: Seen) => ({
  row: { url, outcome, reason, observed_on: daysAgo(ago), is_sample: isSample },
  probe: {
    ...{ url, kind, reason, is_sample: isSample, host: new URL(url).hostname, ...rest },
    outcome: last?.outcome ?? outcome,
    observed_on: last ? daysAgo(last.ago) : outcome === 'not_probed' ? null : daysAgo(ago),
  },
})

/** The addresses of one registry, of one chain of ERC-8004 and of one Bazaar. */
function given(
  seen: Seen[],
  declared: { population: string; dimension?: string; value?: string; url: string }[] = [],
) {
  const rows = seen.map(toRow)
  const all = [...seen.map(({ url }) => ({ population: 'mcp_registry', url })), ...declared]
  return toGivenTables(
    {
      int_probes__declared: 'population dimension value address',
      stg_endpoint_probes__probes: PROBES,
      raw_endpoint_probes: 'url outcome reason is_sample:boolean observed_on:date',
    },
    {
      int_probes__declared: all.map(({ url, population, ...part }) => ({
        ...{ population, dimension: 'all', value: 'all', ...part },
        address: url.toLowerCase().replace(/\/+$/, ''),
      })),
      stg_endpoint_probes__probes: rows.map(({ probe }) => probe),
      raw_endpoint_probes: rows.map(({ row }) => row),
    },
  )
}

const many = (host: string, count: number, result: (nth: number) => Omit<Seen, 'url'>): Seen[] =>
  Array.from({ length: count }, (_, nth) => ({ url: `https://${host}/${nth}`, ...result(nth) }))

const SAMPLED_OUT = { outcome: 'not_probed', reason: 'sampled_out', isSample: true }
/** Of 1,000 addresses of a host 200 are asked, and 150 of them answer. */
const LARGE = many('large.example', 1_000, (nth) =>
  nth < 200 ? { outcome: nth < 150 ? 'answers' : 'dns', isSample: true } : SAMPLED_OUT,
)

const TOTALS = 'outcome_group, counted, addresses, share, share_low, share_high'

const readTotals = async (seen: Seen[]) => {
  const sql = `select ${TOTALS} from probe_totals where kind = 'all' and counted > 0 order by outcome_group`
  return rowsFrom<object>(given(seen), ['probe_totals'], sql)
}

test('every outcome is in a group', async () => {
  const listed = await readRows<{ outcome: string }>({}, 'int_probes__outcome_groups', 'outcome')
  expect(listed.map(({ outcome }) => outcome)).toEqual([...PROBE_OUTCOMES].sort())
})

test('an address counts by its last observation, whenever that was', async () => {
  const seen: Seen[] = [
    { url: 'https://a.example/mcp', outcome: 'answers' },
    { url: 'https://b.example/mcp', outcome: 'dns', ago: 9 },
    {
      ...{ url: 'https://c.example/mcp', outcome: 'not_probed', reason: 'time' },
      last: { outcome: 'gated', ago: 3 },
    },
    { url: 'https://d.example/mcp', outcome: 'blocked' },
    { url: 'https://e.example/mcp', outcome: 'not_probed', reason: 'opted_out' },
  ]
  const total = (outcome_group: string) => ({
    ...{ outcome_group, counted: 1, addresses: 1, share: 25, share_low: null, share_high: null },
  })
  expect(await readTotals(seen)).toEqual(['answers', 'gated', 'silent', 'unmeasured'].map(total))
  const [row] = await readRows(given(seen), 'probe_populations', 'declared, known, unknown, sampled_hosts')
  expect(row).toEqual({ declared: 5, known: 4, unknown: 1, sampled_hosts: 0 })
})

test('a sampled host counts for all of its addresses, with the interval of its sample', async () => {
  const { low, high } = estimateShare(150, 200, 1_000) ?? { low: 0, high: 0 }
  const round = (share: number) => Math.round(share * 10_000) / 100
  const rows = await readTotals(LARGE)
  expect(rows[0]).toEqual({
    ...{ outcome_group: 'answers', counted: 150, addresses: 750, share: 75 },
    ...{ share_low: round(low), share_high: round(high) },
  })
  const census = many('small.example', 200, () => ({ outcome: 'answers' }))
  const [mixed] = (await readTotals([...LARGE, ...census])) as { share: number; share_low: number }[]
  // Of 1,200 addresses 200 are known for certain, so the interval is five sixths as wide.
  expect(mixed?.share).toBeCloseTo((100 * 950) / 1_200, 1)
  expect((mixed?.share ?? 0) - (mixed?.share_low ?? 0)).toBeCloseTo((75 - 100 * low) * (5 / 6), 1)
})

test('what the limits of a day held up says nothing of a host; what must not be asked does', async () => {
  const seen = many('large.example', 400, (nth) => {
    if (nth < 20) return { outcome: 'answers', isSample: true }
    if (nth < 40) return { outcome: 'not_probed', reason: 'robots', isSample: true }
    if (nth < 200) return { outcome: 'not_probed', reason: 'post_limit', isSample: true }
    return SAMPLED_OUT
  })
  const wanted = `declared, known, unknown, observed, sampled_hosts, sampled_addresses`
  expect(await readRows(given(seen), 'probe_populations', wanted)).toEqual(
    Array.from({ length: 2 }, () => ({
      ...{ declared: 400, known: 200, unknown: 200, observed: 20, sampled_hosts: 1, sampled_addresses: 400 },
    })),
  )
})

test("a week's samples of a host count together", async () => {
  const seen = many('large.example', 1_000, (nth) => {
    if (nth >= 300) return SAMPLED_OUT
    return { outcome: nth < 120 ? 'answers' : 'dns', isSample: true, ago: [0, 6, 7][nth % 3] as number }
  })
  expect(await readTotals(seen)).toMatchObject([
    { outcome_group: 'answers', counted: 80, addresses: 400 },
    { outcome_group: 'silent', counted: 120, addresses: 600 },
  ])
})

test('what must not be asked counts as often as it was drawn so far, whenever that was', async () => {
  const seen = many('large.example', 1_000, (nth) => {
    if (nth < 50) return { outcome: 'answers', isSample: true }
    if (nth < 150) return { outcome: 'gated', isSample: true, ago: 7 }
    if (nth < 200) return { outcome: 'not_probed', reason: 'post_only', isSample: true, ago: 7 }
    return SAMPLED_OUT
  })
  expect(await readTotals(seen)).toMatchObject([{ outcome_group: 'answers', counted: 50, addresses: 750 }])
  const [row] = await readRows(given(seen), 'probe_populations', 'declared, known, unknown')
  expect(row).toEqual({ declared: 1_000, known: 750, unknown: 250 })
})

test('samples older than a week give way, and a host that shrank counts each for itself', async () => {
  const old = many('large.example', 300, (nth) => ({
    ...{ outcome: nth < 150 ? 'dns' : 'answers', ago: nth < 150 ? 7 : 0, isSample: true },
  }))
  expect(await readTotals(old)).toMatchObject([{ outcome_group: 'answers', addresses: 300 }])
  const shrunk = [
    ...many('large.example', 2, () => ({ outcome: 'dns', ago: 1, isSample: true })),
    { url: 'https://large.example/kept', outcome: 'answers' },
  ]
  expect(await readTotals(shrunk)).toMatchObject([
    { outcome_group: 'answers', addresses: 1 },
    { outcome_group: 'silent', addresses: 2 },
  ])
})

test('an address of several populations counts in each, by kind and part', async () => {
  const seen: Seen[] = [
    { url: 'https://a.example/Mcp/', outcome: 'answers', protocol_version: '2025-06-18' },
    { url: 'https://a.example/pay', outcome: 'gated', kind: 'x402' },
  ]
  const declared = [
    { population: 'erc8004', dimension: 'chain', value: 'eip155:8453', url: 'https://a.example/mcp' },
    { population: 'erc8004', dimension: 'chain', value: 'eip155:8453', url: 'https://never.example/' },
  ]
  const wanted = 'population, dimension, value, kind, declared'
  expect(await readRows(given(seen, declared), 'probe_populations', wanted)).toEqual([
    ...['all', 'mcp'].map((kind) => ({
      ...{ population: 'erc8004', dimension: 'chain', value: 'eip155:8453', kind, declared: 1 },
    })),
    ...['all', 'mcp', 'x402'].map((kind) => ({
      ...{ population: 'mcp_registry', dimension: 'all', value: 'all', kind },
      declared: kind === 'all' ? 2 : 1,
    })),
  ])
  expect(
    await readRows(given(seen, declared), 'probe_versions', 'population, kind, version, addresses'),
  ).toEqual([{ population: 'mcp_registry', kind: 'mcp', version: '2025-06-18', addresses: 1 }])
})

test('each address of the last day was asked, or there is a reason', async () => {
  const seen: Seen[] = [
    { url: 'https://a.example/1', outcome: 'answers' },
    { url: 'https://a.example/2', outcome: 'dns', ago: 2 },
    { url: 'https://a.example/3', outcome: 'not_probed', reason: 'time', last: { outcome: 'dns', ago: 4 } },
    { url: 'https://a.example/{id}', outcome: 'not_probed', reason: 'template', ago: 5 },
    // A reason that lasts has no new row, and of what this machine could not observe there is none.
    { url: 'https://a.example/4', outcome: 'not_probed', reason: 'opted_out', ago: 5 },
    { url: 'https://a.example/5', outcome: 'gated', ago: 1 },
    { url: 'https://a.example/6', outcome: 'not_probed', reason: 'time', ago: 1 },
    ...many('large.example', 3, () => ({ outcome: 'answers', isSample: true })),
    { url: 'https://large.example/old', outcome: 'answers', isSample: true, ago: 1 },
    {
      url: 'https://large.example/post',
      outcome: 'not_probed',
      reason: 'post_limit',
      isSample: true,
      ago: 1,
    },
  ]
  const rows = await readRows(given(seen), 'probe_unasked', 'asked_on, kind, state, addresses')
  const expected = { asked: 4, not_due: 1, opted_out: 1, sampled_out: 2, template: 1, time: 1, unobserved: 2 }
  expect(rows).toEqual(
    ['all', 'mcp'].flatMap((kind) =>
      Object.entries(expected).map(([state, addresses]) => ({ asked_on: DAY, kind, state, addresses })),
    ),
  )
})

test('populations are what their records declare at present', async () => {
  const remote = (url: string) => [{ type: 'sse', url }]
  const service = (endpoint: string) => ({ name: 'web', endpoint, version: null })
  const given = toGivenTables(
    {
      stg_mcp_registry__servers: 'remotes:json departed_on:date',
      stg_erc8004_files__files: 'chain services:json',
      stg_x402_bazaar__listings: 'feed resource gone_since:date',
      stg_x402_bazaar__offers: 'resource chain is_gone:boolean',
      stg_endpoint_probes__cards: 'host last_ok_at:timestamp',
      raw_declared_addresses: 'declared url',
    },
    {
      stg_mcp_registry__servers: [
        { remotes: remote('https://A.example:443/mcp/') },
        { remotes: remote('https://gone.example/'), departed_on: DAY },
      ],
      stg_erc8004_files__files: [
        {
          chain: 'eip155:1',
          services: [service('https://a.example/mcp#top'), service('ipfs://x'), service('https://Ü.example')],
        },
      ],
      stg_x402_bazaar__listings: [{ feed: 'cdp', resource: 'https://b.example/pay' }],
      stg_x402_bazaar__offers: [{ resource: 'https://b.example/pay', chain: 'eip155:8453', is_gone: false }],
      raw_declared_addresses: [{ declared: 'https://Ü.example', url: 'https://xn--tda.example/' }],
      stg_endpoint_probes__cards: [{ host: 'b.example', last_ok_at: DAY }, { host: 'none.example' }],
    },
  )
  const rows = await readRows<Record<string, string>>(
    given,
    'int_probes__declared',
    'population, dimension, value, address',
  )
  expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
    'a2a_cards all all https://b.example/.well-known/agent-card.json',
    'all all all https://a.example/mcp',
    'all all all https://b.example/.well-known/agent-card.json',
    'all all all https://b.example/pay',
    'all all all https://xn--tda.example',
    'all all all ipfs://x',
    'bazaar all all https://b.example/pay',
    'bazaar chain eip155:8453 https://b.example/pay',
    'bazaar feed cdp https://b.example/pay',
    'erc8004 all all https://a.example/mcp',
    'erc8004 all all https://xn--tda.example',
    'erc8004 all all ipfs://x',
    'erc8004 chain eip155:1 https://a.example/mcp',
    'erc8004 chain eip155:1 https://xn--tda.example',
    'erc8004 chain eip155:1 ipfs://x',
    'mcp_registry all all https://a.example/mcp',
  ])
})

test('the sums of totals are checked before a release', async () => {
  const seen = [...LARGE, ...many('b.example', 3, () => ({ outcome: 'not_probed', reason: 'time' }))]
  const marts = [
    'totals',
    'populations',
    'outcomes',
    'unasked',
    'vantages',
    'hosts',
    'versions',
    'clusters',
    'slowest',
  ]
  const db = await buildFrom(
    { ...given(seen), ...toGivenTables({ run: 'day:date', observed_endpoint_probes: SEEN }, {}) },
    marts.map((name) => `probe_${name}`),
  )
  const broken = () =>
    Promise.all(
      ['probe_totals_add_up', 'probe_states_add_up', 'probe_hosts_within_populations'].map((name) =>
        runCheck(db, name),
      ),
    )
  expect(await broken()).toEqual([[], [], []])
  await db.run(`update probe_totals set addresses = addresses + 9 where outcome_group = 'silent';
    update probe_unasked set state = null where state = 'time';
    update probe_hosts set answers_share = 99 where host = 'large.example'`)
  expect((await broken()).every((rows) => rows.length > 0)).toBe(true)
  db.close()
})
