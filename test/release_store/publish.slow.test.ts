import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentReporter } from '../../cli/progress.ts'
import { currentTarget } from '../../core/release/release.ts'
import { BucketRunStore } from '../../pipeline/release_store/run_store.ts'
import { verifyStore } from '../../pipeline/release_store/verify_store.ts'
import { rollbackDays } from '../../pipeline/run/rollback_days.ts'
import { hashesUnder } from '../kit/folder.ts'
import { buildDay, checkpointIn, fakeStore, machine, readPointer, runDay, storeAt } from './small_runs.ts'

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'] as const
const LASTING = ['archive', 'history', 'log']
const lasting = (output: string) =>
  new Map(
    LASTING.flatMap((name) =>
      [...hashesUnder(join(output, name))].map(([path, sum]) => [`${name}/${path}`, sum]),
    ),
  )
const problems = async (fake: Parameters<typeof storeAt>[0]) =>
  (await verifyStore(storeAt(fake), true, silentReporter)).problems

test('a machine with nothing but the bucket goes on as the one does that ran every day', async () => {
  const [fake, twin] = [await fakeStore(), await fakeStore()]
  const [first, always] = [machine(), machine()]
  for (const day of DAYS.slice(0, 2)) await runDay(fake, first, day)
  for (const day of DAYS) await runDay(twin, always, day)
  const fresh = machine()
  const id = await runDay(fake, fresh, DAYS[2])
  expect(id).toBe((await readPointer(twin))?.release?.id)
  expect(lasting(fresh)).toEqual(lasting(always))
  expect(await readPointer(fake)).toMatchObject({
    serial: 3,
    release: { id },
    log: (await readPointer(twin))?.log,
  })
  expect(currentTarget(fresh)).toBe(`releases/${id}`)
  expect(await problems(fake)).toEqual([])
})

test('a machine with nothing but the bucket knows which release is served, and leaves it where it publishes nothing', async () => {
  const fake = await fakeStore()
  const empty = new BucketRunStore(storeAt(fake), machine())
  await empty.restore(silentReporter)
  expect(await empty.served()).toBeNull()
  await runDay(fake, machine(), DAYS[0])
  const run = new BucketRunStore(storeAt(fake), machine())
  await run.restore(silentReporter)
  const release = (await readPointer(fake))?.release
  expect(await run.served()).toEqual({ manifestSha256: release?.manifest_sha256, oracleKeys: null })
  await run.publish(null, silentReporter)
  expect((await readPointer(fake))?.release).toEqual(release)
})

test('one run can publish several days, one after the other', async () => {
  const fake = await fakeStore()
  const output = machine()
  const run = new BucketRunStore(storeAt(fake), output)
  await run.restore(silentReporter)
  for (const day of DAYS) await run.publish(await buildDay(output, day), silentReporter)
  expect(await readPointer(fake)).toMatchObject({
    serial: 3,
    release: { id: expect.stringContaining(DAYS[2]) },
  })
  expect(await problems(fake)).toEqual([])
})

test('a run uploads what is new and nothing twice; a day again moves and writes nothing', async () => {
  const fake = await fakeStore()
  const output = machine()
  await runDay(fake, output, DAYS[0])
  const before = new Set(fake.objects.keys())
  const from = fake.requests.length
  await runDay(fake, output, DAYS[1])
  const put = fake.requests.slice(from).flatMap((request) => (request.method === 'PUT' ? [request.key] : []))
  const again = put.filter((key) => before.has(key) && !/pointer\.json$/.test(key))
  expect(again).toEqual([])
  const pointer = await readPointer(fake)
  const quiet = fake.requests.length
  await runDay(fake, output, DAYS[1])
  const written = fake.requests
    .slice(quiet)
    .filter(({ method, key }) => method === 'PUT' && !key.includes('/probe/'))
  expect([written, await readPointer(fake)]).toEqual([[], pointer])
})

test('publishing that is cut short after every seventh request serves the release before, and the next run ends it', async () => {
  const usual = await fakeStore()
  const reference = machine()
  for (const day of DAYS.slice(0, 2)) await runDay(usual, reference, day)
  const length = usual.requests.length
  const fake = await fakeStore()
  const base = machine()
  const text = await runDay(fake, base, DAYS[0])
  const start = fake.requests.length
  let cuts = 0
  for (let after = 1; start + after <= length; after += 7, cuts += 1) {
    const [store, output] = [await fakeStore(), machine()]
    expect(await runDay(store, output, DAYS[0])).toBe(text)
    const dead = store.requests.length + after
    store.options.disturb = ({ count }) => (count === dead ? 'done-and-cut' : count > dead ? 'cut' : null)
    const died = await runDay(store, output, DAYS[1]).then(
      () => null,
      (error: Error) => error.message,
    )
    store.options.disturb = () => null
    const pointer = await readPointer(store)
    expect(await problems(store)).toEqual([])
    const isMoved = pointer?.serial === 2
    expect(isMoved || died !== null, `after ${after}`).toBe(true)
    expect(currentTarget(output)).toBe(
      died === null ? `releases/${pointer?.release?.id}` : `releases/${text}`,
    )
    const uploaded = store.objects.size
    await runDay(store, output, DAYS[1])
    expect(await problems(store)).toEqual([])
    expect((await readPointer(store))?.log).toEqual((await readPointer(usual))?.log)
    expect(store.objects.size).toBeGreaterThanOrEqual(uploaded)
  }
  expect(cuts).toBeGreaterThan(5)
})

test('objects uploaded before an interruption are not uploaded again', async () => {
  const fake = await fakeStore()
  const output = machine()
  const blobs = () =>
    fake.requests.filter(({ method, key }) => method === 'PUT' && key.includes('/blobs/')).length
  fake.options.disturb = ({ key }) => (key.endsWith('pointer.json') && blobs() > 0 ? 403 : null)
  await expect(runDay(fake, output, DAYS[0])).rejects.toThrow(/this key may not do that/)
  const all = blobs()
  fake.options.disturb = () => null
  await runDay(fake, output, DAYS[0])
  expect(blobs()).toBe(all)
  expect(await problems(fake)).toEqual([])
})

test('of two machines that publish at once one wins, and the other says so and takes it over when it runs again', async () => {
  const fake = await fakeStore()
  const [a, b] = [machine(), machine()]
  await runDay(fake, a, DAYS[0])
  await runDay(fake, b, DAYS[0])
  const runs = [a, b].map((output) => ({ output, run: new BucketRunStore(storeAt(fake), output) }))
  for (const { run } of runs) await run.restore(silentReporter)
  const ids = [await buildDay(a, DAYS[1], 'what A saw'), await buildDay(b, DAYS[1], 'what B saw')]
  const ends = await Promise.allSettled(
    runs.map(({ run }, at) => run.publish(ids[at] ?? null, silentReporter)),
  )
  const won = ends.findIndex(({ status }) => status === 'fulfilled')
  const [winner, loser] = won === 0 ? [a, b] : [b, a]
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(String((ends[1 - won] as PromiseRejectedResult).reason)).toMatch(
    /another run has published 2026-01-02-\w+ to s3:.* nothing of this run is served.*Run the same command again/,
  )
  expect((await readPointer(fake))?.release?.id).toBe(ids[won])
  expect(await problems(fake)).toEqual([])
  const lost = checkpointIn(loser)
  expect(lost).not.toBe(checkpointIn(winner))
  await runDay(fake, loser, DAYS[2])
  expect(readFileSync(join(loser, 'set-aside/1/log/checkpoint'), 'utf8')).toBe(lost)
  await runDay(fake, winner, DAYS[2])
  expect(lasting(loser)).toEqual(lasting(winner))
  expect(existsSync(join(winner, 'set-aside'))).toBe(false)
})

test('two machines that were answered the same publish the same, and both are done', async () => {
  const fake = await fakeStore()
  const ids = await Promise.all([machine(), machine()].map((output) => runDay(fake, output, DAYS[0])))
  expect(ids[0]).toBe(ids[1])
  expect(await readPointer(fake)).toMatchObject({ serial: 1, release: { id: ids[0] } })
})

test('an answer that is lost when the pointer moves is settled by reading it', async () => {
  for (const disturbed of ['done-and-cut', 500, 'cut'] as const) {
    const fake = await fakeStore()
    let hits = 0
    fake.options.disturb = ({ method, key }) =>
      method === 'PUT' && key.endsWith('pointer.json') && hits++ === 0 ? disturbed : null
    const id = await runDay(fake, machine(), DAYS[0])
    expect(await readPointer(fake)).toMatchObject({ serial: 1, release: { id } })
    expect(hits).toBe(disturbed === 'done-and-cut' ? 1 : 2)
  }
})

test('a store that ignores conditions is refused before anything is read or written', async () => {
  const fake = await fakeStore({ ignores: ['if-match'] })
  const output = machine()
  await expect(runDay(fake, output, DAYS[0])).rejects.toThrow(
    /cannot be a release store: it ignores If-Match/,
  )
  expect([fake.objects.size, readdirSync(output)]).toEqual([0, []])
})

test('a store that is suddenly empty, and a log that is not the one of the store, are refused', async () => {
  const fake = await fakeStore()
  const [a, b] = [machine(), machine()]
  await runDay(fake, a, DAYS[0])
  const run = new BucketRunStore(storeAt(fake), b)
  await run.restore(silentReporter)
  rmSync(join(b, 'log'), { recursive: true })
  const id = await buildDay(b, DAYS[1])
  await expect(run.publish(id, silentReporter)).rejects.toThrow(
    /does not go on from the log in the release store/,
  )
  fake.objects.clear()
  await expect(runDay(fake, a, DAYS[1])).rejects.toThrow(/is empty, though this folder was published to it/)
})

test('days that are rolled back are so in the store too, whose log stays as long as it was', async () => {
  const fake = await fakeStore()
  const output = machine()
  const ids: string[] = []
  for (const day of DAYS) ids.push(await runDay(fake, output, day))
  const log = (await readPointer(fake))?.log
  const run = new BucketRunStore(storeAt(fake), output)
  await rollbackDays(output, DAYS[1], {
    restore: () => run.restore(silentReporter),
    publishRollback: (after) => run.publishRollback(after, silentReporter),
  })
  expect(await readPointer(fake)).toMatchObject({ serial: 4, release: { id: ids[1] }, log })
  expect(await problems(fake)).toEqual([])
  const fresh = machine()
  const again = await runDay(fake, fresh, DAYS[2], 'another day three')
  expect(readdirSync(join(fresh, 'history/days'))).toHaveLength(3)
  expect((await readPointer(fake))?.release?.id).toBe(again)
  expect((await readPointer(fake))?.log?.size).toBeGreaterThan(log?.size ?? 0)
})
