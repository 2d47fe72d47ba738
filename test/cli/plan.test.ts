import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { planLines } from '../../cli/commands/plan_lines.ts'
import { readSettings, universeFromEnv } from '../../cli/settings.ts'
import type { Archive } from '../../pipeline/archive/archive.ts'
import { History } from '../../pipeline/history/history.ts'
import { type PlanOptions, planDay } from '../../pipeline/run/plan.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import type { Source } from '../../pipeline/source/source.ts'
import { temporaryArchive, toSourceDay } from '../http/harness.ts'

const DAY = '2026-03-24'

const source = (name: string, more: Partial<Source> = {}): Source =>
  defineSource({
    ...{
      name,
      title: 'Sample',
      docs: 'https://sample.example',
      license: 'none',
      republished: 'all',
      attribution: 'Sample',
      key: ['id'],
      budget: 9,
    },
    row: z.object({ id: z.string() }),
    // biome-ignore lint/correctness/useYield: nothing is requested
    async *fetch() {
      throw new Error('a plan asks nobody')
    },
    ...more,
  })

const asked = (url: string, more: object = {}) => ({
  ...{
    method: 'GET' as const,
    url,
    request: null,
    status: 200,
    sha256: '0'.repeat(64),
    bytes: 1,
    etag: null,
  },
  ...{ content_type: null, link: null, retrieved_at: '2026-03-23T00:00:00.000Z' },
  ...more,
})

const createPlan = (
  sources: Source[],
  { archive = temporaryArchive(), ...more }: { archive?: Archive } & Partial<PlanOptions> = {},
) =>
  planDay({ archive, history: new History(join(archive.root, 'history')) }, sources, {
    ...{ day: DAY, env: { A_KEY: 'x' }, sources: null, refetch: false },
    universe: universeFromEnv(readSettings({ UPSTREAM_BASE: 'http://127.0.0.1:9900' }), DAY),
    ...more,
  })

test('a source is expected to ask what it asked last, and on its first day what its file says', async () => {
  const archive = temporaryArchive()
  const visits = [1, 2].map((n) => asked(`https://agent${n}.example/`, { outcome: 'ok' }))
  const pages = [1, 2, 3].map((n) => asked(`https://api.example/?page=${n}`))
  archive.writeDay({ ...toSourceDay([...pages, ...visits], '2026-03-22'), source: 'known' })
  // On some days there is nothing to request.
  archive.writeDay({ ...toSourceDay([]), source: 'known' })
  const first = { firstDay: { 'api.example': 7, 'portal.sqd.dev': 36 } }
  const plan = await createPlan([source('known', first), source('fresh', first), source('silent')], {
    archive,
  })
  expect(plan).toMatchObject({ first: ['fresh'], unknown: ['silent'], requests: 48 })
  expect(plan.hosts.map(({ host, requests, sources }) => [host, requests, sources])).toEqual([
    ['portal.sqd.dev', 36, ['fresh']],
    ["agents' own addresses", 2, ['known']],
    ['api.example', 10, ['fresh', 'known']],
  ])
})

test('a first day may depend on the world and on the settings', async () => {
  const firstDay: Source['firstDay'] = ({ world, env }) => ({ [`${world}.example`]: env.A_KEY ? 2 : 50 })
  const { hosts } = await createPlan([source('one', { firstDay })])
  expect(hosts).toMatchObject([{ host: 'replay.example', requests: 2, isEstimate: true }])
})

test('what is not wanted, lacks a setting or was fetched already is not in the plan', async () => {
  const firstDay = { 'api.example': 1 }
  const sources = [
    source('wanted', { firstDay }),
    source('other', { firstDay }),
    source('keyed', { firstDay, needs: ['A_KEY'] }),
    source('keyless', { firstDay, needs: ['NO_KEY'] }),
  ]
  const listPlanned = async (more: Parameters<typeof createPlan>[1]) =>
    (await createPlan(sources, more)).hosts.flatMap((host) => host.sources)
  expect(await listPlanned({})).toEqual(['keyed', 'other', 'wanted'])
  expect(await listPlanned({ sources: ['wanted', 'keyless'] })).toEqual(['wanted'])
  const archive = temporaryArchive()
  archive.writeDay({ ...toSourceDay([], DAY), source: 'other' })
  expect(await listPlanned({ archive })).toEqual(['keyed', 'wanted'])
  expect(await listPlanned({ archive, refetch: true })).toEqual(['keyed', 'other', 'wanted'])
  const lines = planLines(await createPlan(sources, { archive }))
  expect(lines).toContain('Not asked, since a setting is missing: keyless (NO_KEY).')
  expect(lines).toContain('Not asked, since they were fetched for this day already: other.')
})

test('the slowest host is first, with its limit, and gives the minimum duration of a run', async () => {
  const first = { 'portal.sqd.dev': 360, 'api.example': 100, 'api.npmjs.org': 31 }
  const archive = temporaryArchive()
  archive.writeDay({ ...toSourceDay([asked('https://last.example/')]), source: 'two' })
  const lines = planLines(await createPlan([source('one', { firstDay: first }), source('two')], { archive }))
  expect(lines[0]).toMatch(/^host +requests +our pace +its limit +at best +for$/)
  expect(lines[1]).toMatch(
    /^portal\.sqd\.dev +about 360 +1\.8 a second +50 in 10 s, by some accounts 20 +3 min +one$/,
  )
  expect(lines[2]).toMatch(
    /^api\.npmjs\.org +about 31 +30 in 150 s +none; after some 40 in a row it blocks +3 min +one$/,
  )
  expect(lines[3]).toMatch(/^api\.example +about 100 +50 a second +not published +2 s +one$/)
  expect(lines[4]).toMatch(/^last\.example +1 +50 a second +not published +0 s +two$/)
  expect(lines[5]).toMatch(/^492 requests in all/)
  expect(lines[6]).toBe('At best 3 min, since hosts are asked side by side: portal.sqd.dev takes longest.')
  expect(lines[7]).toMatch(/^Never read before.*: one\.$/)
  expect(planLines(await createPlan([source('new')]))).toEqual([
    expect.stringMatching(/^Nothing to ask/),
    'Not known before a first day: new.',
  ])
})

test('where a host has a pace, the time of a source is the most that it gets', async () => {
  const slow = source('slow', { firstDay: { 'api.npmjs.org': 1_000, 'api.example': 1_000 }, minutes: 6 })
  const universe = universeFromEnv(
    readSettings({ UPSTREAM_BASE: 'http://127.0.0.1:9900', UPSTREAM_CLOCK: '2' }),
    DAY,
  )
  const { hosts } = await createPlan([slow], { universe })
  expect(hosts.map(({ host, requests }) => [host, requests])).toEqual([
    ['api.npmjs.org', 150],
    ['api.example', 1_000],
  ])
})

test.each(['0', '1.5', 'fast', '10000'])('a clock of the limits of %s is refused', (clock) => {
  expect(() => readSettings({ UPSTREAM_CLOCK: clock })).toThrow(/^UPSTREAM_CLOCK must be a whole number/)
})
