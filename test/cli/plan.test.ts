import { expect, test } from 'vitest'
import { z } from 'zod'
import { planLines } from '../../cli/commands/plan_lines.ts'
import { readSettings, universeFromEnv } from '../../cli/settings.ts'
import { planDay } from '../../pipeline/plan.ts'
import { defineSource, type Source } from '../../pipeline/source.ts'
import { dayOf, temporaryArchive } from '../http/harness.ts'

const DAY = '2026-03-24'

const source = (name: string, more: Partial<Source> = {}): Source =>
  defineSource({
    ...{ name, title: 'Sample', docs: 'https://sample.example', license: 'none', key: ['id'], budget: 9 },
    row: z.object({ id: z.string() }),
    // biome-ignore lint/correctness/useYield: nothing is asked
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

const planOf = (sources: Source[], archive = temporaryArchive(), wanted: string[] | null = null) =>
  planDay(archive, sources, {
    ...{ day: DAY, env: { A_KEY: 'x' }, sources: wanted },
    universe: universeFromEnv(readSettings({ UPSTREAM_BASE: 'http://127.0.0.1:9900' }), DAY),
  })

test('a source is expected to ask what it asked last, and on its first day what its file says', () => {
  const archive = temporaryArchive()
  const visits = [1, 2].map((n) => asked(`https://agent${n}.example/`, { outcome: 'ok' }))
  const pages = [1, 2, 3].map((n) => asked(`https://api.example/?page=${n}`))
  archive.writeDay({ ...dayOf([...pages, ...visits]), source: 'known' })
  const first = { firstDay: { 'api.example': 7, 'portal.sqd.dev': 36 } }
  const plan = planOf([source('known', first), source('fresh', first), source('silent')], archive)
  expect(plan.unknown).toEqual(['silent'])
  expect(plan.hosts.map(({ host, requests, sources }) => [host, requests, sources])).toEqual([
    ['portal.sqd.dev', 36, ['fresh']],
    ["agents' own addresses", 2, ['known']],
    ['api.example', 10, ['fresh', 'known']],
  ])
})

test('days that are read afterwards come on top, of sources that can be read for them', () => {
  const dated = { firstDay: { 'portal.sqd.dev': 100 }, pastDay: { 'portal.sqd.dev': 30 } }
  const sources = [source('dated', dated), source('undated', { firstDay: { 'api.example': 7 } })]
  const { hosts } = planDay(temporaryArchive(), sources, {
    ...{ day: DAY, env: {}, sources: null, pastDays: 30 },
    universe: universeFromEnv(readSettings({ UPSTREAM_BASE: 'http://127.0.0.1:9900' }), DAY),
  })
  expect(hosts.map(({ host, requests }) => [host, requests])).toEqual([
    ['portal.sqd.dev', 1000],
    ['api.example', 7],
  ])
})

test('what is not wanted, and what lacks a setting, is not in the plan', () => {
  const firstDay = { 'api.example': 1 }
  const sources = [
    source('wanted', { firstDay }),
    source('other', { firstDay }),
    source('keyed', { firstDay, needs: ['A_KEY'] }),
    source('keyless', { firstDay, needs: ['NO_KEY'] }),
  ]
  expect(planOf(sources).hosts.flatMap((host) => host.sources)).toEqual(['keyed', 'other', 'wanted'])
  expect(planOf(sources, undefined, ['wanted', 'keyless']).hosts.flatMap((host) => host.sources)).toEqual([
    'wanted',
  ])
})

test('the slowest host stands first, beside what it allows, and says how long a run takes at best', () => {
  const lines = planLines(
    planOf([source('one', { firstDay: { 'portal.sqd.dev': 360, 'api.example': 100, 'api.npmjs.org': 9 } })]),
  )
  expect(lines[0]).toMatch(/^host +requests +our pace +its limit +at best +for$/)
  expect(lines[1]).toMatch(
    /^portal\.sqd\.dev +360 +1\.8 a second +50 in 10 s, by some accounts 20 +3 min +one$/,
  )
  expect(lines[2]).toMatch(
    /^api\.npmjs\.org +9 +20 a minute +none; after some 40 a minute it blocks +27 s +one$/,
  )
  expect(lines[3]).toMatch(/^api\.example +100 +50 a second +not published +2 s +one$/)
  expect(lines[4]).toBe('At best 3 min, since hosts are asked side by side: portal.sqd.dev takes longest.')
  expect(planLines(planOf([source('new')]))).toEqual([
    expect.stringMatching(/^Nothing to ask/),
    'Not known before a first day: new.',
  ])
})

test.each(['0', '1.5', 'fast', '10000'])('a clock of the limits of %s is refused', (clock) => {
  expect(() => readSettings({ UPSTREAM_CLOCK: clock })).toThrow(/^UPSTREAM_CLOCK must be a whole number/)
})
