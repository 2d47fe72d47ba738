import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import { requestKey } from '../../pipeline/archive/day_file.ts'
import type { FetchJournal } from '../../pipeline/archive/fetch_journal.ts'
import { createReach } from '../../pipeline/http/guard/transport.ts'
import { pathThrough } from '../../pipeline/http/second_path.ts'
import { resolveWithoutDns, type Upstreams } from '../../pipeline/http/upstreams.ts'
import { JobProber, replayProber } from '../../pipeline/ingest/jobs/job_prober.ts'
import type { KnownRow } from '../../pipeline/source/source.ts'
import source from '../../pipeline/sources/endpoint_probes.ts'
import { toSourceDay } from '../http/harness.ts'
import { type ContextOptions, fetchAll, selectRows } from './context.ts'
import { fileWith, later, listed } from './given_agents.ts'
import { fakeHttp } from './recorded_http.ts'

type Answer = (request: Request) => Response | Promise<Response>
type Known = Record<string, KnownRow[]>

const folder = mkdtempSync(join(tmpdir(), 'assay-probes-'))
afterAll(() => rmSync(folder, { recursive: true }))
const http = fakeHttp(() => undefined)
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const notFound = () => json({}, 404)

/** Returns a prober of hosts that answer so, its archive, and the requests that it sends. */
function openProber(answer: Answer, journal: FetchJournal | null = null) {
  const sent: string[] = []
  const fetch: Upstreams['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.endsWith('/robots.txt')) sent.push(`${request.method} ${request.url}`)
    return answer(request)
  }
  const archive = new Archive(folder)
  const reach = createReach(fetch)
  const secondPath = pathThrough({ resolve: resolveWithoutDns, reach })
  const universe: Upstreams = {
    ...{ world: 'sample', fetch, resolve: resolveWithoutDns, reach, now: () => 0 },
    ...{ catalog: { families: [], developers: [], facilitators: [], chains: [] }, perSecond: 1 },
    ...{ limitsClock: null, sleep: async () => {}, secondPath },
  }
  return { prober: new JobProber({ universe, archive, journal, maxMs: 2_700_000 }), archive, sent }
}

/** Probes what is declared on hosts that answer so, and reads it again from the record: with the same rows. */
async function probe(answer: Answer, given: ContextOptions) {
  const { prober, archive, sent } = openProber(answer)
  const fetched = await fetchAll(source, http, { ...given, prober })
  const recorded = toSourceDay([...prober.responses()])
  const again = await fetchAll(source, http, { ...given, prober: replayProber(recorded, archive) })
  expect(sortRows(again.observations)).toEqual(sortRows(fetched.observations))
  expect(again.coverage).toEqual(fetched.coverage)
  await probeInTwo(answer, given, fetched)
  const rows = selectRows(fetched)
  for (const row of rows) expect(source.strictRow.safeParse(row).error).toBeUndefined()
  return { rows, sent, coverage: fetched.coverage, byUrl: new Map(rows.map((row) => [row.url, row])) }
}

/** Probes again, by a run that is killed in the middle and one that goes on: nothing is asked twice, the rows are the same. */
async function probeInTwo(
  answer: Answer,
  given: ContextOptions,
  whole: Awaited<ReturnType<typeof fetchAll>>,
) {
  const archive = new Archive(mkdtempSync(join(folder, 'in-two-')))
  const head = { source: source.name, date: '2026-01-08', world: 'sample' as const }
  const first = openProber(answer, archive.journal(head))
  await fetchAll(source, http, { ...given, prober: first.prober })
  const path = join(archive.root, head.date, `${head.source}.unfinished`)
  if (!existsSync(path)) return
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const left = lines.slice(0, Math.ceil(lines.length / 2))
  writeFileSync(path, left.map((line) => `${line}\n`).join(''))
  const second = openProber(answer, archive.journal(head))
  const fetched = await fetchAll(source, http, { ...given, prober: second.prober })
  expect(withoutTimes(fetched.observations)).toEqual(withoutTimes(whole.observations))
  expect(fetched.coverage).toEqual(whole.coverage)
  expect(sortRequests(second.prober)).toEqual(sortRequests(first.prober))
  const lost = lines.slice(left.length).flatMap((line) => JSON.parse(line) as { outcome?: string }[])
  expect(second.sent.length).toBeLessThanOrEqual(lost.length)
}

/** Durations are those of each run. */
const withoutTimes = (observations: { row: Record<string, unknown> }[]) =>
  sortRows(observations).map(({ row }) => ({ ...row, first_byte_ms: null, total_ms: null }))

const sortRequests = (prober: JobProber): string[] => [...new Set(prober.responses().map(requestKey))].sort()

const sortRows = (observations: { row: Record<string, unknown> }[]) =>
  observations.toSorted((a, b) => (String(a.row.url) < String(b.row.url) ? -1 : 1))

const toKnown = (rows: Record<string, unknown>[]): KnownRow[] =>
  rows.map((row) => ({ ...row, first_seen_on: '2026-01-08', observed_on: '2026-01-08' }))

const describeRow = (row: Record<string, unknown>): string =>
  `${row.kind} ${row.url} ${row.reason ?? row.outcome}`

/** An MCP server with these tools. */
const serveTools =
  (tools: object[]): Answer =>
  async (request) => {
    if (request.method !== 'POST') return notFound()
    const { id, method } = (await request.json()) as { id?: number; method: string }
    if (id === undefined) return new Response(null, { status: 202 })
    const result =
      method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'Fake', version: '1' } }
        : { tools }
    return json({ jsonrpc: '2.0', id, result })
  }

const TOOL = { name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }
const MCP = 'https://tools.com/mcp'
const REMOTE = {
  ...{
    name: 'com.tools/mcp',
    status: 'active',
    observed_on: '2026-01-08',
    observed_at: '2026-01-08T00:00:00Z',
  },
  ...{ source_url: 'https://registry/', response_sha256: '0'.repeat(64) },
  remotes: [{ type: 'streamable-http', url: MCP }],
}

describe('an address', () => {
  it('of any record is asked in its own protocol, and a template or a platform never', async () => {
    const services: [string, string][] = [
      ['MCP', 'https://two.com/mcp'],
      ['web', 'https://github.com/someone'],
      ['MCP', 'https://two.com/{tenant}/mcp'],
      ['email', 'mailto:nobody@two.com'],
    ]
    const known = { erc8004_files: [fileWith('1', services)], mcp_registry: [REMOTE] }
    const { rows, sent } = await probe(notFound, { known })
    expect(rows.map(describeRow).sort()).toEqual([
      'mcp https://tools.com/mcp not_found',
      'mcp https://two.com/mcp not_found',
      'mcp https://two.com/{tenant}/mcp template',
      'proof https://two.com/.well-known/agent-registration.json not_found',
      'web https://github.com/someone platform',
    ])
    expect(new Set(sent.map((line) => new URL(line.split(' ')[1] ?? '').host))).toEqual(
      new Set(['tools.com', 'two.com']),
    )
  })

  it('that is not public is not requested, and is unsafe', async () => {
    const urls = ['http://a.com/', 'javascript:alert(1)', 'https://10.0.0.1/', 'https://card.internal/']
    const files = urls.map((url, i) => fileWith(String(i), [['web', url]]))
    const { rows, sent } = await probe(notFound, { known: { erc8004_files: files } })
    expect(rows.filter(({ kind }) => kind === 'web').map(({ outcome }) => outcome)).toEqual(
      Array(4).fill('unsafe'),
    )
    expect(sent).toEqual([])
  })

  it('whose host opts out gets no request', async () => {
    const answer: Answer = ({ url }) =>
      url.endsWith('/robots.txt')
        ? new Response('User-agent: AssayProbe\nDisallow: /', { headers: { 'content-type': 'text/plain' } })
        : notFound()
    const { rows, sent } = await probe(answer, { known: { mcp_registry: [REMOTE] } })
    expect([rows.map(describeRow), sent]).toEqual([['mcp https://tools.com/mcp opted_out'], []])
  })
})

describe('tools', () => {
  it('are stored when they are first read, and when they change', async () => {
    const known: Known = { mcp_registry: [REMOTE] }
    const first = await probe(serveTools([TOOL]), { known })
    expect(first.rows).toMatchObject([
      { outcome: 'answers', tools_count: 1, tools: [TOOL], server_name: 'Fake' },
    ])
    const before = { ...known, endpoint_probes: toKnown(first.rows) }
    const same = await probe(serveTools([TOOL]), { known: before, day: later(1) })
    const hash = first.rows[0]?.tools_hash
    expect(same.rows).toMatchObject([{ tools_count: 1, tools_hash: hash, tools: null, silences: 0 }])
    const other = await probe(serveTools([]), { known: before, day: later(1) })
    expect(other.rows).toMatchObject([{ tools_count: 0, tools: [] }])
    const gone = await probe(notFound, { known: before, day: later(1) })
    expect(gone.rows).toMatchObject([{ outcome: 'not_found', tools_hash: hash, tools: null, silences: 1 }])
  })
})

describe('a paid resource that takes POST alone', () => {
  const url = (n: number) => `https://shop.com/api/${n}`
  const offers = [1, 2, 3].map((n) => listed(url(n), { method: 'POST', accepts: [] }))
  const quote = {
    x402Version: 1,
    accepts: [{ network: 'base', payTo: '0xB', maxAmountRequired: '1', asset: '0xA' }],
  }
  const shop =
    (manifest: unknown): Answer =>
    ({ url: asked, method }) => {
      if (asked.endsWith('/.well-known/x402')) return manifest === null ? notFound() : json(manifest)
      return asked.includes('/api/') ? json(quote, method === 'POST' ? 402 : 405) : notFound()
    }
  const listReasons = (rows: Record<string, unknown>[]) =>
    rows
      .filter(({ kind }) => kind === 'x402')
      .map(({ outcome, reason }) => reason ?? outcome)
      .sort()

  it('gets none where its host says nothing of it', async () => {
    const { rows, sent } = await probe(shop(null), { known: { x402_bazaar_cdp: offers } })
    expect(listReasons(rows)).toEqual(['post_only', 'post_only', 'post_only'])
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('gets one a day of a host that lists it, or that quotes', async () => {
    const listing = { resources: [1, 2, 3].map((n) => `POST /api/${n}`) }
    const listedBy = await probe(shop(listing), { known: { x402_bazaar_cdp: offers } })
    expect(listReasons(listedBy.rows)).toEqual(['answers', 'post_limit', 'post_limit'])
    const open = listed('https://shop.com/api/open', { method: 'GET', accepts: [] })
    const quoting: Answer = (request) =>
      request.url.endsWith('/open') ? json(quote, 402) : shop(null)(request)
    const { rows, sent } = await probe(quoting, { known: { x402_bazaar_cdp: [...offers, open] } })
    expect(listReasons(rows)).toEqual(['answers', 'answers', 'post_limit', 'post_limit'])
    expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(1)
    const answered = rows.find(
      ({ declared_method, outcome }) => declared_method === 'POST' && outcome === 'answers',
    )
    expect(answered).toMatchObject({
      posted_on: '2026-01-08',
      post_is_fitting: true,
      quotes: [{ pay_to: '0xB' }],
    })
  })
})

describe('the days', () => {
  it('a silent address waits, has no row meanwhile, and one that nobody declares any more says so', async () => {
    const files = [fileWith('1', [['MCP', 'https://two.com/mcp']])]
    const run = (rows: Known, day: number) => probe(notFound, { known: rows, day: later(day) })
    let rows = (await run({ erc8004_files: files }, 0)).rows
    const counts: number[] = []
    const known = new Map(toKnown(rows).map((row) => [String(row.url), row]))
    for (let day = 1; day <= 20; day++) {
      rows = (await run({ erc8004_files: files, endpoint_probes: [...known.values()] }, day)).rows
      counts.push(rows.filter(({ url }) => url === 'https://two.com/mcp').length)
      for (const row of toKnown(rows)) known.set(String(row.url), { ...row, observed_on: later(day) })
    }
    const total = counts.reduce((sum, count) => sum + count)
    expect(total).toBeGreaterThan(3)
    expect(total).toBeLessThan(10)
    const undeclared = await run({ endpoint_probes: [...known.values()] }, 21)
    expect(new Set(undeclared.rows.map(({ reason }) => reason))).toEqual(new Set(['not_declared']))
    expect(undeclared.sent).toEqual([])
  })

  it('of a large host 200 addresses are asked a day', async () => {
    const services = Array.from({ length: 250 }, (_, n): [string, string] => [
      'other',
      `https://big.com/${n}`,
    ])
    const { rows, sent } = await probe(notFound, { known: { erc8004_files: [fileWith('1', services)] } })
    expect(sent).toHaveLength(200)
    const left = rows.filter(({ reason }) => reason === 'sampled_out')
    expect(left).toHaveLength(51)
    expect(rows.every((row) => row.is_sample === true && row.host_addresses === 251)).toBe(true)
  })
})

describe('on a bad line', () => {
  const files = Array.from({ length: 60 }, (_, n) => fileWith(String(n), [['other', `https://h${n}.com/`]]))
  const known = { erc8004_files: files }
  const broken =
    (share: number): Answer =>
    ({ url }) => {
      if (Number(/h(\d+)/.exec(url)?.[1]) >= share * 60) return notFound()
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
    }

  it('no row is written, and the reason is', async () => {
    const { rows, coverage } = await probe(broken(0.9), { known })
    expect(rows).toEqual([])
    expect(coverage).toEqual({ left_out: expect.stringMatching(/all 120 addresses, since 90 % .*own line/) })
  })

  it('that is known by the last good days, or by three failures in four on a first', async () => {
    expect((await probe(broken(0.7), { known })).rows).toHaveLength(120)
    const past = (failed: number) => ({ probe_days: [{ date: '2026-01-07', probed: 100, failed }] })
    expect((await probe(broken(0.7), { known, past: past(40) })).rows).toHaveLength(120)
    expect((await probe(broken(0.7), { known, past: past(30) })).rows).toEqual([])
  })
})

describe('a job that is closed', () => {
  it('sends nothing more, by the second client either', async () => {
    const { prober, sent } = openProber(notFound)
    prober.close()
    const target = { url: MCP, kind: 'mcp' as const, posted: new Set<string>() }
    expect(await prober.askAgain([target])).toMatchObject([{ outcome: null }])
    expect(sent).toEqual([])
  })
})
