import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BadUsage } from '../../core/domain/errors.ts'
import { moveCurrent, openWorkFolder, releaseIds } from '../../core/release/layout.ts'
import { openRelease, verifyRelease } from '../../core/release/release.ts'
import { publishRelease, publishStream } from '../../core/release/write.ts'
import { createInputs, file } from './fixture.ts'
import { temporaryOutput } from './temporary_output.ts'

/** Publishes files of these bodies, named a, b, …, on a day of January. */
const publish = (output: string, day: number, ...bodies: string[]) =>
  publishRelease(
    output,
    bodies.map((body, at) => file('abc'[at] as string, body)),
    createInputs(`2026-01-0${day}`),
  )

test('files are shared with the newest release up to the day, one of the same day too, and of no later day', () => {
  const output = temporaryOutput()
  publish(output, 1, 'old')
  publish(output, 2, 'new', 'same')
  expect(publish(output, 3, 'new')).toMatchObject({ written: 0, linked: 1 })
  expect(publish(output, 2, 'newer', 'same')).toMatchObject({ written: 1, linked: 1 })
  expect(publish(output, 1, 'new')).toMatchObject({ written: 1, linked: 0 })
})

test('a file that lies elsewhere already takes no second place on the disk, and outlives its first name', () => {
  const output = temporaryOutput()
  const partition = join(output, 'partition')
  writeFileSync(partition, 'rows')
  const { ino } = statSync(partition)
  const { id } = publishRelease(
    output,
    [{ ...file('a', 'rows'), file: partition }],
    createInputs('2026-01-01'),
  )
  rmSync(partition)
  const released = join(output, 'releases', id, 'public/a')
  expect([statSync(released).ino, readFileSync(released, 'utf8')]).toEqual([ino, 'rows'])
})

test('a release whose manifest cannot be read is passed over for the one before it', () => {
  const output = temporaryOutput()
  publish(output, 1, 'same')
  const { id } = publish(output, 2, 'same', 'other')
  truncateSync(join(output, 'releases', id, 'manifest.json'), 100)
  expect(publish(output, 3, 'same', 'other')).toMatchObject({ written: 1, linked: 1 })
})

test('releases stand newest day first, of one day the current one, then the one written last', () => {
  const output = temporaryOutput()
  const ids = [publish(output, 1, 'a'), publish(output, 1, 'b'), publish(output, 1, 'c')].map(({ id }) => id)
  const [first, second, third] = ids as [string, string, string]
  const newer = publish(output, 2, 'a').id
  mkdirSync(join(output, 'releases', 'notes'))
  for (const [nth, id] of [second, third, first].entries())
    utimesSync(join(output, 'releases', id, 'manifest.json'), nth + 1, nth + 1)
  expect(releaseIds(output)).toEqual([newer, first, third, second])
  rmSync(join(output, 'current'))
  moveCurrent(output, openWorkFolder(output), second)
  expect(releaseIds(output)).toEqual([newer, second, first, third])
})

test('a pointer to a release that is gone holds nothing back', () => {
  const output = temporaryOutput()
  const { id } = publish(output, 2, 'a')
  rmSync(join(output, 'releases', id), { recursive: true })
  const earlier = publish(output, 1, 'a')
  expect(earlier.moved).toBe(true)
  expect(readlinkSync(join(output, 'current'))).toBe(`releases/${earlier.id}`)
})

test('a work folder is left alone while its process runs, whoever owns that process', () => {
  const output = temporaryOutput()
  const kill = vi.spyOn(process, 'kill').mockImplementation((pid) => {
    throw Object.assign(new Error('kill'), { code: pid === 1000001 ? 'EPERM' : 'ESRCH' })
  })
  onTestFinished(() => kill.mockRestore())
  for (const name of ['.staging-1000001', '.staging-1000002', '.staging-x', 'x.staging-1000002'])
    mkdirSync(join(output, 'releases', name), { recursive: true })
  expect(openWorkFolder(output)).toBe(join(output, 'releases', `.staging-${process.pid}`))
  expect(readdirSync(join(output, 'releases')).toSorted()).toEqual(
    [`.staging-${process.pid}`, '.staging-1000001', '.staging-x', 'x.staging-1000002'].toSorted(),
  )
  expect(kill.mock.calls.toSorted()).toEqual([
    [1000001, 0],
    [1000002, 0],
  ])
})

test('both sides are there, whatever a release has on them', () => {
  const output = temporaryOutput()
  const { id } = publish(output, 1)
  expect(readdirSync(join(output, 'releases', id)).toSorted()).toEqual(['manifest.json', 'private', 'public'])
})

test('an error while files come one by one leaves nothing behind', async () => {
  const output = temporaryOutput()
  async function* broken() {
    yield file('b')
    throw new Error('no such mart')
  }
  await expect(publishStream(output, broken(), createInputs('2026-01-01'))).rejects.toThrow('no such mart')
  expect(readdirSync(join(output, 'releases'))).toEqual([])
})

test.each(['2026-1-1', '2026-01-011', '12026-01-01', ''])('the date %j is refused by its form', (date) => {
  expect(() => publishRelease(temporaryOutput(), [], createInputs(date))).toThrow(
    new BadUsage(`the date "${date}" must have the form YYYY-MM-DD`),
  )
})

test.each([0, 1.5, Number.NaN])('%d releases cannot be kept', (keep) => {
  const publishKeeping = () => publishRelease(temporaryOutput(), [], createInputs('2026-01-01'), { keep })
  expect(publishKeeping).toThrow(new BadUsage('keep at least 1 release'))
})

test('a derived file that cannot be one is named with what it must be', () => {
  const output = temporaryOutput()
  const body = 'X-Release: none'
  const derived = () => [{ key: 'public/_headers', body }]
  expect(() => publishRelease(output, [], createInputs('2026-01-01'), { derived })).toThrow(
    /^public\/_headers cannot be a derived file: it must be one of \S+_headers\$, \^public\\\/manifest\S+, .*, public\/_headers must contain the id 2026-01-01-[0-9a-f]{12}, and it must not be an artifact$/,
  )
})

test('a damaged release is repaired from another one of its day that has the file', () => {
  const output = temporaryOutput()
  const first = publish(output, 1, 'same', 'old')
  publish(output, 1, 'same', 'new')
  const root = join(output, 'releases', first.id)
  writeFileSync(join(root, 'public/a'), 'samf')
  expect(publish(output, 1, 'same', 'old')).toMatchObject({ id: first.id, written: 1, linked: 0 })
  expect(verifyRelease(openRelease(root))).toEqual([])
})
