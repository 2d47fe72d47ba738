import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createReach } from '../../pipeline/http/guard/transport.ts'
import { stopWithoutNetwork } from '../../pipeline/http/no_network.ts'
import { secondPathLive } from '../../pipeline/http/second_path.ts'
import { runDay } from '../../pipeline/run.ts'
import { runOptions } from '../given_upstream.ts'
import { GOLDEN_CATALOG as catalog } from '../golden_days.ts'
import { differingPaths, hashesUnder } from '../kit/folder.ts'
import {
  FIRST,
  firstDay,
  given,
  givenFolder,
  golden,
  hostsAsked,
  manyServers,
  page,
  run,
  SECOND,
  served,
} from './run/given_days.ts'

givenFolder()

test('a rerun of a finished day asks those that failed alone; --refetch requests again and, for the same answers, changes nothing', async () => {
  const first = await firstDay()
  const failed = first.sources.filter(({ outcome }) => outcome === 'failed')
  given.asked = []
  const again = await run('2026-02-01', FIRST)
  expect([again.outcome, again.manifest_sha256]).toEqual(['unchanged', first.manifest_sha256])
  expect(again.sources.map(({ name }) => name)).toEqual(failed.map(({ name }) => name))
  // The last address: that a portal has no such dataset is an answer, which is not asked for again.
  for (const { error } of failed)
    expect(hostsAsked()).toContain(new URL(/.*(https:[^ ]+): /.exec(error ?? '')?.[1] ?? '').host)
  expect(given.asked).not.toContain('https://openrouter.ai/api/v1/models')
  expect(hostsAsked()).not.toContain('registry.modelcontextprotocol.io')
  const refetched = await run('2026-02-01', FIRST, { refetch: true })
  expect(given.asked.length).toBeGreaterThan(5)
  expect([refetched.outcome, refetched.manifest_sha256]).toEqual(['published', first.manifest_sha256])
  expect(refetched.message).toContain('the same hashes as before')
})

test('an older day stays as it was: rerun, offline without the cache, and refused to be fetched again', async () => {
  const [first, second] = (await golden(2)).map(({ manifest_sha256 }) => manifest_sha256)
  const again = await run('2026-02-01', FIRST)
  expect([again.outcome, again.manifest_sha256, served()]).toEqual(['unchanged', first, second])
  const history = hashesUnder(join(given.output, 'history'))
  rmSync(join(given.output, 'cache'), { recursive: true })
  const offline = await run('2026-02-01', {}, { offline: true })
  expect([offline.manifest_sha256, served()]).toEqual([first, second])
  expect(differingPaths(history, hashesUnder(join(given.output, 'history')))).toEqual([])
  await expect(run('2026-02-01', FIRST, { refetch: true })).rejects.toThrow('2026-02-01 is closed')
  await expect(run('2026-01-31', FIRST)).rejects.toThrow('2026-01-31 is before 2026-02-02')
})

test('the archive alone gives the same hashes', async () => {
  const { manifest_sha256 } = await firstDay()
  for (const folder of ['cache', 'history', 'releases', 'current'])
    rmSync(join(given.output, folder), { recursive: true })
  given.asked = []
  expect((await run('2026-02-01', {}, { offline: true })).manifest_sha256).toBe(manifest_sha256)
  expect(given.asked).toEqual([])
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
  const options = runOptions('2026-02-01', given.output, catalog, stopWithoutNetwork(unreachable))
  await expect(runDay(options)).rejects.toThrow(/^no network: none of the \d+ hosts/)
  expect(tries).toBeLessThan(60)
  expect(new Archive(join(given.output, 'archive')).readDay('2026-02-01', 'mcp_registry')).toBeNull()
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

test('an index with a log whose key is not given is told so before anything is asked', async () => {
  mkdirSync(join(given.output, 'log'), { recursive: true })
  writeFileSync(join(given.output, 'log/checkpoint'), '')
  const universe = {
    ...runOptions('2026-02-01', given.output, catalog, fetch).universe,
    world: 'live' as const,
  }
  await expect(run('2026-02-01', FIRST, { universe })).rejects.toThrow(
    /log is a log, which each release goes on: give the file of its key in LOG_KEY_FILE$/,
  )
  expect(given.asked).toEqual([])
})

test('an unknown source is named with those there are', async () => {
  await expect(run('2026-02-01', FIRST, { sources: ['nope'] })).rejects.toThrow(
    /there is no source nope: choose from arena, /,
  )
})
