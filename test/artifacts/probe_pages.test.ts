import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probePolicy } from '../../core/interface/schemas/probe_policy.ts'
import { probeReport } from '../../core/interface/schemas/probe_report.ts'
import { probesPage } from '../../pipeline/artifacts/pages/probes.ts'
import { statePages } from '../../pipeline/artifacts/pages/state.ts'
import type { ProbePolicy } from '../../pipeline/artifacts/probes/policy.ts'
import type { ProbeReport } from '../../pipeline/artifacts/probes/topics.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { estimateShare } from '../../pipeline/probes/sampling.ts'
import { pageRenderer } from '../../pipeline/render/pages.ts'
import { table, toGivenTables } from '../model/given_tables.ts'
import { buildFrom } from '../model/sql_harness.ts'
import { ROOT } from '../pages.ts'
import { assertNested } from '../render/html.ts'
import { createReleaseInfo } from './market_site.ts'

const DAY = '2026-03-31'
const ROW = `url host kind outcome reason status:bigint first_byte_ms:bigint protocol_version server_name tools_count:bigint
  tools_hash vantage is_sample:boolean host_addresses:bigint control_outcome observed_on:date observed_at source_url
  response_sha256 declared_method final_url server_version total_ms:bigint details:json`
const MARTS = `populations totals outcomes unasked vantages versions hosts clusters slowest control disagreements`

interface Seen {
  url: string
  outcome: string
  kind?: string
  [field: string]: unknown
}

const HOSTILE = '<b>name</b>'

/** Of a host with 1,000 servers 200 are asked; others answer, are gated, silent, or tell a second client another thing. */
const LARGE: Seen[] = Array.from({ length: 1_000 }, (_, nth) => ({
  ...{ url: `https://large.example/${nth}`, is_sample: true, host_addresses: 1_000 },
  ...(nth < 200
    ? { outcome: nth < 150 ? 'answers' : 'gated' }
    : { outcome: 'not_probed', reason: 'sampled_out' }),
}))
const SERVERS: Seen[] = [
  ...LARGE,
  {
    url: 'https://a.example/mcp',
    outcome: 'answers',
    tools_hash: 'f1',
    tools_count: 3,
    server_name: HOSTILE,
  },
  { url: 'https://b.example/mcp', outcome: 'answers', tools_hash: 'f1', tools_count: 3 },
  { url: 'https://c.example/mcp', outcome: 'timeout', control_outcome: 'answers' },
  { url: 'https://d.example/{id}', outcome: 'not_probed', reason: 'template' },
]
const RESOURCES: Seen[] = [
  { url: 'https://shop.example/1', outcome: 'answers', kind: 'x402', protocol_version: '2' },
  { url: 'https://shop.example/2', outcome: 'answers_before_payment', kind: 'x402', status: 405 },
]

const toRow = (seen: Seen) => ({
  ...{ kind: 'mcp', is_sample: false, host_addresses: 1, vantage: 'main', observed_on: DAY },
  ...{ protocol_version: seen.kind === undefined ? '2025-06-18' : null, host: new URL(seen.url).hostname },
  ...seen,
})

/** The files about probes of a release, by path. */
async function publish(seen: Seen[], more: Partial<Site> = {}): Promise<Map<string, string>> {
  const rows = seen.map(toRow)
  const remotes = seen.filter(({ kind }) => kind === undefined)
  const resources = seen.filter(({ kind }) => kind === 'x402')
  const given = toGivenTables(
    {
      run: 'day:date',
      raw_endpoint_probes: ROW,
      observed_endpoint_probes: ROW,
      raw_chains: 'chain name',
      raw_unread_chains: 'chain name',
      raw_declared_addresses: 'declared url',
      stg_mcp_registry__servers: 'remotes:json departed_on:date',
      stg_erc8004_files__files: 'chain services:json',
      stg_x402_bazaar__listings: 'feed resource gone_since:date',
      stg_x402_bazaar__offers: 'resource chain is_gone:boolean',
    },
    {
      run: [{ day: more.day ?? DAY }],
      raw_endpoint_probes: rows,
      observed_endpoint_probes: rows,
      raw_chains: [{ chain: 'eip155:8453', name: 'Base' }],
      stg_mcp_registry__servers: remotes.map(({ url }) => ({ remotes: [{ type: 'sse', url }] })),
      stg_x402_bazaar__listings: resources.map(({ url }) => ({ feed: 'cdp', resource: url })),
      stg_x402_bazaar__offers: resources.map(({ url }, nth) => ({
        ...{ resource: url, is_gone: false, chain: nth === 0 ? 'eip155:8453' : HOSTILE },
      })),
    },
  )
  const cards = table('host last_ok_at:timestamp')
  const db = await buildFrom(
    { ...given, stg_endpoint_probes__cards: cards },
    MARTS.split(' ').map((name) => `probe_${name}`),
  )
  const info = createReleaseInfo(DAY)
  const site = {
    ...{ day: DAY, db, info, world: info.world, baseUrl: info.base_url },
    lastUpdated: info.last_updated,
    ...{ limitations: [], sources: [], methodologies: [], pages: pageRenderer(), ...more },
    chainScope: { chains: [], about: {}, lists: [] },
    coverage: [],
  } as Partial<Site> as Site
  const files = new Map<string, string>()
  for (const pages of [statePages(site), probesPage(site)])
    for await (const { path, body } of pages) files.set(path, String(body))
  db.close()
  return files
}

const htmlToText = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const report = (files: Map<string, string>, topic: string): ProbeReport =>
  probeReport.parse(JSON.parse(files.get(`state-of-${topic}.json`) ?? ''))

test('a page says its figure in one sentence, with how it was measured and its error', async () => {
  const files = await publish([...SERVERS, ...RESOURCES])
  const html = files.get('state-of-mcp.html') ?? ''
  assertNested(html)
  const text = htmlToText(html)
  expect(text).toContain(
    'About 75.0 % of the 1,003 remote servers of the MCP registry answer in MCP, 24.9 % want credentials, and 0.1 % are silent.',
  )
  expect(text).toContain('of 1 addresses said to be silent, 1 answered')
  expect(text).toContain('up to 2026-03-31 and from one place')
  expect(text).toContain('203 were asked themselves; the 1,000 of one host with more than 200 addresses')
  const low = 100 * (((estimateShare(150, 200, 1_000)?.low ?? 0) * 1_000 + 2) / 1_003)
  const high = 100 * (((estimateShare(150, 200, 1_000)?.high ?? 0) * 1_000 + 2) / 1_003)
  expect(text).toContain(`answer in MCP 75.0 % ${low.toFixed(1)}–${high.toFixed(1)} 752`)
  expect(text).toContain('1 MCP: timeout, then answers')
  expect(text).toContain('2025-06-18 MCP 752 100.0')
  expect(text).toContain('&lt;b&gt;name&lt;/b&gt; a.example 2 2 3')
  expect(text).toContain('large.example 1,000 99.6 a sample of 200 75.0')
  expect(text).toContain('800 left out of the day')
  expect(html).not.toContain('<b>')
})

test('the JSON of a page has its figures, by registry, Bazaar and chain', async () => {
  const files = await publish([...SERVERS, ...RESOURCES])
  const mcp = report(files, 'mcp')
  expect(mcp.parts.map(({ population, declared, known }) => [population, declared, known])).toEqual([
    ['mcp_registry', 1_004, 1_003],
    ['all', 1_004, 1_003],
  ])
  expect(htmlToText(files.get('state-of-mcp.html') ?? '')).toContain(mcp.summary)
  const x402 = report(files, 'x402')
  expect(x402.summary).toBe(
    '50.0 % of the 2 paid resources that the Bazaars list quote a price, 50.0 % answer before they quote, and 0.0 % are silent.',
  )
  expect(x402.parts.map(({ dimension, name }) => `${dimension} ${name}`)).toEqual([
    'all x402 Bazaars',
    'feed Coinbase',
    `chain ${HOSTILE}`,
    'chain Base',
  ])
  expect(x402.versions).toMatchObject([{ version: '2', addresses: 1, share: 100 }])
})

test('while nothing was asked, every share is unknown', async () => {
  const files = await publish([])
  for (const topic of ['mcp', 'erc8004', 'x402']) {
    const text = htmlToText(files.get(`state-of-${topic}.html`) ?? '')
    expect(text).toContain('has been asked yet')
    expect(text).toContain('shares are unknown, which is not zero')
    expect(text).not.toContain('0.0 %')
    expect(report(files, topic)).toMatchObject({ asked_on: null, parts: [] })
  }
  expect(htmlToText(files.get('probes.html') ?? '')).toContain('Nothing has been asked yet.')
})

test('of a day on which nothing was asked the page says why, and of which day its figures are', async () => {
  const sources = [
    { name: 'endpoint_probes', left_out: 'all 900 addresses, since our own line was bad' },
  ] as Site['sources']
  const files = await publish(SERVERS, { day: '2026-04-01', sources })
  const text = htmlToText(files.get('state-of-mcp.html') ?? '')
  expect(text).toContain(
    'On 2026-04-01 no result was kept: all 900 addresses, since our own line was bad. These figures are of 2026-03-31.',
  )
  expect(text).not.toContain('Left for another day')
})

test('owners of hosts read the rules that the code has, and how to stop it', async () => {
  const files = await publish(SERVERS)
  const policy: ProbePolicy = probePolicy.parse(JSON.parse(files.get('probes.json') ?? ''))
  const text = htmlToText(files.get('probes.html') ?? '')
  expect(text).toContain(`User-agent: ${policy.robots_group} Disallow: /`)
  expect(text).toMatch(
    /left out of the day&#x27;s sample of a host with more than 200 addresses 800 – – – – – 800/,
  )
  const read = (file: string) => readFileSync(join(ROOT, 'pipeline', file), 'utf8')
  const { pace, post, schedule } = policy
  for (const [file, line] of [
    ['probes/robots.ts', `PRODUCT_TOKEN = '${policy.robots_group}'`],
    ['probes/post_rules.ts', `MAX_UNNAMED_POSTS = ${post.unnamed_addresses_per_host_and_day}`],
    ['probes/post_rules.ts', `MAX_MISSES = ${post.unfitting_answers_before_stop}`],
    ['probes/post_rules.ts', `STOP_DAYS = ${post.stop_days}`],
    ['probes/post_rules.ts', `TRIAL_DAYS = ${post.trial_days}`],
    ['probes/pace.ts', `MAX_REFUSALS = ${pace.refusals_before_leaving}`],
    [
      'probes/pace.ts',
      `host: { atOnce: ${pace.host_requests_at_once}, starts: { max: 1, windowMs: 1_000 } }`,
    ],
    [
      'probes/pace.ts',
      `shared: { atOnce: ${pace.platform_requests_at_once}, starts: { max: ${pace.platform_requests_per_second}, windowMs: 1_000 } }`,
    ],
    [
      'probes/schedule.ts',
      `MAX_BACKOFF = { any: ${schedule.days_between_silences.at(-1)}, worth: ${schedule.max_days_with_worth} }`,
    ],
    ['ingest/jobs/job_prober.ts', `'${policy.robots_group}/1.0 `],
    ['http/guard/probe_fetch.ts', `firstByteMs: ${pace.first_byte_seconds}_000`],
  ] as const)
    expect(read(file), file).toContain(line)
})
