import { afterEach, beforeEach, expect, test } from 'vitest'
import { Bucket } from '../../core/bucket/bucket.ts'
import { probeConditions } from '../../core/bucket/probe.ts'
import { bucketAt, fakeSettings } from '../kit/s3/bucket.ts'
import { type FakeOptions, FakeStore } from '../kit/s3/fake.ts'

let store: FakeStore
const MAX = 1_000
const bucket = () => bucketAt(fakeSettings(store))
const bytes = (text: string) => new TextEncoder().encode(text)
const textAt = async (key: string) => new TextDecoder().decode((await bucket().get(key, MAX))?.bytes)

beforeEach(async () => {
  store = await new FakeStore().listen()
})
afterEach(() => store.close())

test('what is put is read, looked for, listed page by page below the prefix, and deleted', async () => {
  const keys = ['a/b+c d', 'a/z.json', 'a/ü&<', 'b']
  for (const key of keys) await bucket().put(key, bytes(key))
  await bucketAt(fakeSettings(store, 'other/')).put('a/foreign', bytes('x'))
  expect([...store.objects.keys()]).toContain('live/a/b+c d')
  for (const key of keys) expect(await textAt(key)).toBe(key)
  const etag = store.objects.get('live/b')?.etag
  expect(await bucket().head('b')).toEqual({ bytes: 1, etag })
  store.options.pageSize = 2
  const listed = await Array.fromAsync(bucket().list('a/'))
  expect(listed.map((listed) => listed.key)).toEqual(keys.slice(0, 3))
  expect(listed[1]).toMatchObject({ bytes: 8, etag: store.objects.get('live/a/z.json')?.etag })
  const large = new Uint8Array(3_000_000).map((_, at) => at % 251)
  await bucket().put('large', large)
  expect(Buffer.from(large).equals((await bucket().get('large', 3_000_000))?.bytes ?? new Uint8Array())).toBe(
    true,
  )
  await bucket().delete('b')
  await bucket().delete('b')
  expect([await bucket().get('b', MAX), await bucket().head('b')]).toEqual([null, null])
})

test('conditions are stored or refused, and an answer that is lost is unknown and not asked again', async () => {
  expect(await bucket().putIfNew('k', bytes('1'))).toBe('stored')
  expect(await bucket().putIfNew('k', bytes('2'))).toBe('refused')
  expect(await bucket().putIfMatch('k', bytes('2'), '"other"')).toBe('refused')
  expect(await bucket().putIfMatch('none', bytes('2'), '"other"')).toBe('refused')
  const etag = (await bucket().get('k', MAX))?.etag
  for (const disturbed of ['cut', 500, 503, 409] as const) {
    store.options.disturb = () => disturbed
    const before = store.requests.length
    expect(await bucket().putIfMatch('k', bytes('3'), `"${etag}"`)).toBe('unknown')
    expect(store.requests.length - before).toBe(1)
  }
  store.options.disturb = () => 'done-and-cut'
  expect(await bucket().putIfMatch('k', bytes('3'), `"${etag}"`)).toBe('unknown')
  store.options.disturb = () => null
  expect(await textAt('k')).toBe('3')
})

test('reads and plain puts are repeated while the store is busy or away, and give up in words', async () => {
  const failures: (number | 'cut' | null)[] = [503, 'cut', 429, null]
  store.options.disturb = () => failures.shift() ?? null
  await bucket().put('k', bytes('1'))
  failures.push(500, 'cut')
  expect(await textAt('k')).toBe('1')
  store.options.disturb = () => 503
  await expect(bucket().get('k', MAX)).rejects.toThrow(
    /s3:\/\/bucket\/live at http:.* gave no answer when asked to read k: check S3_ENDPOINT/,
  )
})

test.each([
  ['NoSuchBucket', { bucket: 'none' }, /there is no such bucket: create it/],
  ['AccessDenied', { bucket: 'bucket' }, /this key may not do that/],
])('a refusal (%s) says what to do, at once, and holds no secret', async (_code, changes, said) => {
  if (changes.bucket === 'bucket') store.options.disturb = () => 403
  const bucket = bucketAt({ ...fakeSettings(store), ...changes })
  const error = await bucket.get('k', MAX).catch((thrown) => thrown)
  expect(error.message).toMatch(said)
  expect(error.message).not.toContain('SECRET')
  await expect(bucket.putIfNew('k', bytes('1'))).rejects.toThrow(said)
  expect(store.requests).toHaveLength(2)
})

test('of an object that is longer than it can be no more is read, at once, and it is named', async () => {
  await bucket().put('blobs/ab', new Uint8Array(64 * 2 ** 20))
  store.requests.length = 0
  const before = process.memoryUsage().arrayBuffers
  await expect(bucket().get('blobs/ab', 1_000)).rejects.toThrow(
    /s3:\/\/bucket\/live at http:.* sent more than 1000 bytes when asked to read blobs\/ab, .*somebody replaced it/,
  )
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 2 ** 20)
  expect(store.requests).toHaveLength(1)
  await bucket().put('exact', new Uint8Array(1_000))
  expect((await bucket().get('exact', 1_000))?.bytes).toHaveLength(1_000)
})

test('an error or a listing without an end is not read to it', async () => {
  const endless = (status: number) =>
    new Bucket(fakeSettings(store), {
      fetch: async () =>
        new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(2 ** 20)) }), { status }),
      ...{ sleep: async () => {}, random: () => 0, now: () => new Date(0) },
    })
  for (const status of [200, 403, 404, 500])
    await expect(endless(status).get('k', 10)).rejects.toThrow('when asked to read k')
  await expect(Array.fromAsync(endless(200).list('blobs/'))).rejects.toThrow('when asked to list blobs/')
  expect(await endless(500).putIfNew('k', bytes('1'))).toBe('unknown')
})

test.each<[string, FakeOptions, string]>([
  ['both forms', {}, '"e"'],
  ['quotes alone', { etags: 'quoted' }, '"e"'],
  ['no quotes alone', { etags: 'bare' }, 'e'],
])('the probe finds out how the store knows an ETag: %s', async (_name, options, expected) => {
  store.options = options
  const form = await probeConditions(bucket(), 'one')
  expect(form('e')).toBe(expected)
  expect(store.objects.size).toBe(0)
})

test.each<[NonNullable<FakeOptions['ignores']>]>([
  [['if-none-match']],
  [['if-match']],
  [['if-none-match', 'if-match']],
])('a store that ignores %s is refused, with what to do, and nothing is left there', async (ignores) => {
  store.options = { ignores }
  await expect(probeConditions(bucket(), 'one')).rejects.toThrow(
    /cannot be a release store: it ignores If-.*Turn versioning/,
  )
  expect(store.objects.size).toBe(0)
})

test('a probe that the store sometimes answers with errors has the same result', async () => {
  store.options = { etags: 'bare', disturb: ({ count }) => (count % 3 === 0 ? 500 : null) }
  expect((await probeConditions(bucket(), 'one'))('e')).toBe('e')
})
