import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentRelease } from '../../core/release/release.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createReach } from '../../pipeline/http/guard/transport.ts'
import { stopWithoutNetwork } from '../../pipeline/http/no_network.ts'
import { secondPathLive } from '../../pipeline/http/second_path.ts'
import type { RunOptions, RunSummary } from '../../pipeline/run/types.ts'
import { runDay } from '../../pipeline/run.ts'
import { fetchFrom, runOptions } from '../given_upstream.ts'
import { GOLDEN_CATALOG as catalog, GOLDEN_ANSWERS, GOLDEN_DAYS, goldenOutput } from '../golden_days.ts'
import { differingPaths, hashesUnder } from '../kit/folder.ts'
import { traceRelease } from '../oracle/trace_release.ts'

const [FIRST = {}, SECOND = {}] = Object.values(GOLDEN_ANSWERS)

let output = ''
let asked: string[] = []
beforeEach(() => {
  output = mkdtempSync(join(tmpdir(), 'assay-run-'))
  asked = []
})
afterEach(() => rmSync(output, { recursive: true, force: true }))

/** One day against an upstream with the given answers; hosts in `down` refuse every connection. */
function run(
  day: string,
  answers: Record<string, unknown>,
  more: Partial<RunOptions> & { down?: string } = {},
): Promise<RunSummary> {
  const { down, ...options } = more
  const answer = fetchFrom(answers)
  const fetch: typeof globalThis.fetch = async (target) => {
    const url = String(target instanceof Request ? target.url : target)
    asked.push(url)
    if (down !== undefined && url.includes(down)) throw new TypeError('connection refused')
    return answer(target)
  }
  return runDay({ ...runOptions(day, output, catalog, fetch), ...options })
}

/** The first day as run above, or both, in a copy of a folder from one run. */
async function golden(days: 1 | 2): Promise<RunSummary[]> {
  const built = await goldenOutput(days)
  cpSync(built.output, output, { recursive: true, verbatimSymlinks: true })
  return built.summaries
}
const firstDay = async (): Promise<RunSummary> => (await golden(1))[0] as RunSummary

const served = () => currentRelease(output)?.manifestSha256 ?? null
const page = (path: string): string =>
  currentRelease(output)?.file('public', path)?.read().toString('utf8') ?? ''

const hostsAsked = (): string[] => [...new Set(asked.map((url) => new URL(url).host))].sort()

test('a rerun of a finished day asks those that failed alone; --refetch requests again and, for the same answers, changes nothing', async () => {
  const first = await firstDay()
  const failed = first.sources.filter(({ outcome }) => outcome === 'failed')
  asked = []
  const again = await run('2026-02-01', FIRST)
  expect([again.outcome, again.manifest_sha256]).toEqual(['unchanged', first.manifest_sha256])
  expect(again.sources.map(({ name }) => name)).toEqual(failed.map(({ name }) => name))
  // The last address: that a portal has no such dataset is an answer, which is not asked for again.
  for (const { error } of failed)
    expect(hostsAsked()).toContain(new URL(/.*(https:[^ ]+): /.exec(error ?? '')?.[1] ?? '').host)
  expect(asked).not.toContain('https://openrouter.ai/api/v1/models')
  expect(hostsAsked()).not.toContain('registry.modelcontextprotocol.io')
  const refetched = await run('2026-02-01', FIRST, { refetch: true })
  expect(asked.length).toBeGreaterThan(5)
  expect([refetched.outcome, refetched.manifest_sha256]).toEqual(['published', first.manifest_sha256])
  expect(refetched.message).toContain('the same hashes as before')
})

test('an older day stays as it was: rerun, offline without the cache, and refused to be fetched again', async () => {
  const [first, second] = (await golden(2)).map(({ manifest_sha256 }) => manifest_sha256)
  const again = await run('2026-02-01', FIRST)
  expect([again.outcome, again.manifest_sha256, served()]).toEqual(['unchanged', first, second])
  const history = hashesUnder(join(output, 'history'))
  rmSync(join(output, 'cache'), { recursive: true })
  const offline = await run('2026-02-01', {}, { offline: true })
  expect([offline.manifest_sha256, served()]).toEqual([first, second])
  expect(differingPaths(history, hashesUnder(join(output, 'history')))).toEqual([])
  await expect(run('2026-02-01', FIRST, { refetch: true })).rejects.toThrow('2026-02-01 is closed')
  await expect(run('2026-01-31', FIRST)).rejects.toThrow('2026-01-31 is before 2026-02-02')
})

test('a registry that stops in its list is gone on with on the next day, and the archive alone gives the same hashes', async () => {
  const REGISTRY = 'https://registry.modelcontextprotocol.io/v0.1/servers?limit=100'
  const whole = `${REGISTRY}&version=latest&include_deleted=true`
  const { servers } = FIRST[whole] as { servers: unknown[] }
  const pages = {
    [whole]: { servers: servers.slice(0, 2), metadata: { nextCursor: 'sample:2' } },
    [`${whole}&cursor=sample%3A2`]: { servers: servers.slice(2) },
  }
  const findRegistry = ({ sources }: RunSummary) => sources.find(({ name }) => name === 'mcp_registry')
  const first = await run('2026-02-01', { ...FIRST, ...pages }, { down: 'cursor=' })
  expect(findRegistry(first)).toMatchObject({
    ...{ outcome: 'part', left_out: 'servers after the 2 that were read', rows: 2, requests: 1 },
  })
  asked = []
  expect((await traceRelease(output, { agents: 'all', seed: 1, catalog })).differences).toEqual([])
  const second = await run('2026-02-02', { ...SECOND, ...pages })
  expect(asked.filter((url) => url.startsWith(REGISTRY))).toEqual([
    `${REGISTRY}&updated_since=2026-02-01T00%3A00%3A00Z`,
    `${whole}&cursor=sample%3A2`,
  ])
  expect(findRegistry(second)?.outcome).toBe('ok')
  expect((await traceRelease(output, { agents: 'all', seed: 1, catalog })).differences).toEqual([])
  for (const folder of ['cache', 'history', 'releases', 'current'])
    rmSync(join(output, folder), { recursive: true })
  for (const [day, { manifest_sha256 }] of Object.entries({ '2026-02-01': first, '2026-02-02': second }))
    expect((await run(day, {}, { offline: true })).manifest_sha256).toBe(manifest_sha256)
})

test('the archive alone gives the same hashes', async () => {
  const hashes = (await golden(2)).map(({ manifest_sha256 }) => manifest_sha256)
  for (const folder of ['cache', 'history', 'releases', 'current'])
    rmSync(join(output, folder), { recursive: true })
  asked = []
  for (const [at, day] of GOLDEN_DAYS.entries())
    expect((await run(day, {}, { offline: true })).manifest_sha256).toBe(hashes[at])
  expect(asked).toEqual([])
})

test('a source that fails keeps its last rows and says so everywhere; the rest goes on', async () => {
  await firstDay()
  const before = JSON.parse(page('api/agent/alder/llm-summary'))
  const summary = await run('2026-02-02', SECOND, { down: 'openrouter.ai' })
  const source = summary.sources.find((source) => source.name === 'openrouter_models')
  expect(source).toMatchObject({
    outcome: 'failed',
    stale_since: '2026-02-02',
    rows: 0,
    error: expect.stringContaining('UpstreamDown: https://openrouter.ai/'),
  })
  const after = JSON.parse(page('api/agent/alder/llm-summary'))
  const offered = (item: typeof after) =>
    item.scores_by_category.model_family.signals.find((s: { key: string }) => s.key === 'openrouter_models')
  expect(offered(after)).toEqual(offered(before))
  expect(offered(after).observed_at).toBe('2026-02-01T23:59:59.000Z')
  const says =
    'Models offered on OpenRouter, with context length and prices: stale since 2026-02-02; the data is from 2026-02-01.'
  expect(JSON.parse(page('api/agent-economy/llm-summary')).limitations).toContain(says)
  expect(after.limitations).toContain(says)
  expect(page('runs/latest.html')).toContain('2026-02-02')
  const next = await run('2026-02-03', SECOND)
  expect(next.sources.find((source) => source.name === 'openrouter_models')?.stale_since).toBeNull()
})

test('a source that is back in a later run of its day is asked alone, and the day is published again with it', async () => {
  const whole = await firstDay()
  rmSync(output, { recursive: true })
  const before = await run('2026-02-01', FIRST, { down: 'registry.modelcontextprotocol.io' })
  asked = []
  const after = await run('2026-02-01', FIRST)
  // Failed chains are asked of a node too.
  const elsewhere = ['registry.modelcontextprotocol.io', 'mainnet.base.org', ...listFailedHosts(whole)]
  expect(hostsAsked().filter((host) => !elsewhere.includes(host))).toEqual([])
  expect([before.outcome, after.outcome, served()]).toEqual(['published', 'published', after.manifest_sha256])
  const rows = ({ sources }: RunSummary) => sources.map(({ name, rows }) => [name, rows])
  // What was fetched with the rows of the day before is read again with those.
  const readers = ['github', 'npm_downloads', 'pypi_downloads', 'endpoint_probes']
  expect(rows(after).filter(([name]) => !readers.includes(String(name)))).toEqual(
    rows(whole).filter(([name]) => !readers.includes(String(name))),
  )
  expect(rows(after).filter(([name]) => readers.includes(String(name)))).toEqual(
    rows(before).filter(([name]) => readers.includes(String(name))),
  )
  for (const folder of ['cache', 'history', 'releases', 'current'])
    rmSync(join(output, folder), { recursive: true })
  expect((await run('2026-02-01', {}, { offline: true })).manifest_sha256).toBe(after.manifest_sha256)
})

const listFailedHosts = ({ sources }: RunSummary): string[] =>
  sources.flatMap(({ error }) =>
    [...(error ?? '').matchAll(/https:\/\/([^/ ]+)/g)].map(([, host]) => host ?? ''),
  )

test('no answer of any source is a failed run, and nothing is published', async () => {
  await expect(run('2026-02-01', FIRST, { down: '' })).rejects.toThrow(
    'every source that was asked for 2026-02-01 failed, nothing was kept or published',
  )
  expect(served()).toBeNull()
})

test('without a network a run ends after a few tries of each host, records nothing, and the next one fetches', async () => {
  let tries = 0
  const unreachable: typeof globalThis.fetch = async () => {
    tries += 1
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ENOTFOUND' }) })
  }
  const options = runOptions('2026-02-01', output, catalog, stopWithoutNetwork(unreachable))
  await expect(runDay(options)).rejects.toThrow(/^no network: none of the \d+ hosts/)
  expect(tries).toBeLessThan(60)
  expect(new Archive(join(output, 'archive')).readDay('2026-02-01', 'mcp_registry')).toBeNull()
  expect((await run('2026-02-01', FIRST)).outcome).toBe('published')
})

test('an index that shrinks by more than a fifth is not published, unless it is accepted', async () => {
  const many = Object.fromEntries(
    Object.entries(FIRST).map(([url, body]) => [url, url.includes('/servers?') ? manyServers(10) : body]),
  )
  const few = Object.fromEntries(
    Object.entries(FIRST).map(([url, body]) => [url, url.includes('/servers?') ? manyServers(7) : body]),
  )
  const first = await run('2026-02-07', many)
  // A complete listing is read on the first run of a week, which 5 February 2026 begins.
  const shrunk = run('2026-02-08', few, { acceptShrink: false })
  await expect(shrunk).rejects.toThrow(
    /index_has_not_shrunk[\s\S]*"category":"mcp_server","agents_before":10,"agents_now":7/,
  )
  expect(served()).toBe(first.manifest_sha256)
  const accepted = await run('2026-02-08', few, { acceptShrink: true })
  expect([accepted.outcome, served()]).toEqual(['published', accepted.manifest_sha256])
  expect(accepted.counts['changes/departure']).toBe(3)
})

function manyServers(count: number) {
  const servers = Array.from({ length: count }, (_, n) => ({
    server: { name: `io.github.sample-orchard/server-${n}`, description: 'Sample.', version: '1.0.0' },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active',
        publishedAt: '2025-10-01T08:00:00Z',
        updatedAt: '2026-01-20T08:00:00Z',
        isLatest: true,
      },
    },
  }))
  return { servers, metadata: { count } }
}

test('a row with a field that cannot be used loses that field alone: its agent has not departed', async () => {
  const listing = manyServers(5)
  const answers = (body: unknown) =>
    Object.fromEntries(
      Object.entries(FIRST).map(([url, old]) => [url, url.includes('/servers?') ? body : old]),
    )
  await run('2026-02-07', answers(listing))
  const tooLong = structuredClone(listing)
  const [first] = tooLong.servers
  if (first) first.server.description = 'x'.repeat(6_000)
  tooLong.servers.pop()
  const summary = await run('2026-02-08', answers(tooLong))
  expect([summary.counts.quarantined_rows, summary.counts['changes/departure']]).toEqual([0, 1])
  const registry = summary.sources.find(({ name }) => name === 'mcp_registry')
  expect(registry).toMatchObject({ cleaned: 1 })
  expect(JSON.parse(page('api/agent/server-0/llm-summary')).departed).toBeNull()
  expect(JSON.parse(page('api/agent/server-4/llm-summary')).departed.reason).toContain('no longer listed')
})

test('bad rows are kept in quarantine with the reason, and counted', async () => {
  const summary = await firstDay()
  expect(summary.sources.find((source) => source.name === 'mcp_registry')?.quarantined).toBe(1)
  expect(summary.counts.quarantined_rows).toBe(1)
})

test('a folder of one world is not continued in another', async () => {
  await firstDay()
  const live = {
    world: 'live' as const,
    fetch: globalThis.fetch,
    catalog,
    perSecond: 1,
    limitsClock: 1,
    sleep: async () => {},
    now: () => 0,
    ...{ resolve: async () => [], reach: createReach(globalThis.fetch) },
    secondPath: secondPathLive,
  }
  await expect(run('2026-02-02', SECOND, { universe: live })).rejects.toThrow(
    'holds sample data and this run is live',
  )
})

test('an unknown source is named with those there are', async () => {
  await expect(run('2026-02-01', FIRST, { sources: ['nope'] })).rejects.toThrow(
    /there is no source nope: choose from arena, /,
  )
})

test('only the sources that are asked for are fetched; the others can follow on the same day', async () => {
  const part = await run('2026-02-01', FIRST, { sources: ['mcp_registry', 'arena'] })
  const skipped = part.sources.filter((source) => source.outcome === 'skipped').map((source) => source.name)
  expect(part.sources.length - skipped.length).toBe(2)
  expect(skipped).toContain('github')
  asked = []
  const whole = await run('2026-02-01', FIRST)
  const hosts = new Set(asked.map((url) => new URL(url).host))
  expect([...hosts]).toContain('api.github.com')
  expect([...hosts]).not.toContain('registry.modelcontextprotocol.io')
  rmSync(output, { recursive: true })
  expect((await firstDay()).manifest_sha256).toBe(whole.manifest_sha256)
})

test('a damaged body in the archive stops a derivation with the file’s name and how to repair it', async () => {
  await firstDay()
  const archive = new Archive(join(output, 'archive'))
  const sha256 = archive.readDay('2026-02-01', 'openrouter_models')?.responses[0]?.sha256 as string
  writeFileSync(join(output, 'archive/bodies', sha256.slice(0, 2), `${sha256}.gz`), 'damaged')
  await expect(run('2026-02-01', {}, { offline: true })).rejects.toThrow(/is damaged: restore it from a copy/)
  expect((await run('2026-02-01', FIRST, { refetch: true })).outcome).toBe('published')
  expect((await run('2026-02-01', {}, { offline: true })).outcome).toBe('published')
})
