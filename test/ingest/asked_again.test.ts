import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Archive } from '../../pipeline/archive/archive.ts'
import { fetchSource } from '../../pipeline/ingest/fetch_source.ts'
import { ingest } from '../../pipeline/ingest/ingest.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import { givenIngest } from './given_ingest.ts'

const HOST = 'https://sample.example'
const DAY = '2026-01-08'
const Numbered = z.looseObject({ n: z.number() })
const COMMON = {
  ...{ title: 'Sample', docs: HOST, license: 'none', republished: 'all' as const, attribution: 'Sample' },
  ...{ key: ['n'], budget: 10, row: z.object({ n: z.int() }) },
}

/** Requests five numbers, and is killed before one of them: an error of no upstream ends the run. */
const killedBefore = (last: number) =>
  defineSource({
    ...{ ...COMMON, name: 'numbers' },
    async *fetch({ http }) {
      for (let n = 1; n <= 5; n++) {
        if (n === last) throw new Error('killed')
        const from = await http.json(`${HOST}/${n}`, Numbered).catch(() => null)
        if (from === null) return { left_out: `numbers from ${n}` }
        yield { from, row: { n: from.data?.n } }
      }
      return 'all'
    },
  })

/** Answers with the number in the path; `asked` gets each. */
const count =
  (asked: string[], waitMs = 0): typeof globalThis.fetch =>
  async (input) => {
    const path = new URL(String(input)).pathname
    asked.push(path)
    if (path === '/3') await new Promise((done) => setTimeout(done, waitMs))
    return Response.json({ n: Number(path.slice(1)) })
  }

async function undisturbed() {
  const given = await givenIngest({ fetch: count([]), sources: [] })
  await fetchSource(given, killedBefore(0))
  return given.archive.readDay(DAY, 'numbers')
}

test('the next run of a killed one asks only for what was not answered, and has the same record', async () => {
  const asked: string[] = []
  const given = await givenIngest({ fetch: count(asked), sources: [] })
  await expect(fetchSource(given, killedBefore(4))).rejects.toThrow('killed')
  await fetchSource(given, killedBefore(0))
  expect(asked).toEqual(['/1', '/2', '/3', '/4', '/5'])
  expect(given.archive.readDay(DAY, 'numbers')).toEqual(await undisturbed())
  expect(given.archive.journal({ source: 'numbers', date: DAY, world: 'sample' }).responses).toEqual([])
})

test('what is left for want of time is asked by a later run of the day, which goes on there', async () => {
  const asked: string[] = []
  const given = await givenIngest({ fetch: count(asked, 600), sources: [] })
  const late = { ...given, options: { ...given.options, fetchUntil: performance.now() + 300 } }
  await fetchSource(late, killedBefore(0))
  expect(given.archive.readDay(DAY, 'numbers')).toMatchObject({ outcome: 'ok', unfinished: true })
  asked.length = 0
  await fetchSource(given, killedBefore(0))
  // The third came late, and is recorded.
  expect(asked).toEqual(['/4', '/5'])
  expect(given.archive.readDay(DAY, 'numbers')).toEqual(await undisturbed())
  await fetchSource(given, killedBefore(0))
  expect(asked).toHaveLength(2)
})

test('rows that are whole are asked again where a check of them came too late', async () => {
  const checked = defineSource({
    ...{ ...COMMON, name: 'checked' },
    async *fetch({ http }) {
      const from = await http.json(`${HOST}/1`, Numbered)
      yield { from, row: { n: from.data?.n } }
      await http.json(`${HOST}/3`, Numbered).catch(() => null)
      await http.json(`${HOST}/4`, Numbered).catch(() => null)
      return { blocks: [], left_out: null }
    },
  })
  const asked: string[] = []
  const given = await givenIngest({ fetch: count(asked, 600), sources: [] })
  const late = { ...given, options: { ...given.options, fetchUntil: performance.now() + 300 } }
  await fetchSource(late, checked)
  await fetchSource(given, checked)
  expect(asked).toEqual(['/1', '/3', '/4'])
  expect(given.archive.readDay(DAY, 'checked')?.responses).toHaveLength(3)
})

const items = defineSource({
  ...{ ...COMMON, name: 'items' },
  async *fetch({ http }) {
    const from = await http.json(`${HOST}/1`, Numbered, { attempts: 1 })
    yield { from, row: { n: from.data?.n } }
    return 'all'
  },
})

/** Requests a number for each item that it knows, and one more. */
const readers = defineSource({
  ...{ ...COMMON, name: 'readers', reads: ['items'] },
  async *fetch({ http, known }) {
    for (const n of [9, ...(await known('items')).map((row) => Number(row.n) + 100)]) {
      const from = await http.json(`https://other.example/${n}`, Numbered)
      yield { from, row: { n: from.data?.n } }
    }
    return 'all'
  },
})

/** Runs the day with both; `down`: a path that is not answered. */
async function runBoth(archive: Archive | undefined, down: string, isOffline = false, listed = items) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    const { host, pathname } = new URL(String(input))
    asked.push(`${host}${pathname}`)
    return pathname === down
      ? new Response('', { status: 500 })
      : Response.json({ n: Number(pathname.slice(1)) })
  }
  const given = await givenIngest({ fetch, sources: [listed, readers], ...(archive && { archive }) })
  given.options.offline = isOffline
  const { changed } = await ingest(given)
  const rows = async (source: string) =>
    (await given.db.rows<{ n: number }>(`select n from raw_${source} order by n`)).map(({ n }) => Number(n))
  return { given, asked, changed: [...changed], rows: [await rows('items'), await rows('readers')] }
}

test('a source that is back is asked alone: its readers are read again with the rows that they saw', async () => {
  const first = await runBoth(undefined, '/1')
  expect([first.asked, first.rows]).toEqual([
    ['sample.example/1', 'other.example/9'],
    [[], [9]],
  ])
  const { archive } = first.given
  const still = await runBoth(archive, '/1')
  expect([still.asked, still.changed]).toEqual([['sample.example/1'], []])
  const second = await runBoth(archive, 'none')
  expect([second.asked, second.changed, second.rows]).toEqual([['sample.example/1'], ['items'], [[1], [9]]])
  expect(archive.readDay(DAY, 'readers')?.seen).toEqual({ items: 1 })
  for (const offline of [false, true]) {
    const third = await runBoth(archive, 'none', offline)
    expect([third.asked, third.changed, third.rows]).toEqual([[], [], [[1], [9]]])
  }
})

const GAP = {
  ...{ chain: 'eip155:8453', from_block: 1, to_block: 9, missing_blocks: 9, wanted_blocks: 10, runs_left: 1 },
  ...{ reason: 'no answer', fix: 'the next run reads on' },
}

test('what was missing before a source was asked again is no longer missing', async () => {
  const gapped = defineSource({
    ...items,
    async *fetch({ http }) {
      yield { from: await http.json(`${HOST}/1`, Numbered), row: { n: 1 } }
      const isRead = await http.json(`${HOST}/2`, Numbered, { attempts: 1 }).then(Boolean, () => false)
      return { blocks: [], gaps: isRead ? [] : [GAP], left_out: isRead ? null : 'blocks' }
    },
  })
  const countGaps = async ({ given }: Awaited<ReturnType<typeof runBoth>>) =>
    (await given.db.rows('select * from ingest_gaps')).length
  const first = await runBoth(undefined, '/2', false, gapped)
  const second = await runBoth(first.given.archive, 'none', false, gapped)
  expect(second.given.archive.readDay(DAY, 'readers')?.seen).toEqual({ items: 1 })
  expect([await countGaps(first), await countGaps(second)]).toEqual([1, 0])
})

test('a part without an answer is asked again, one that has spent its requests is not', async () => {
  const parts = defineSource({
    ...{ ...COMMON, name: 'parts' },
    async *fetch({ http }) {
      const [few, many] = [
        http.limited({ requests: 1, minutes: 1 }),
        http.limited({ requests: 5, minutes: 1 }),
      ]
      for (const [n, part] of [few, few, many].entries()) {
        const from = await part.json(`${HOST}/${n}`, Numbered, { attempts: 1 }).catch(() => null)
        if (from !== null) yield { from, row: { n: from.data?.n } }
      }
      return { left_out: 'the second number, perhaps the third' }
    },
  })
  let down = '/2'
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    const { pathname } = new URL(String(input))
    asked.push(pathname)
    return pathname === down ? new Response('', { status: 500 }) : Response.json({ n: 1 })
  }
  const given = await givenIngest({ fetch, sources: [] })
  const run = async () => {
    asked.length = 0
    await fetchSource(given, parts)
    return [...asked, given.archive.readDay(DAY, 'parts')?.unfinished ?? false]
  }
  expect(await run()).toEqual(['/0', '/2', true])
  down = 'none'
  expect([await run(), await run()]).toEqual([['/2', false], [false]])
})
