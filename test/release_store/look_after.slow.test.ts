import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseStoreArgs, type StoreTools } from '../../cli/commands/store.ts'
import { silentReporter } from '../../cli/progress.ts'
import { diskBlobs } from '../../core/release/disk_blobs.ts'
import { openReader } from '../../core/release/reader.ts'
import { currentTarget } from '../../core/release/release.ts'
import { readHead } from '../../core/release_store/pointer.ts'
import { movePointer } from '../../pipeline/release_store/store.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { proveLogged } from '../../serving/service/oracle/inclusion.ts'
import { toOffered } from '../../serving/service/release/known_log/offered_release.ts'
import { proveRelease } from '../../serving/service/release/known_log/prove_release.ts'
import { hashesUnder } from '../kit/folder.ts'
import type { FakeStore } from '../kit/s3/fake.ts'
import { createMirror, fakeStore, machine, readPointer, runDay, storeAt } from './small_runs.ts'

const DAYS = Array.from({ length: 9 }, (_, at) => `2026-01-0${at + 1}`)

/** Runs `npm run assay -- store …` against a fake store. */
async function command(fake: FakeStore, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const tools: StoreTools = {
    ...{ store: storeAt(fake), report: silentReporter, now: () => Date.now() + 1000 },
    print: (line) => lines.push(line),
    allow: async (release) => `Told of ${release}.`,
  }
  const code = await parseStoreArgs(args)(tools)
  return { code, text: lines.join('\n') }
}

async function published(days: readonly string[]) {
  const fake = await fakeStore()
  const output = machine()
  const ids: string[] = []
  for (const day of days) ids.push(await runDay(fake, output, day))
  return { fake, output, ids }
}

test('garbage is every object that no stored release, day or log needs: a dry run lists it, a real one deletes nothing else', async () => {
  const { fake, ids } = await published(DAYS)
  await storeAt(fake).bucket.put('blobs/00/of-a-run-that-was-cut-short', new Uint8Array(10))
  await storeAt(fake).bucket.put('ingest/of-somebody-else', new Uint8Array(10))
  const before = fake.objects.size
  expect((await command(fake, 'gc')).text).toMatch(/^0 objects/)
  const dry = await command(fake, 'gc', '--dry-run', '--hours', '0')
  expect(fake.objects.size).toBe(before)
  const real = await command(fake, 'gc', '--hours', '0')
  expect(real.text).toBe(dry.text.replace('would be', 'were'))
  const deleted = Number(/^\d+/.exec(real.text)?.[0])
  expect(deleted).toBeGreaterThan(10)
  expect(fake.objects.size).toBe(before - deleted)
  expect(fake.objects.has('live/ingest/of-somebody-else')).toBe(true)
  expect(fake.objects.has(`live/releases/${ids[0]}/manifest.json`)).toBe(false)
  expect(await command(fake, 'verify', '--deep')).toMatchObject({ code: 0 })
  for (const id of ids.slice(-7, -1)) expect((await command(fake, 'rollback', '--to', id)).code).toBe(0)
  expect(await runDay(fake, machine(), '2026-01-10')).toBe((await readPointer(fake))?.release?.id)
  expect((await command(fake, 'verify', '--deep')).text).toMatch(/is whole: pointer \d+/)
})

test('whoever is about to publish when garbage is collected uploads again what was deleted', async () => {
  const { fake, output } = await published(DAYS.slice(0, 2))
  let collected = ''
  fake.options.disturb = async ({ method, key }) => {
    if (method !== 'PUT' || !key.endsWith('pointer.json') || collected !== '') return null
    collected = 'begun'
    collected = (await command(fake, 'gc', '--hours', '0')).text
    return null
  }
  const id = await runDay(fake, output, DAYS[2] ?? '')
  expect(collected).toMatch(/^[1-9]\d* objects .* were deleted/)
  expect(await readPointer(fake)).toMatchObject({ serial: 5, release: { id } })
  expect(await command(fake, 'verify', '--deep')).toMatchObject({ code: 0 })
})

test('a collection that was cut short holds up publishing until it is resumed', async () => {
  const { fake, output } = await published(DAYS)
  const deletes = ({ method, key }: { method: string; key: string }) =>
    method === 'DELETE' && key.includes('/blobs/') ? 403 : null
  fake.options.disturb = deletes
  await expect(command(fake, 'gc', '--hours', '0')).rejects.toThrow(/may not do that/)
  fake.options.disturb = () => null
  await expect(runDay(fake, output, '2026-01-10')).rejects.toThrow(/garbage is being collected .* --resume/)
  await expect(command(fake, 'gc', '--hours', '0')).rejects.toThrow(/run it with --resume/)
  expect((await command(fake, 'gc', '--hours', '0', '--resume')).code).toBe(0)
  expect((await readPointer(fake))?.is_collecting).toBeUndefined()
  const id = await runDay(fake, output, '2026-01-10')
  expect(await readPointer(fake)).toMatchObject({ release: { id } })
})

test('going back serves the release before with the log of now, and the next day goes forward again', async () => {
  const { fake, output, ids } = await published(DAYS.slice(0, 3))
  const head = await readPointer(fake)
  const back = await command(fake, 'rollback')
  expect(back.text).toBe(
    `Served now: ${ids[1]} (before: ${ids[2]}). npm run assay -- store rollback --to ${ids[2]} undoes it. Until the next day is published, npm run verify finds that the log has a newer release: it has. Told of ${ids[1]}.`,
  )
  const pointer = await readPointer(fake)
  expect(pointer).toMatchObject({
    serial: 4,
    release: { id: ids[1] },
    contents: head?.contents,
    log: head?.log,
  })
  const mirror = createMirror(fake)
  await mirror.follow()
  const at = (path: string) => readFileSync(join(mirror.folder, 'current', path), 'utf8')
  expect(at('public/page')).toBe('page of 2026-01-02')
  expect(at('public/log/checkpoint')).toBe(readFileSync(join(output, 'log/checkpoint'), 'utf8'))
  expect(at('public/_headers')).toContain(ids[1])
  // An attestation states what this release says, proved in the current tree.
  const release = new ServedRelease(await openReader(diskBlobs(join(mirror.folder, 'current'))))
  const expected = { head: null, key: null, allowed: { release: ids[1] ?? '', logSize: null } }
  const proven = await proveRelease(toOffered(release.reader), expected)
  if (proven === null) throw new Error('it has no log')
  const said = { kind: 'agent', subject: 'agent:one', said: DAYS[1] } as const
  const { inclusion, proofOfIndex } = await proveLogged(release, proven, said)
  expect(Buffer.from(inclusion.leaf, 'base64').toString()).toContain('"said":"2026-01-02"')
  expect(proofOfIndex).toMatchObject({ date: '2026-01-02', log_size: 5 })
  await expect(proveLogged(release, proven, { ...said, said: DAYS[2] })).rejects.toThrow(/nothing was signed/)
  // The day that was taken from service, run again, changes nothing; a later one does.
  await runDay(fake, output, DAYS[2] ?? '')
  expect((await readPointer(fake))?.release?.id).toBe(ids[1])
  const next = await runDay(fake, output, DAYS[3] ?? '')
  expect((await readPointer(fake))?.release?.id).toBe(next)
  expect((await command(fake, 'verify', '--deep')).code).toBe(0)
})

test('rolling back to a release that is missing, current or incomplete is refused', async () => {
  const { fake, ids } = await published(DAYS.slice(0, 2))
  await expect(command(fake, 'rollback', '--to', ids[1] ?? '')).rejects.toThrow(/is served already/)
  await expect(command(fake, 'rollback', '--to', '2026-01-01-000000000000')).rejects.toThrow(
    /is not kept: choose/,
  )
  const serial = (await readPointer(fake))?.serial
  const lost = [...fake.objects].find(([, { bytes }]) => bytes.toString() === 'page of 2026-01-01')?.[0] ?? ''
  fake.objects.delete(lost)
  await expect(command(fake, 'rollback')).rejects.toThrow(/is not whole in the store .*public\/page/)
  expect((await readPointer(fake))?.serial).toBe(serial)
})

test('verify names missing objects and, when it reads everything, damaged ones', async () => {
  const { fake } = await published(DAYS.slice(0, 2))
  expect((await command(fake, 'verify')).text).toMatch(/is whole: pointer 2, .* is served/)
  const held = [...fake.objects].find(([, { bytes }]) => bytes.toString() === 'rows of 2026-01-01')
  if (held === undefined) throw new Error('there is no such object')
  held[1].bytes = Buffer.from('rows of 2026-01-09')
  expect((await command(fake, 'verify')).code).toBe(0)
  const deep = await command(fake, 'verify', '--deep')
  expect(deep).toMatchObject({
    code: 1,
    text: expect.stringMatching(/is damaged: it is history\/snapshots\/2026-01-01/),
  })
  fake.objects.delete(held[0])
  expect((await command(fake, 'verify')).text).toMatch(/is missing: it is history.*\n1 of \d+ objects/)
})

test('a service mirrors the current release: complete after any interruption, and only new objects', async () => {
  const { fake, output, ids } = await published(DAYS.slice(0, 2))
  const folder = join(machine(), 'mirror')
  const start = fake.requests.length
  const followMirror = () => createMirror(fake, folder).follow()
  let tries = 0
  for (let allowed = 1; currentTarget(folder) === null; allowed += 3, tries += 1) {
    const dead = fake.requests.length + allowed
    fake.options.disturb = ({ count }) => (count > dead ? 'cut' : null)
    await followMirror().catch(() => {})
  }
  expect(tries).toBeGreaterThan(3)
  fake.options.disturb = () => null
  expect(currentTarget(folder)).toBe(`releases/${ids[1]}`)
  expect(hashesUnder(join(folder, 'releases', ids[1] ?? ''))).toEqual(
    hashesUnder(join(output, 'releases', ids[1] ?? '')),
  )
  expect(fake.requests.slice(start).every(({ method }) => method === 'GET')).toBe(true)
  const next = await runDay(fake, output, DAYS[2] ?? '')
  const from = fake.requests.length
  expect(await followMirror()).toBe(true)
  expect(hashesUnder(join(folder, 'current/'))).toEqual(hashesUnder(join(output, 'releases', next)))
  const all = hashesUnder(join(output, 'releases', next)).size
  expect(fake.requests.length - from).toBeLessThan(all)
  expect(await followMirror()).toBe(false)
})

test('a mirror that is stopped serves nothing of what it was fetching', async () => {
  const { fake, ids } = await published(DAYS.slice(0, 1))
  const mirror = createMirror(fake)
  mirror.stop()
  await expect(mirror.follow()).rejects.toThrow(/the service stops/)
  expect(currentTarget(mirror.folder)).toBeNull()
  await createMirror(fake, mirror.folder).follow()
  expect(currentTarget(mirror.folder)).toBe(`releases/${ids[0]}`)
})

test('the mirror of a release whose log was served anew has it too', async () => {
  const { fake, ids } = await published(DAYS.slice(0, 3))
  const mirror = createMirror(fake)
  await command(fake, 'rollback')
  await mirror.follow()
  const head = await readHead(storeAt(fake).bucket)
  const { derived = '' } = head?.pointer.release ?? {}
  const plain = { id: ids[1] ?? '', manifest_sha256: head?.pointer.release?.manifest_sha256 ?? '', derived }
  const before = hashesUnder(join(mirror.folder, 'current/'))
  await command(fake, 'rollback', '--to', ids[0] ?? '')
  await mirror.follow()
  const now = await readHead(storeAt(fake).bucket)
  if (now === null) throw new Error('there is no pointer')
  await movePointer(storeAt(fake), now, { ...pick(now.pointer), release: plain })
  expect(await mirror.follow()).toBe(true)
  expect(hashesUnder(join(mirror.folder, 'current/'))).toEqual(before)
})

const pick = ({ contents, log }: { contents: string; log: { size: number; root: string } | null }) => ({
  contents,
  log,
})

test.each([
  [[], /no action: choose verify, gc, rollback or keep/],
  [['prune'], /prune: choose/],
  [['gc', '--hours', 'x'], /--hours x: give a whole number/],
  [['verify', 'gc'], /one action at a time/],
])('%j is wrong usage', (args, said) => {
  expect(() => parseStoreArgs(args)).toThrow(said)
})
