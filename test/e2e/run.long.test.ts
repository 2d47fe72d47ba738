import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import type { RunSummary } from '../../pipeline/run/types.ts'
import { GOLDEN_CATALOG as catalog } from '../golden_days.ts'
import { traceRelease } from '../oracle/trace_release.ts'
import {
  FIRST,
  firstDay,
  given,
  givenFolder,
  hostsAsked,
  manyServers,
  page,
  run,
  SECOND,
  served,
} from './run/given_days.ts'

givenFolder()

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
  given.asked = []
  expect((await traceRelease(given.output, { agents: 'all', seed: 1, catalog })).differences).toEqual([])
  const second = await run('2026-02-02', { ...SECOND, ...pages })
  expect(given.asked.filter((url) => url.startsWith(REGISTRY))).toEqual([
    `${REGISTRY}&updated_since=2026-02-01T00%3A00%3A00Z`,
    `${whole}&cursor=sample%3A2`,
  ])
  expect(findRegistry(second)?.outcome).toBe('ok')
  expect((await traceRelease(given.output, { agents: 'all', seed: 1, catalog })).differences).toEqual([])
  for (const folder of ['cache', 'history', 'releases', 'current'])
    rmSync(join(given.output, folder), { recursive: true })
  for (const [day, { manifest_sha256 }] of Object.entries({ '2026-02-01': first, '2026-02-02': second }))
    expect((await run(day, {}, { offline: true })).manifest_sha256).toBe(manifest_sha256)
})

test('a source that is back in a later run of its day is asked alone, and the day is published again with it', async () => {
  const whole = await firstDay()
  rmSync(given.output, { recursive: true })
  const before = await run('2026-02-01', FIRST, { down: 'registry.modelcontextprotocol.io' })
  given.asked = []
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
    rmSync(join(given.output, folder), { recursive: true })
  expect((await run('2026-02-01', {}, { offline: true })).manifest_sha256).toBe(after.manifest_sha256)
})

const listFailedHosts = ({ sources }: RunSummary): string[] =>
  sources.flatMap(({ error }) =>
    [...(error ?? '').matchAll(/https:\/\/([^/ ]+)/g)].map(([, host]) => host ?? ''),
  )

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

test('only the sources that are asked for are fetched; the others can follow on the same day', async () => {
  const part = await run('2026-02-01', FIRST, { sources: ['mcp_registry', 'arena'] })
  const skipped = part.sources.filter((source) => source.outcome === 'skipped').map((source) => source.name)
  expect(part.sources.length - skipped.length).toBe(2)
  expect(skipped).toContain('github')
  given.asked = []
  const whole = await run('2026-02-01', FIRST)
  const hosts = new Set(given.asked.map((url) => new URL(url).host))
  expect([...hosts]).toContain('api.github.com')
  expect([...hosts]).not.toContain('registry.modelcontextprotocol.io')
  rmSync(given.output, { recursive: true })
  expect((await firstDay()).manifest_sha256).toBe(whole.manifest_sha256)
})

test('a damaged body in the archive stops a derivation with the file’s name and how to repair it', async () => {
  await firstDay()
  const archive = new Archive(join(given.output, 'archive'))
  const sha256 = archive.readDay('2026-02-01', 'openrouter_models')?.responses[0]?.sha256 as string
  writeFileSync(join(given.output, 'archive/bodies', sha256.slice(0, 2), `${sha256}.gz`), 'damaged')
  await expect(run('2026-02-01', {}, { offline: true })).rejects.toThrow(/is damaged: restore it from a copy/)
  expect((await run('2026-02-01', FIRST, { refetch: true })).outcome).toBe('published')
  expect((await run('2026-02-01', {}, { offline: true })).outcome).toBe('published')
})
