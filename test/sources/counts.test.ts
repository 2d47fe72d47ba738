import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineSource } from '../../pipeline/source/define_source.ts'
import type { Counts, Coverage, KnownRow } from '../../pipeline/source/source.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { type Fetched, fetchAll } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const DAY = '2026-01-08'

/** A row as it was read: its name, its counts, and its response. */
interface ReadRow {
  name: string
  count: number | null
  likes?: number
  answer?: string
}

/** A source of counts that gives these rows. */
const counting = (rows: ReadRow[], coverage: Coverage = 'all', counts: Partial<Counts> = {}) =>
  defineSource({
    ...{
      name: 'counts',
      title: 'Counts',
      docs: 'https://counts.example',
      license: 'none',
      republished: 'all',
      attribution: 'Sample',
      key: ['name'],
      budget: 1,
    },
    counts: { columns: ['count', 'likes'], ...counts },
    row: z.object({ name: z.string(), count: z.int().nullable(), likes: z.int().nullable() }),
    async *fetch() {
      for (const { answer = '1', likes = 7, ...row } of rows)
        yield {
          from: { url: `https://counts.example/${answer}`, sha256: answer, retrievedAt: '' },
          row: { likes, ...row },
        }
      return coverage
    },
  })

const knownRow = (name: string, count: number, observed_on = '2026-01-07', likes = 7): KnownRow => ({
  ...{ name, count, likes, observed_on },
})

/** The rows that are no observation, by name and with the reason, and what the fetch covered. */
async function findRejected(
  rows: ReadRow[],
  before: KnownRow[] = [],
  more: { coverage?: Coverage; counts?: Partial<Counts> } = {},
) {
  const source = counting(rows, more.coverage, more.counts)
  const fetched: Fetched = await fetchAll(
    source,
    fakeHttp(() => undefined),
    { day: DAY, known: { counts: before } },
  )
  const rejected = fetched.observations.filter((observation) => observation.implausible !== undefined)
  return {
    untrue: rejected.map(({ row, implausible: reason }) => [row.name, reason]),
    coverage: fetched.coverage,
  }
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `sample-${i}`)
const all = (count: number, of: Omit<ReadRow, 'name'>) => names(count).map((name) => ({ name, ...of }))

describe('a count of 0', () => {
  it('of a name that had thousands is no observation, and the last count is reported; others are kept', async () => {
    const rows = [
      { name: 'a', count: 0 },
      { name: 'b', count: 5 },
      { name: 'c', count: 0 },
    ]
    const before = [knownRow('a', 4_321), knownRow('b', 9), knownRow('c', 999)]
    expect(await findRejected(rows, before)).toEqual({
      untrue: [['a', 'count: 0, where 4,321 were counted before']],
      coverage: 'all',
    })
  })

  it('is doubted for four weeks, and for longer only where all are 0', async () => {
    const rows = [
      { name: 'a', count: 0 },
      { name: 'b', count: 5 },
    ]
    expect((await findRejected(rows, [knownRow('a', 4_321, '2025-12-11')])).untrue).toHaveLength(1)
    expect((await findRejected(rows, [knownRow('a', 4_321, '2025-12-10')])).untrue).toEqual([])
  })

  it('of another column takes the row along', async () => {
    const rows = [
      { name: 'a', count: 4_400, likes: 0 },
      { name: 'b', count: 5 },
    ]
    const before = [knownRow('a', 4_321, '2026-01-07', 2_000)]
    expect((await findRejected(rows, before)).untrue).toEqual([
      ['a', 'likes: 0, where 2,000 were counted before'],
    ])
  })

  it('never replaces the count: what is no observation has none', async () => {
    const source = counting([
      { name: 'a', count: 0 },
      { name: 'b', count: 5 },
    ])
    const given = { day: DAY, known: { counts: [knownRow('a', 4_321)] } }
    const { observations } = await fetchAll(
      source,
      fakeHttp(() => undefined),
      given,
    )
    expect(observations.map(({ row }) => row)).toMatchObject([
      { name: 'a', count: null },
      { name: 'b', count: 5 },
    ])
  })

  it('of what is not found is one where the source says so', async () => {
    const source = (counts: Counts) =>
      defineSource({
        ...counting([]),
        counts,
        row: z.object({ name: z.string(), is_found: z.boolean(), count: z.int().nullable() }),
        async *fetch() {
          const from = { url: 'https://counts.example/1', sha256: '', retrievedAt: '' }
          yield { from, row: { name: 'a', is_found: false, count: null } }
          yield { from, row: { name: 'b', is_found: true, count: 5 } }
          return 'changes'
        },
      })
    const findUntrue = async (counts: Counts) => {
      const given = { day: DAY, known: { counts: [knownRow('a', 4_321)] } }
      const { observations } = await fetchAll(
        source(counts),
        fakeHttp(() => undefined),
        given,
      )
      return observations.flatMap((observation) => observation.implausible ?? [])
    }
    expect(await findUntrue({ columns: ['count'] })).toEqual([])
    expect(await findUntrue({ columns: ['count'], isAbsentZero: true })).toHaveLength(1)
  })
})

describe('an answer of which every count is 0', () => {
  const EMPTY = 'of which every count is 0'

  it('is no observation where any of its names had a count', async () => {
    const rows = [
      ...all(3, { count: 0, answer: 'x' }),
      { name: 'good', count: 3, answer: 'y' },
      { name: 'new', count: 0, answer: 'y' },
    ]
    const { untrue, coverage } = await findRejected(rows, [knownRow('sample-1', 12)])
    expect(untrue).toEqual(names(3).map((name) => [name, EMPTY]))
    expect(coverage).toEqual({ left_out: `3 of 5 rows, ${EMPTY}` })
  })

  it('is none of new names either where it is all that came, or large', async () => {
    expect((await findRejected(all(4, { count: 0 }))).untrue).toHaveLength(4)
    const large = [...all(20, { count: 0, answer: 'x' }), { name: 'good', count: 3, answer: 'y' }]
    expect((await findRejected(large)).untrue).toHaveLength(20)
    const small = [...all(19, { count: 0, answer: 'x' }), { name: 'good', count: 3, answer: 'y' }]
    expect((await findRejected(small)).untrue).toEqual([])
  })

  it('may be many answers with a row each', async () => {
    const rows = names(4).map((name) => ({ name, count: 0, answer: name }))
    const good = [...all(3, { count: 5, answer: 'bulk' })].map((row) => ({
      ...row,
      name: `good-${row.name}`,
    }))
    expect((await findRejected([...rows, ...good], [knownRow('sample-2', 1)])).untrue).toHaveLength(4)
  })

  it('is an observation where it is one new name', async () => {
    expect((await findRejected([{ name: 'a', count: 0 }])).untrue).toEqual([])
  })

  it('adds to the deferred number that a part reports', async () => {
    const coverage = { left_out: '2 of 6 names', resume: 'x' }
    const rows = all(4, { count: 0 })
    expect((await findRejected(rows, [], { coverage })).coverage).toEqual({
      left_out: `2 of 6 names; 4 of 4 rows, ${EMPTY}`,
      resume: 'x',
    })
  })
})

describe('a source that lost most of its volume', () => {
  const before = names(6).map((name) => knownRow(name, 1_000))

  it('keeps all its last rows, and says so', async () => {
    const rows = [...all(6, { count: 400 }), { name: 'new', count: 3 }]
    const { untrue, coverage } = await findRejected(rows, before)
    expect(untrue).toHaveLength(7)
    expect(coverage).toEqual({ left_out: '7 of 7 rows, whose count fell from 6,000 to 2,400 together' })
  })

  it.each<[string, ReadRow[]]>([
    ['by less than half', all(6, { count: 600 })],
    ['because of a single name', names(6).map((name, i) => ({ name, count: i === 0 ? 1 : 1_000 }))],
    ['in one that is large', names(6).map((name, i) => ({ name, count: i === 0 ? 1 : 999 }))],
    ['of four names', all(4, { count: 10 })],
  ])('keeps none of them where it fell %s', async (_, rows) => {
    const large = names(6).map((name, i) => knownRow(name, i === 0 ? 100_000 : 1_000))
    const isLarge = rows.some(({ count }) => count === 999)
    const held = rows.length === 4 ? before.slice(0, 4) : before
    expect(await findRejected(rows, isLarge ? large : held)).toEqual({ untrue: [], coverage: 'all' })
  })

  it('is believed when nothing newer than four weeks speaks against it', async () => {
    const old = names(6).map((name) => knownRow(name, 1_000, '2025-12-01'))
    expect((await findRejected(all(6, { count: 10 }), old)).untrue).toEqual([])
  })

  it('counts what is no longer found as lost', async () => {
    expect((await findRejected(all(6, { count: null }), before)).untrue).toHaveLength(6)
  })
})

it('is the rule of every source that counts', async () => {
  const counts = (await loadSources()).flatMap(({ name, counts }) => (counts ? [[name, counts.columns]] : []))
  expect(Object.fromEntries(counts)).toEqual({
    arena: ['votes'],
    coingecko_ai_agents: ['market_cap', 'total_volume'],
    defillama: ['tvl'],
    github: ['stars', 'forks'],
    huggingface_models: ['downloads', 'likes'],
    npm_downloads: ['downloads'],
    openrouter_apps: ['total_tokens'],
    openrouter_rankings: ['total_tokens'],
    pypi_downloads: ['last_week'],
  })
})
