import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseKnownLogArgs } from '../../../cli/commands/known_log.ts'
import { silentReporter } from '../../../cli/progress.ts'
import { formatVerifierKey } from '../../../core/log/note.ts'
import { SAMPLE_LOG_KEY } from '../../../pipeline/log/sample_key.ts'
import { rollback } from '../../../pipeline/release_store/rollback.ts'
import { KnownLogs } from '../../../serving/service/release/known_log/known_logs.ts'
import { UNGUARDED } from '../../../serving/service/release/known_log/log_guard.ts'
import { buildDay, createMirror, machine, runDay, storeAt } from '../../release_store/small_runs.ts'
import { STORES, type TestStore } from '../store/stores.ts'
import { createService, followedDays, guardIn, INDEX, offer } from './guarded.ts'

const [D1, D2, D3, D4] = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'] as const
const OUR_KEY = formatVerifierKey(SAMPLE_LOG_KEY)
const OTHER_KEY = formatVerifierKey({ ...SAMPLE_LOG_KEY, origin: 'another.example/log' })

/** Runs `npm run assay -- known-log …` on a memory. */
async function runKnownLog(logs: KnownLogs, ...args: string[]): Promise<string> {
  const lines: string[] = []
  await parseKnownLogArgs(args)({ logs, index: INDEX, print: (line) => lines.push(line) })
  return lines.join('\n')
}

test('the log that is seen first is remembered, which is said loudly once and not after a restart', async () => {
  const { fake, service, ids } = await followedDays([D1, D2])
  expect(service.notes).toEqual([
    expect.stringMatching(
      /^NO LOG WAS REMEMBERED .* it is sample\.assay\.invalid\/log\+.* with 3 entries.* Nobody has vouched for this key/,
    ),
  ])
  const again = createService(fake, service.folder)
  await again.follow()
  expect(again.notes).toEqual([])
  expect((await again.logs.read(INDEX)).head).toMatchObject({ key: OUR_KEY, size: 5 })
  expect(await runKnownLog(again.logs, 'list')).toBe(
    `index\t${OUR_KEY}\t5 entries, root ${(await again.logs.read(INDEX)).head?.root}\n  accepted\t${ids[1]}`,
  )
})

test('a release refused before a restart is refused after it', async () => {
  const { fake, output, service, ids } = await followedDays([D1, D2])
  await offer(fake, output, ids[0] ?? '')
  const again = createService(fake, service.folder)
  expect(await again.follow()).toBe(false)
  expect(again.guard.refusal).toMatch(/its log was cut/)
  expect(again.served()).toBe(ids[1])
})

test('a state that is lost remembers what its mirror was let serve, and without that pins anew', async () => {
  const { fake, output, service, ids } = await followedDays([D1, D2])
  await offer(fake, output, ids[0] ?? '')
  const lost = createService(fake, service.folder, machine())
  expect(await lost.follow()).toBe(false)
  expect([lost.guard.refusal, lost.notes.length]).toEqual([expect.stringMatching(/its log was cut/), 1])
  rmSync(join(service.folder, 'mirror'), { recursive: true })
  const empty = createService(fake, service.folder, machine())
  expect(await empty.follow()).toBe(true)
  expect(empty.notes).toEqual([expect.stringMatching(/^NO LOG WAS REMEMBERED .* with 3 entries/)])
})

test('of a log whose key is set no other is pinned, and a first start serves nothing else', async () => {
  const { fake } = await followedDays([D1])
  const set = createService(fake, machine(), undefined, OTHER_KEY)
  expect(await set.follow()).toBe(false)
  expect([set.guard.refusal, set.served()]).toEqual([expect.stringMatching(/its log has the key/), null])
  const right = createService(fake, machine(), undefined, OUR_KEY)
  expect(await right.follow()).toBe(true)
  expect(right.notes[0]).toMatch(/Its key is that of LOG_VERIFIER_KEY/)
})

test('a new log is taken when the old one is forgotten, and not before', async () => {
  const { fake, service } = await followedDays([D1, D2])
  const output = machine()
  const id = await buildDay(output, D3, D3, { ...SAMPLE_LOG_KEY, origin: 'another.example/log' })
  await offer(fake, output, id)
  const set = createService(fake, service.folder, undefined, OTHER_KEY)
  await set.follow()
  expect(set.guard.refusal).toMatch(/LOG_VERIFIER_KEY is not the key.*npm run assay -- known-log forget/)
  expect(await runKnownLog(set.logs, 'forget')).toMatch(/^Forgotten/)
  expect(await set.follow()).toBe(true)
  expect([set.served(), set.guard.refusal]).toEqual([id, null])
})

test('a release that is gone back to is served by the word of an operator, until the log grows', async () => {
  const { fake, output, service, ids } = await followedDays([D1, D2, D3])
  await rollback(storeAt(fake), null, silentReporter)
  expect(await service.follow()).toBe(false)
  expect(service.guard.refusal).toMatch(new RegExp(`npm run assay -- known-log accept ${ids[1]}`))
  await runKnownLog(service.logs, 'accept', ids[1] ?? '')
  expect([await service.follow(), service.served(), service.guard.refusal]).toEqual([true, ids[1], null])
  // The same after a restart, and then forward.
  const again = createService(fake, service.folder)
  await again.follow()
  expect([again.served(), again.guard.refusal]).toEqual([ids[1], null])
  const next = await runDay(fake, output, D4)
  expect([await again.follow(), again.served()]).toEqual([true, next])
  await rollback(storeAt(fake), ids[1] ?? '', silentReporter)
  expect(await again.follow()).toBe(false)
  expect(again.served()).toBe(next)
})

test('a word lets no release be served that the log does not have', async () => {
  const { fake, service } = await followedDays([D1])
  const output = machine()
  const id = await buildDay(output, D2, 'forged')
  await offer(fake, output, id, (derived) => {
    for (const key of derived.keys()) if (key.startsWith('public/log/')) derived.delete(key)
  })
  await runKnownLog(service.logs, 'accept', id)
  expect([await service.follow(), service.guard.refusal]).toEqual([
    false,
    expect.stringMatching(/no signed log/),
  ])
})

test('a fresh service with the bucket gone back serves it by the word of an operator', async () => {
  const { fake, ids } = await followedDays([D1, D2])
  await rollback(storeAt(fake), null, silentReporter)
  const fresh = createService(fake)
  expect(await fresh.follow()).toBe(false)
  expect(await runKnownLog(fresh.logs, 'accept', ids[0] ?? '')).toMatch(/may be served/)
  expect([await fresh.follow(), fresh.served()]).toEqual([true, ids[0]])
})

test('a release that is right does not move while the memory is away, and one that was let in stays', async () => {
  const { fake, output, service, ids } = await followedDays([D1])
  await runDay(fake, output, D2)
  const state = join(machine(), 'is-a-file')
  const away = guardIn(join(state, 'x\0y'))
  const mirror = createMirror(fake, join(service.folder, 'mirror'), away.guard)
  await expect(mirror.follow()).rejects.toThrow(/cannot be opened/)
  expect(service.served()).toBe(ids[0])
})

test('an index that keeps no log is served as before', async () => {
  const { fake, output } = await followedDays([D1])
  const fresh = createService(fake)
  const id = await buildDay(output, D2)
  await offer(fake, output, id, (derived) => {
    for (const key of derived.keys()) if (/^public\/(log|api)\//.test(key)) derived.delete(key)
  })
  expect([await fresh.follow(), fresh.guard.refusal, fresh.notes]).toEqual([true, null, []])
  expect(UNGUARDED.refusal).toBeNull()
})

test.each([
  [[]],
  [['accept']],
  [['accept', '../x']],
  [['accept', '2026-01-01-0123456789ab', 'y']],
  [['forget', 'x']],
])('known-log %j is wrong usage', (args) => {
  expect(() => parseKnownLogArgs(args)).toThrow(/choose|accept needs|takes only/)
})

describe.each(STORES)('the memory on %s', (_name, makeStore) => {
  let store: TestStore | null
  beforeAll(async () => {
    store = await makeStore()
  }, 60_000)
  afterAll(async () => {
    await store?.remove()
  })
  const head = (size: number, root = 'a') => ({ key: OUR_KEY, size, root: root.repeat(64), digest: 'd' })
  const release = (id: string) => ({ id, manifestSha256: 'b'.repeat(64) })

  test('of two instances none makes it smaller, or another', async ({ skip }) => {
    if (store === null) return skip()
    const [first, second] = [new KnownLogs(await store.open()), new KnownLogs(await store.open())]
    const advances = await Promise.all(
      [3, 9, 5, 7].map((size) =>
        (size % 2 ? first : second).advance('i', head(size), release(`r${size}`), 1),
      ),
    )
    expect(advances).toContain(true)
    expect(await first.read('i')).toMatchObject({ head: head(9), accepted: release('r9') })
    expect(await second.advance('i', head(8), release('r8'), 2)).toBe(false)
    expect(await second.advance('i', head(9, 'c'), release('r9'), 2)).toBe(false)
    expect(await second.advance('i', { ...head(10), key: OTHER_KEY }, release('r10'), 2)).toBe(false)
    expect(await first.read('i')).toMatchObject({ head: head(9) })
    expect(await first.read('another index')).toMatchObject({ head: null, accepted: null })
  })

  test('a permission applies to the log at the time of its use', async ({ skip }) => {
    if (store === null) return skip()
    const logs = new KnownLogs(await store.open())
    const allowed = async () => (await logs.read('w')).allowed
    await logs.allow('w', 'r1')
    expect(await allowed()).toEqual({ release: 'r1', logSize: null })
    await logs.advance('w', head(9), release('r1'), 1)
    expect(await allowed()).toEqual({ release: 'r1', logSize: 9 })
    await logs.advance('w', head(9), release('r9'), 1)
    expect(await allowed()).toEqual({ release: 'r1', logSize: 9 })
    await logs.advance('w', head(10), release('r10'), 1)
    expect(await allowed()).toBeNull()
    await logs.allow('w', 'r9')
    await logs.advance('w', head(11), release('r11'), 1)
    expect(await allowed()).toBeNull()
    await logs.refuse('w', 'r12', 'because', 5)
    expect((await logs.read('w')).refused).toEqual({ release: 'r12', why: 'because', at: 5 })
    expect((await logs.all()).map(([index]) => index)).toContain('w')
    expect([await logs.forget('w'), await logs.forget('w')]).toEqual([true, false])
  })
})
