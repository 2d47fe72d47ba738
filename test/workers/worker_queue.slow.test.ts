import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type FetchedSource, fetchSource } from '../../pipeline/ingest/fetch_source.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'
import { UnfitWorker } from '../../pipeline/workers/job_runner.ts'
import type { PostedJob } from '../../pipeline/workers/posted_job.ts'
import { temporaryArchive } from '../http/harness.ts'
import { givenIngest } from '../ingest/given_ingest.ts'
import { hashesUnder } from '../kit/folder.ts'
import { givenWorkers } from './given_workers.ts'

const HOST = 'https://sample.example'
const Numbered = z.looseObject({ n: z.number() })
const NUMBERS = Array.from({ length: 7 }, (_, index) => index + 1)

/** Asks for seven numbers, two of them in a job. */
const numbers = defineSource({
  ...{
    name: 'sample_numbers',
    title: 'Sample',
    docs: HOST,
    license: 'none',
    republished: 'all',
    attribution: 'Sample',
    key: ['n'],
    budget: 10,
  },
  split: { stops: true, items: { perJob: 2, count: async () => NUMBERS.length } },
  row: z.object({ n: z.int() }),
  async *fetch({ http, share, env }) {
    const asked = share.items(NUMBERS)
    let left = asked.length
    for (const n of asked) {
      const options = { headers: { authorization: env.GITHUB_TOKEN ?? '' } }
      const from = await http.json(`${HOST}/${n}`, Numbered, options).catch(() => null)
      if (from === null) continue
      left -= 1
      yield { from, row: { n: from.data?.n } }
    }
    return left === 0 ? 'changes' : { left_out: `${left} of ${asked.length} numbers` }
  },
})

/** Each number has an ETag, and is confirmed to whoever names it. */
const upstream: typeof globalThis.fetch = async (input, init) => {
  const n = Number(new URL(String(input)).pathname.slice(1))
  const etag = `"${n}"`
  return new Headers(init?.headers).get('if-none-match') === etag
    ? new Response(null, { status: 304 })
    : Response.json({ n }, { headers: { etag } })
}

const sources = [numbers]

/** The rows that were read, and the reported rest. */
function readIn(fetched: FetchedSource | null) {
  if (fetched?.seen.outcome !== 'ok') throw new Error('it was not read')
  const { rows, coverage } = fetched.seen
  onTestFinished(() => rows.remove())
  return { rows: rows.read().map(({ n }) => n), coverage }
}

test('two days read by workers leave the very archive of one machine, what is confirmed included', async () => {
  const [alone, shared] = [temporaryArchive(), temporaryArchive()]
  for (const day of ['2026-01-08', '2026-01-09']) {
    const { queue, board } = await givenWorkers({ fetch: upstream, sources })
    await fetchSource(await givenIngest({ fetch: upstream, sources, day, archive: alone }), numbers)
    const given = await givenIngest({ fetch: upstream, sources, day, archive: shared, queue })
    expect(readIn(await fetchSource(given, numbers))).toEqual({ rows: NUMBERS, coverage: 'changes' })
    expect(board.posted.map(({ job }) => job.part)).toHaveLength(4)
  }
  shared.removeTemporaryFiles()
  alone.removeTemporaryFiles()
  expect([...hashesUnder(shared.root)]).toEqual([...hashesUnder(alone.root)])
  expect(shared.readDay('2026-01-09', numbers.name)?.responses.map(({ status }) => status)).toContain(304)
})

test('after its deadline a run continues with its results, names the rest, and does the same when it is rebuilt', async () => {
  const { queue } = await givenWorkers({
    ...{ fetch: upstream, sources, options: { waitMs: 2_000 } },
    fate: ({ part }) => part === 'items-2-of-4',
  })
  const given = await givenIngest({ fetch: upstream, sources, queue })
  const read = readIn(await fetchSource(given, numbers))
  expect(read.coverage).toEqual({ left_out: '1 of 4 jobs (items-2-of-4)' })
  expect(read.rows).toEqual([1, 4, 5, 6, 7])
  expect(readIn(await fetchSource(given, numbers))).toEqual(read)
})

test("a source without any results has failed, and says so; of several reasons it names the upstream's", async () => {
  const late = await givenWorkers({
    ...{ fetch: upstream, sources, options: { waitMs: 0 } },
    fate: () => true,
  })
  const given = await givenIngest({ fetch: upstream, sources, queue: late.queue })
  expect((await fetchSource(given, numbers))?.seen).toMatchObject({
    outcome: 'failed',
    error: { message: 'the workers: none finished it in time' },
  })
  const refused = await givenWorkers({ fetch: upstream, sources, fate: () => new Error('no disk') })
  const again = await givenIngest({ fetch: upstream, sources, queue: refused.queue })
  expect((await fetchSource(again, numbers))?.seen).toMatchObject({
    error: { message: 'the workers: all attempts failed (no disk)' },
  })
})

test('a job that failed is read again with all others where the source stops for none; all that failed are a failure', async () => {
  const refusing =
    (refused: string[]): typeof globalThis.fetch =>
    async (input, init) =>
      refused.some((end) => String(input).endsWith(end))
        ? new Response('', { status: 410 })
        : upstream(input, init)
  const apart = defineSource({
    ...numbers,
    split: { items: { perJob: 1, count: async () => 2 } },
    async *fetch({ http, share }) {
      const asked = share.items([1, 2])
      const failed: Error[] = []
      for (const n of asked)
        try {
          await http.json(`${HOST}/${n}0`, Numbered)
          const from = await http.json(`${HOST}/${n}`, Numbered)
          yield { from, row: { n: from.data?.n } }
        } catch (error) {
          failed.push(error as Error)
        }
      if (failed.length === asked.length && failed[0]) throw failed[0]
      return failed.length === 0 ? 'changes' : { left_out: `${failed.length} of ${asked.length}` }
    },
  })
  const both = async (fetch: typeof globalThis.fetch) => {
    const [alone, shared] = [temporaryArchive(), temporaryArchive()]
    const { queue } = await givenWorkers({ fetch, sources: [apart] })
    const here = await fetchSource(await givenIngest({ fetch, sources: [apart], archive: alone }), apart)
    const there = await fetchSource(
      await givenIngest({ fetch, sources: [apart], archive: shared, queue }),
      apart,
    )
    expect(shared.digest('2026-01-08')).toBe(alone.digest('2026-01-08'))
    return [here, there]
  }
  for (const fetched of await both(refusing(['/2'])))
    expect(readIn(fetched)).toEqual({ rows: [1], coverage: { left_out: '1 of 2' } })
  for (const fetched of await both(refusing(['/1', '/2']))) expect(fetched?.seen.outcome).toBe('failed')
})

test('data that the upstream did not return to one job is missing in that job alone', async () => {
  const fetch: typeof globalThis.fetch = async (input, init) =>
    String(input).endsWith('/3') ? new Response('', { status: 410 }) : upstream(input, init)
  const { queue } = await givenWorkers({ fetch, sources })
  const given = await givenIngest({ fetch, sources, queue })
  const fetched = await fetchSource(given, numbers)
  expect(readIn(fetched)).toEqual({
    rows: [1, 2, 4, 5, 6, 7],
    coverage: { left_out: expect.stringMatching(/^1 of \d numbers$/) },
  })
})

test('a run that is restarted continues with finished jobs; one that refetches does not', async () => {
  let count = 0
  const fetch: typeof globalThis.fetch = (input, init) => {
    count += 1
    return upstream(input, init)
  }
  const { queue, board } = await givenWorkers({ fetch, sources, options: { rerunId: 'second' } })
  await fetchSource(await givenIngest({ fetch, sources, queue }), numbers)
  await fetchSource(await givenIngest({ fetch, sources, queue }), numbers)
  expect(count).toBe(NUMBERS.length)
  const given = await givenIngest({ fetch, sources, queue })
  given.options.refetch = true
  await fetchSource(given, numbers)
  expect(count).toBe(2 * NUMBERS.length)
  expect(new Set(board.posted.map(({ id }) => id)).size).toBe(8)
})

test('nothing stays in the bucket once the run is done', async () => {
  const { queue, store } = await givenWorkers({ fetch: upstream, sources })
  await fetchSource(await givenIngest({ fetch: upstream, sources, queue }), numbers)
  expect(store.objects.size).toBeGreaterThan(0)
  await queue.clear()
  expect(store.objects.size).toBe(0)
})

test('a queue that is away is waited for, and a run that lost its date ends', async () => {
  let away = 2
  const said: string[] = []
  const { queue, board } = await givenWorkers({
    ...{ fetch: upstream, sources },
    options: { note: (line) => said.push(line) },
  })
  const standings = board.standings.bind(board)
  board.standings = async (ids) => {
    if (away-- > 0) throw new Error('the connection is closed')
    return standings(ids)
  }
  const read = readIn(await fetchSource(await givenIngest({ fetch: upstream, sources, queue }), numbers))
  expect(read.rows).toEqual(NUMBERS)
  expect(said).toEqual(Array(2).fill('the ingest queue does not answer; waiting for it'))
  const lost = await givenWorkers({
    ...{ fetch: upstream, sources },
    options: {
      check: () => {
        throw new Error('another run works on it')
      },
    },
  })
  const given = await givenIngest({ fetch: upstream, sources, queue: lost.queue })
  await expect(fetchSource(given, numbers)).rejects.toThrow('another run works on it')
})

test('secrets are neither in the jobs nor in the bucket, and a worker that lacks one, or reads another world, gives the job back', async () => {
  const env = { GITHUB_TOKEN: 'ghp_very_secret' }
  const { queue, board, store, work } = await givenWorkers({ fetch: upstream, sources, env })
  await fetchSource(await givenIngest({ fetch: upstream, sources, queue, env }), numbers)
  expect(board.posted[0]?.job.settings).toEqual(['GITHUB_TOKEN'])
  expect(JSON.stringify(board.posted)).not.toContain('ghp_')
  for (const { bytes } of store.objects.values()) expect(bytes.includes('ghp_')).toBe(false)
  const job = board.posted[0]?.job as PostedJob
  await expect(work.run({ ...job, world: 'live' }, AbortSignal.timeout(60_000))).rejects.toThrow(UnfitWorker)
  const poor = await givenWorkers({ fetch: upstream, sources })
  const given = await givenIngest({ fetch: upstream, sources, queue: poor.queue, env })
  expect((await fetchSource(given, numbers))?.seen).toMatchObject({
    error: { message: expect.stringContaining('this worker lacks GITHUB_TOKEN') },
  })
})
