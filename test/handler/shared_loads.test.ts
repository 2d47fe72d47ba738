import { expect, test } from 'vitest'
import type { Blobs } from '../../core/release/reader.ts'
import { apart, sharedLoads } from '../../core/release/shared_loads.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { ReadQueue } from '../../serving/service/release/read_queue.ts'
import { sampleOutput } from '../sample_output.ts'

/** A counting reader: every file holds JSON, except `missing`. Reads of `failing` reject while it is above 0. */
function released(share = sharedLoads(), failing = 0) {
  const reads: string[] = []
  let left = failing
  const reader = {
    id: 'r',
    manifestSha256: '',
    about: { date: '2026-01-01', world: 'sample' as const, base_url: 'http://x' },
    async read(side: string, path: string) {
      reads.push(`${side}/${path}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (left-- > 0) throw new Error('EIO')
      return path === 'missing'
        ? null
        : { bytes: new TextEncoder().encode('[["a","A"]]'), sha256: '0'.repeat(64), contentType: 'x' }
    },
  }
  return { release: new ServedRelease(reader, { share }), reads }
}

const many = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 50 }, work))

test.each<[string, (release: ServedRelease) => Promise<unknown>, number]>([
  ['a file', (release) => release.content('public', 'a'), 1],
  ['a file that is missing', (release) => release.content('public', 'missing'), 1],
  ['JSON', (release) => release.json('public', 'a'), 1],
  ['a cut', (release) => release.cut('a', 'b', (text) => text), 1],
  ['the agents', (release) => release.agents(), 1],
  ['the facts', (release) => release.info(), 1],
  ['what is rendered', (release) => release.render('k', () => release.reader.read('private', 'x')), 1],
  [
    'a text',
    (release) => release.text('k', 'x', async () => String(await release.reader.read('private', 'x'))),
    1,
  ],
  ['a memo', (release) => release.memo('k', () => release.reader.read('private', 'x')), 1],
])('fifty calls at once load %s once', async (_, load, times) => {
  const { release, reads } = released()
  const all = await many(() => load(release))
  expect(reads).toHaveLength(times)
  expect(new Set(all).size).toBe(1)
})

test('a load that failed fails for those who waited for it, and is not kept', async () => {
  const { release, reads } = released(sharedLoads(), 1)
  const failed = await Promise.allSettled(Array.from({ length: 10 }, () => release.agents()))
  expect(failed.map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
  expect((await release.agents()).handle('A')).toBe('a')
  expect(reads).toHaveLength(2)
})

test('where calls must not wait for each other, each loads for itself', async () => {
  const { release, reads } = released(apart)
  await many(() => release.content('public', 'a'))
  expect(reads).toHaveLength(50)
})

test('after a release a crowd that asks for unknown agents reads each file once', async () => {
  const output = await sampleOutput()
  const paths: string[] = []
  const reads = new ReadQueue()
  const of = reads.of.bind(reads)
  reads.of = (blobs: Blobs) =>
    of({
      read: (path) => {
        paths.push(path)
        return blobs.read(path)
      },
    })
  const log = (error: unknown) => {
    throw error
  }
  const { current } = followRelease({ output, now: () => 0, log, reads })
  const handler = createHandler({ current, now: () => new Date('2026-01-02'), log })
  const statuses = await many(async () => {
    const handles = Array.from({ length: 50 }, (_, at) => `nobody-${at}`).join(',')
    const answer = await handler.answer(new Request(`http://x/api/agents/bulk?handles=${handles}`))
    return answer.status
  })
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(paths.length).toBeGreaterThan(2)
  expect(paths.length - new Set(paths).size).toBe(0)
})
