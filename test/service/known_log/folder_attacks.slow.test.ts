import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReleaseReader } from '../../../core/release/reader.ts'
import { currentTarget } from '../../../core/release/release.ts'
import { serveRelease } from '../../../core/release/write.ts'
import { rollbackDays } from '../../../pipeline/run/rollback_days.ts'
import { followRelease } from '../../../serving/service/release/follow_release.ts'
import { toOffered } from '../../../serving/service/release/known_log/offered_release.ts'
import { buildDay, machine } from '../../release_store/small_runs.ts'
import { guardIn } from './guarded.ts'

const [D1, D2, D3] = ['2026-01-01', '2026-01-02', '2026-01-03'] as const

/** Publishes a day to a folder. */
async function publishDay(output: string, day: string, said = day): Promise<string> {
  const id = await buildDay(output, day, said)
  serveRelease(output, id)
  return id
}

/** A service that follows a folder, its memory in another one. */
function following(output: string, state = machine()) {
  const clock = { ms: 0 }
  const logged: string[] = []
  const guarded = guardIn(state)
  const log = (error: unknown) => logged.push(String(error))
  const follower = followRelease({ output, now: () => clock.ms, log, admission: guarded.guard })
  const after = async (ms: number) => {
    clock.ms += ms
    await follower.current()
    // A release is tried again beside the calls, which do not wait for it.
    await new Promise((resolve) => setTimeout(resolve, 100))
    return follower.current()
  }
  return { ...guarded, logged, state, after, page: async () => readText((await after(0))?.reader) }
}

const readText = async (reader: Parameters<typeof toOffered>[0] | undefined) =>
  new TextDecoder().decode((await reader?.read('public', 'page'))?.bytes)

/** Puts a release of another folder beside ours, and lets `current` name it. */
function plant(output: string, other: string, id: string): void {
  cpSync(join(other, 'releases', id), join(output, 'releases', id), { recursive: true })
  point(output, `releases/${id}`)
}

function point(output: string, target: string): void {
  rmSync(join(output, 'current'), { force: true })
  symlinkSync(target, join(output, 'current'))
}

test('a folder is followed as its log grows, and an older release is not served again', async () => {
  const output = machine()
  const first = await publishDay(output, D1)
  const service = following(output)
  expect((await service.after(0))?.id).toBe(first)
  const second = await publishDay(output, D2)
  expect((await service.after(1_000))?.id).toBe(second)
  point(output, `releases/${first}`)
  expect((await service.after(1_000))?.id).toBe(second)
  expect(service.logged).toEqual([
    expect.stringMatching(/cannot be served, what was served before is served on.*its log was cut/),
  ])
  point(output, `releases/${second}`)
  expect((await service.after(1_000))?.id).toBe(second)
  expect([service.guard.refusal, service.logged.length]).toEqual([null, 1])
})

test('a forged release without a log is not served, before a restart and after it', async () => {
  const [output, thief] = [machine(), machine()]
  const id = await publishDay(output, D1)
  const service = following(output)
  await service.after(0)
  const forged = await publishDay(thief, D2, 'forged')
  rmSync(join(thief, 'releases', forged, 'public/log'), { recursive: true })
  plant(output, thief, forged)
  expect((await service.after(1_000))?.id).toBe(id)
  expect(service.guard.refusal).toMatch(/no signed log/)
  const again = following(output, service.state)
  expect((await again.after(0))?.id).toBe(id)
  expect([await again.page(), again.guard.refusal]).toEqual([
    `page of ${D1}`,
    expect.stringMatching(/no signed log/),
  ])
})

test('after a start that finds a forged release alone nothing is served', async () => {
  const [output, thief] = [machine(), machine()]
  const id = await publishDay(output, D1)
  const service = following(output)
  await service.after(0)
  const forged = await publishDay(thief, D2, 'forged')
  plant(output, thief, forged)
  rmSync(join(output, 'releases', id), { recursive: true })
  expect(await following(output, service.state).after(0)).toBeNull()
})

test('a release that was served last is not taken from a folder of its name with another manifest', async () => {
  const [output, thief] = [machine(), machine()]
  const id = await publishDay(output, D1)
  const service = following(output)
  await service.after(0)
  const forged = await publishDay(thief, D2, 'forged')
  plant(output, thief, forged)
  rmSync(join(output, 'releases', id), { recursive: true })
  renameSync(join(output, 'releases', forged), join(output, 'releases', id))
  expect(await following(output, service.state).after(0)).toBeNull()
})

test.each(['../elsewhere', '/tmp', 'releases/../releases/x', 'releases/2026-01-01-000000000000/public'])(
  'a pointer to %s is not followed',
  async (target) => {
    const output = machine()
    const id = await publishDay(output, D1)
    const service = following(output)
    await service.after(0)
    point(output, target)
    expect((await service.after(1_000))?.id).toBe(id)
    expect(service.logged[0]).toMatch(/has to name releases\/<id> and nothing else/)
  },
)

test('files of a release that are others are not served', async () => {
  const output = machine()
  const id = await publishDay(output, D1)
  const service = following(output)
  const release = await service.after(0)
  const file = join(output, 'releases', id, 'public/page')
  rmSync(file)
  writeFileSync(file, 'page of a thief')
  await expect(readText(release?.reader)).rejects.toThrow(
    /is damaged: its content does not match the manifest/,
  )
})

test('a log that goes from the release that is served vouches for nothing any more', async () => {
  const output = machine()
  const id = await publishDay(output, D1)
  const service = following(output)
  const release = await service.after(0)
  if (!release) throw new Error('nothing is served')
  const prove = () => service.guard.prove(toOffered(release.reader))
  expect((await prove())?.day).toMatchObject({ date: D1, release: id })
  const log = join(output, 'releases', id, 'public/log')
  const note = readFileSync(join(log, 'checkpoint'))
  rmSync(join(log, 'checkpoint'))
  await expect(prove()).rejects.toThrow(/no signed log/)
  writeFileSync(join(log, 'checkpoint'), note)
  expect((await prove())?.day).toMatchObject({ date: D1 })
  rmSync(log, { recursive: true })
  await expect(prove()).rejects.toThrow(/no signed log/)
})

test('while the store is unavailable the published release is served, and later ones wait for it', async () => {
  const output = machine()
  const first = await publishDay(output, D1)
  const state = join(machine(), 'state')
  writeFileSync(state, 'no folder')
  const service = following(output, state)
  expect((await service.after(0))?.id).toBe(first)
  const second = await publishDay(output, D2)
  expect((await service.after(1_000))?.id).toBe(first)
  rmSync(state)
  for (let tries = 0; tries < 50 && (await service.after(60_000))?.id !== second; tries += 1);
  expect((await service.after(0))?.id).toBe(second)
  expect((await service.logs.read('index')).accepted?.id).toBe(second)
})

test('a day that is published anew, and a run that changes nothing, go on', async () => {
  const output = machine()
  await publishDay(output, D1)
  const service = following(output)
  await service.after(0)
  const again = await buildDay(output, D1, 'mended')
  point(output, `releases/${again}`)
  expect((await service.after(1_000))?.id).toBe(again)
  await publishDay(output, D1, 'mended')
  const next = await publishDay(output, D3)
  expect((await service.after(1_000))?.id).toBe(next)
  expect([service.guard.refusal, service.logged]).toEqual([null, []])
  expect(existsSync(join(output, currentTarget(output) ?? ''))).toBe(true)
})

test('days that are rolled back are served with the log of now, by the word of an operator', async () => {
  const output = machine()
  const ids = [await publishDay(output, D1), await publishDay(output, D2)]
  const service = following(output)
  await service.after(0)
  expect(await rollbackDays(output, D1)).toMatchObject({ dates: [D2], release: ids[0] })
  const checkpoint = (folder: string) => readFileSync(join(output, folder, 'checkpoint'), 'utf8')
  expect(checkpoint('current/public/log')).toBe(checkpoint('log'))
  await service.after(1_000)
  expect(service.guard.refusal).toMatch(/the log ends with 2026-01-02-\w+, and this is an earlier release/)
  await service.logs.allow('index', ids[0] ?? '')
  for (let tries = 0; tries < 50 && (await service.after(60_000))?.id !== ids[0]; tries += 1);
  const served = await service.after(0)
  expect([served?.id, service.guard.refusal]).toEqual([ids[0], null])
  expect((await service.guard.prove(toOffered(served?.reader as ReleaseReader)))?.day.date).toBe(D1)
  const next = await publishDay(output, D3)
  expect((await service.after(1_000))?.id).toBe(next)
})
