import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BadUsage, OperationalError, RunFailed } from '../../core/domain/errors.ts'
import { currentRelease, openRelease, verifyRelease } from '../../core/release/release.ts'
import { countKept, publishRelease, publishStream } from '../../core/release/write.ts'
import { createInputs, file } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

const inode = (path: string) => statSync(path).ino
const listing = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => `${name} ${lstatSync(join(root, name)).ino} ${lstatSync(join(root, name)).mtimeMs}`)

test('a release is published, named after its manifest, and found through the pointer', () => {
  const output = temporaryOutput()
  const bytes = new Uint8Array([0, 255, 1])
  const artifacts = [file('a/é.txt', 'ü'), { ...file('b', bytes), side: 'private' as const }]
  const done = publishRelease(output, artifacts, createInputs('2026-01-01'))
  expect(done).toMatchObject({ written: 2, linked: 0, bytes: 5, moved: true })
  expect(done.id).toBe(`2026-01-01-${done.manifestSha256.slice(0, 12)}`)
  expect(readlinkSync(join(output, 'current'))).toBe(`releases/${done.id}`)

  const release = currentRelease(output)
  expect(release?.about).toEqual(createInputs('2026-01-01', { layout: 'files' }))
  expect(release?.file('public', 'a/é.txt')?.read().toString()).toBe('ü')
  expect(release?.file('private', 'b')).toMatchObject({ bytes: 3, contentType: 'text/plain; charset=utf-8' })
  expect(release?.file('private', 'b')?.read()).toEqual(Buffer.from(bytes))
  expect(release?.file('public', 'b')).toBeNull()
  expect(release && verifyRelease(release)).toEqual([])
  expect(readdirSync(join(output, 'releases'))).toEqual([done.id])
})

test('nothing published yet is no release, and not an error', () => {
  expect(currentRelease(temporaryOutput())).toBeNull()
})

test('the same artifacts and inputs give the same release in another folder and another order', () => {
  const artifacts = [file('a'), file('b/c'), file('b/d')]
  const published = publishRelease(temporaryOutput(), artifacts, createInputs('2026-01-01'))
  const other = publishRelease(temporaryOutput(), artifacts.toReversed(), createInputs('2026-01-01'))
  expect(other).toEqual(published)
  const changed = publishRelease(
    temporaryOutput(),
    artifacts,
    createInputs('2026-01-01', { counts: { x: 1 } }),
  )
  expect(changed.id).not.toBe(published.id)
})

test('publishing what is there writes nothing, and touches nothing', () => {
  const output = temporaryOutput()
  const artifacts = [file('a'), file('b/c')]
  const first = publishRelease(output, artifacts, createInputs('2026-01-01'))
  const before = listing(join(output, 'releases', first.id))
  const again = publishRelease(output, artifacts, createInputs('2026-01-01'))
  expect(again).toEqual({ ...first, written: 0, linked: 0, moved: false })
  expect(listing(join(output, 'releases', first.id))).toEqual(before)
})

test('artifacts that come one by one are published alike', async () => {
  const artifacts = [file('a'), file('b/c')]
  async function* slowly() {
    for (const artifact of artifacts) yield artifact
  }
  const streamed = await publishStream(temporaryOutput(), slowly(), createInputs('2026-01-01'))
  expect(streamed).toEqual(publishRelease(temporaryOutput(), artifacts, createInputs('2026-01-01')))
})

test('both releases share one file on disk for unchanged bytes, and none for changed ones', () => {
  const output = temporaryOutput()
  const first = publishRelease(output, [file('same/a'), file('b', 'old')], createInputs('2026-01-01'))
  const second = publishRelease(output, [file('same/a'), file('b', 'new')], createInputs('2026-01-02'))
  expect(second).toMatchObject({ written: 1, linked: 1 })
  const [old, young] = [first, second].map(({ id }) => join(output, 'releases', id, 'public'))
  expect(inode(`${young}/same/a`)).toBe(inode(`${old}/same/a`))
  expect(readFileSync(`${old}/b`, 'utf8')).toBe('old')
  expect(readFileSync(`${young}/b`, 'utf8')).toBe('new')
})

test('a file keeps its content type apart from its bytes', () => {
  const output = temporaryOutput()
  publishRelease(output, [file('a')], createInputs('2026-01-01'))
  publishRelease(output, [{ ...file('a'), contentType: 'text/html' }], createInputs('2026-01-02'))
  expect(currentRelease(output)?.file('public', 'a')?.contentType).toBe('text/html')
})

const collisions: [name: string, before: string[], paths: [string, string?][], names: string[]][] = [
  ['both new', [], [['a'], ['a']], ['public/a']],
  ['both shared', ['a'], [['a'], ['a']], ['public/a']],
  ['shared, then new', ['a'], [['a'], ['a', 'other']], ['public/a']],
  ['new, then shared', ['a'], [['a', 'other'], ['a']], ['public/a']],
  ['a folder over a file', [], [['a'], ['a/b/c']], ['public/a', 'public/a/b/c']],
  ['a file over a folder', [], [['a/b/c'], ['a']], ['public/a', 'public/a/b/c']],
  ['a folder over a shared file', ['a'], [['a'], ['a/b']], ['public/a', 'public/a/b']],
  ['a file over a shared folder', ['a/b'], [['a/b'], ['a']], ['public/a', 'public/a/b']],
]
test.each(collisions)('two artifacts in one place are refused by name: %s', (_, before, paths, names) => {
  const output = temporaryOutput()
  const old = publishRelease(
    output,
    before.map((path) => file(path)),
    createInputs('2026-01-01'),
  )
  const publish = () =>
    publishRelease(
      output,
      paths.map(([path, body]) => file(path, body)),
      createInputs('2026-01-02'),
    )
  expect(publish).toThrow(RunFailed)
  for (const name of names) expect(publish).toThrow(`"${name}"`)
  expect(currentRelease(output)?.id).toBe(old.id)
  expect(readdirSync(join(output, 'releases'))).toEqual([old.id])
})

test('an error while rendering leaves nothing behind and the old release in place', () => {
  const output = temporaryOutput()
  const old = publishRelease(output, [file('a')], createInputs('2026-01-01'))
  function* broken() {
    yield file('b')
    throw new Error('no such mart')
  }
  expect(() => publishRelease(output, broken(), createInputs('2026-01-02'))).toThrow('no such mart')
  expect(currentRelease(output)?.id).toBe(old.id)
  expect(readdirSync(join(output, 'releases'))).toEqual([old.id])
})

test('an earlier date is written for inspection and does not become current; the same date does', () => {
  const output = temporaryOutput()
  const day2 = publishRelease(output, [file('a', 'two')], createInputs('2026-01-02'))
  const day1 = publishRelease(output, [file('a', 'one')], createInputs('2026-01-01'))
  expect(day1.moved).toBe(false)
  expect(currentRelease(output)?.id).toBe(day2.id)
  expect(verifyRelease(openRelease(join(output, 'releases', day1.id)))).toEqual([])
  const redone = publishRelease(output, [file('a', 'two, again')], createInputs('2026-01-02'))
  expect(redone.moved).toBe(true)
  expect(currentRelease(output)?.id).toBe(redone.id)
})

test('the last releases by date are kept, and the current one whatever its date', () => {
  const output = temporaryOutput()
  const dates = ['01', '02', '03', '04', '05'].map((day) => `2026-01-${day}`)
  const ids = dates.map(
    (date) => publishRelease(output, [file('a', date)], createInputs(date), { keep: 3 }).id,
  )
  expect(readdirSync(join(output, 'releases')).toSorted()).toEqual(ids.slice(2))

  // An earlier date does not move the pointer, so it collects nothing, not even with room for one release only.
  const early = publishRelease(output, [file('a', 'early')], createInputs('2026-01-01'), { keep: 1 }).id
  expect(readdirSync(join(output, 'releases')).toSorted()).toEqual([early, ...ids.slice(2)])
  const redone = publishRelease(output, [file('a', 'redone')], createInputs('2026-01-05'), { keep: 1 }).id
  expect(readdirSync(join(output, 'releases'))).toEqual([redone])
  expect(currentRelease(output)?.id).toBe(redone)
})

test('the current release is kept even where newer dates fill the places', () => {
  const output = temporaryOutput()
  const newer = publishRelease(output, [file('a', 'newer')], createInputs('2026-01-02')).id
  rmSync(join(output, 'current'))
  const older = publishRelease(output, [file('a', 'older')], createInputs('2026-01-01'), { keep: 1 })
  expect(older.moved).toBe(true)
  expect(readdirSync(join(output, 'releases')).toSorted()).toEqual([older.id, newer])
})

test('of one date the current release comes first, not the one that was written last', () => {
  const output = temporaryOutput()
  const first = publishRelease(output, [file('a', 'first')], createInputs('2026-01-01'))
  publishRelease(output, [file('a', 'second')], createInputs('2026-01-01'))
  const again = publishRelease(output, [file('a', 'first')], createInputs('2026-01-01'), { keep: 1 })
  expect(again).toEqual({ ...first, written: 0 })
  expect(readdirSync(join(output, 'releases'))).toEqual([first.id])
})

test('seven releases are kept by default', () => {
  const output = temporaryOutput()
  for (let day = 1; day <= 9; day++)
    publishRelease(output, [file('a', `${day}`)], createInputs(`2026-01-0${day}`))
  const days = readdirSync(join(output, 'releases')).map((id) => id.slice(8, 10))
  expect(days.toSorted()).toEqual(['03', '04', '05', '06', '07', '08', '09'])
})

test('work folders of processes that are gone are cleared, and those of running ones left alone', () => {
  const output = temporaryOutput()
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  for (const pid of [gone, process.pid, process.ppid])
    mkdirSync(join(output, 'releases', `.staging-${pid}`, 'release'), { recursive: true })
  const { id } = publishRelease(output, [file('a')], createInputs('2026-01-01'))
  expect(readdirSync(join(output, 'releases')).toSorted()).toEqual([`.staging-${process.ppid}`, id])
})

test('an invalid date, number of releases or pointer is an error that says so', () => {
  const output = temporaryOutput()
  expect(() => publishRelease(output, [], createInputs('2026-1-1'))).toThrow(BadUsage)
  expect(() => publishRelease(output, [], createInputs('2026-01-01'), { keep: 0 })).toThrow(BadUsage)
  writeFileSync(join(output, 'current'), 'not a link')
  expect(() => currentRelease(output)).toThrow(OperationalError)
  expect(existsSync(join(output, 'releases'))).toBe(false)
})

test.each([
  ['small', 1e6, 7],
  ['of 600 MB', 6e8, 6],
  ['of 1.5 GB', 1.5e9, 2],
  ['of 5 GB', 5e9, 2],
  ['empty', 0, 7],
])('of releases that are %s, as many are kept as have room', (_, bytes, kept) => {
  expect(countKept(bytes)).toBe(kept)
})
