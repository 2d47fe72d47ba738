import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OperationalError } from '../../core/domain/errors.ts'
import { Archive, hashHex } from '../../pipeline/archive/archive.ts'
import { formatDay } from '../../pipeline/archive/day_file.ts'
import type { ArchivedResponse, SourceDay } from '../../pipeline/archive/source_day.ts'
import { temporaryArchive, toSourceDay } from '../http/harness.ts'

const response = (url: string, changes: Partial<ArchivedResponse> = {}): ArchivedResponse => ({
  method: 'GET',
  url,
  request: null,
  status: 200,
  sha256: hashHex(url),
  bytes: 1,
  etag: null,
  content_type: 'application/json',
  link: null,
  retrieved_at: '2026-03-24T12:00:00.000Z',
  ...changes,
})

const LARGE = 1024 * 1024
const bodyPath = (archive: Archive, hash: string, extension = 'gz') =>
  join(archive.root, 'bodies', hash.slice(0, 2), `${hash}.${extension}`)

/** Sixty-four incompressible kilobytes, the same on every machine. */
const sha512s = () =>
  Buffer.concat(Array.from({ length: 1024 }, (_, i) => createHash('sha512').update(String(i)).digest()))

test('any body comes back as it was', () => {
  const archive = temporaryArchive()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      const hash = archive.writeBody(bytes)
      expect(hash).toBe(hashHex(bytes))
      expect(archive.hasBody(hash)).toBe(true)
      expect(archive.readBody(hash).equals(bytes)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

test('a body that is there is not written again', () => {
  const archive = temporaryArchive()
  const hash = archive.writeBody(Buffer.from('same'))
  const { ino } = statSync(bodyPath(archive, hash))
  archive.writeBody(Buffer.from('same'))
  expect(statSync(bodyPath(archive, hash)).ino).toBe(ino)
  expect(readdirSync(join(archive.root, 'tmp'))).toEqual([])
})

test.each<[string, (path: string) => void]>([
  ['cut', (path) => truncateSync(path, 12)],
  ['empty', (path) => truncateSync(path, 0)],
  [
    'another one',
    (path) => writeFileSync(path, readFileSync(bodyPath(new Archive(join(path, '../../..')), hashHex('b')))),
  ],
])('a body that is %s is refused by name, and repaired by writing it again', (_, damage) => {
  const archive = temporaryArchive()
  archive.writeBody(Buffer.from('b'))
  const hash = archive.writeBody(Buffer.from('whole'))
  damage(bodyPath(archive, hash))
  expect(() => archive.readBody(hash)).toThrow(OperationalError)
  expect(() => archive.readBody(hash)).toThrow(/damaged.*--refetch/)
  archive.writeBody(Buffer.from('whole'))
  expect(archive.readBody(hash).toString()).toBe('whole')
})

test('a body that is missing, or was never one, is refused by name', () => {
  const archive = temporaryArchive()
  expect(() => archive.readBody(hashHex('x'))).toThrow(/missing.*--refetch/)
  expect(() => archive.readBody('../../etc/passwd')).toThrow(OperationalError)
  expect(archive.hasBody(hashHex('x'))).toBe(false)
})

/** A body of more than a megabyte whose repeats are too far apart for gzip. */
const large = Buffer.concat(
  Array.from({ length: 24 }, (_, i) => Buffer.concat([Buffer.alloc(8, i), sha512s()])),
)

test('a body of a megabyte or more is packed by brotli, a smaller one by gzip, and each comes back as it was', () => {
  const archive = temporaryArchive()
  for (const [bytes, extension] of [
    [Buffer.alloc(LARGE, 'x'), 'br'],
    [Buffer.alloc(LARGE - 1, 'x'), 'gz'],
    [large, 'br'],
  ] as const) {
    const hash = archive.writeBody(bytes)
    expect(existsSync(bodyPath(archive, hash, extension))).toBe(true)
    expect(existsSync(bodyPath(archive, hash, extension === 'br' ? 'gz' : 'br'))).toBe(false)
    expect(archive.hasBody(hash)).toBe(true)
    expect(archive.readBody(hash).equals(bytes)).toBe(true)
  }
  const packed = statSync(bodyPath(archive, hashHex(large), 'br')).size
  expect(packed).toBeLessThan(gzipSync(large).length / 4)
})

test.each<[string, (path: string) => void]>([
  ['cut', (path) => truncateSync(path, 12)],
  ['empty', (path) => truncateSync(path, 0)],
  ['another one', (path) => writeFileSync(path, brotliCompressSync(Buffer.alloc(LARGE, 'y')))],
  ['none at all', (path) => writeFileSync(path, 'no such packing')],
])('a large body that is %s is refused by name, and repaired by writing it again', (_, damage) => {
  const archive = temporaryArchive()
  const hash = archive.writeBody(large)
  damage(bodyPath(archive, hash, 'br'))
  expect(() => archive.readBody(hash)).toThrow(/damaged.*--refetch/)
  archive.writeBody(large)
  expect(archive.readBody(hash).equals(large)).toBe(true)
})

test('a large body that an earlier version packed by gzip is read, and not written again', () => {
  const archive = temporaryArchive()
  const hash = hashHex(large)
  mkdirSync(dirname(bodyPath(archive, hash)), { recursive: true })
  writeFileSync(bodyPath(archive, hash), gzipSync(large))
  expect(archive.hasBody(hash)).toBe(true)
  expect(archive.readBody(hash).equals(large)).toBe(true)
  archive.writeBody(large)
  expect(existsSync(bodyPath(archive, hash, 'br'))).toBe(false)
})

test('a large body that an earlier version packed by gzip, and that is damaged, is repaired by writing it again', () => {
  const archive = temporaryArchive()
  const hash = hashHex(large)
  mkdirSync(dirname(bodyPath(archive, hash)), { recursive: true })
  writeFileSync(bodyPath(archive, hash), gzipSync(large).subarray(0, 100))
  expect(() => archive.readBody(hash)).toThrow(/damaged/)
  archive.writeBody(large)
  expect(archive.readBody(hash).equals(large)).toBe(true)
})

const anyResponse: fc.Arbitrary<ArchivedResponse> = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  url: fc.constantFrom('https://a.example/', 'https://a.example/b', 'https://b.example/'),
  request: fc.constantFrom(null, hashHex('1'), hashHex('2')),
  status: fc.constantFrom(200, 304, 404),
  sha256: fc.constantFrom(hashHex('3'), hashHex('4')),
  bytes: fc.nat(),
  etag: fc.option(fc.string()),
  content_type: fc.option(fc.string()),
  link: fc.option(fc.string({ unit: 'binary' })),
  retrieved_at: fc.constant('2026-03-24T12:00:00.000Z'),
})

test('a day is read as it was written: sorted, one response for a request, the last one', () => {
  const archive = temporaryArchive()
  fc.assert(
    fc.property(fc.array(anyResponse), (responses) => {
      archive.writeDay(toSourceDay(responses))
      const read = archive.readDay('2026-03-23', 'example')?.responses ?? []
      const key = ({ method, url, request }: ArchivedResponse) => [url, method, request ?? ''].join(' ')
      const keys = read.map(key)
      expect(keys).toEqual([...new Set(responses.map(key))].sort())
      for (const response of read)
        expect(response).toEqual(responses.findLast((other) => key(other) === key(response)))
    }),
    { numRuns: 60 },
  )
})

test('a failed day keeps its error, with no trace of how its keys were ordered', () => {
  const archive = temporaryArchive()
  const error = { message: 'status 500', address: 'https://a.example/', name: 'UpstreamDown' }
  const day: SourceDay = { ...toSourceDay([response('https://a.example/')]), outcome: 'failed', error }
  archive.writeDay(day)
  expect(archive.readDay(day.date, day.source)).toEqual(day)
  const digest = archive.digest(day.date)
  const turned = <T extends object>(value: T) => Object.fromEntries(Object.entries(value).reverse()) as T
  archive.writeDay(turned({ ...day, error: turned(error), responses: day.responses.map(turned) }))
  expect(archive.digest(day.date)).toBe(digest)
})

test('the digest is that of all records, whatever the order of writing, and of nothing else', () => {
  const [first, second] = [temporaryArchive(), temporaryArchive()]
  const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3']
  const days = ['beta', 'alpha'].map((source) => ({
    ...toSourceDay(urls.map((url) => response(url))),
    source,
  }))
  for (const day of days) first.writeDay(day)
  for (const day of days.toReversed()) second.writeDay({ ...day, responses: day.responses.toReversed() })
  expect(first.digest('2026-03-23')).toMatch(/^[0-9a-f]{64}$/)
  expect(first.digest('2026-03-23')).toBe(second.digest('2026-03-23'))
  second.writeBody(Buffer.from('x'))
  writeFileSync(join(second.root, '2026-03-23', '.DS_Store'), 'x')
  expect(first.digest('2026-03-23')).toBe(second.digest('2026-03-23'))
  second.writeDay({ ...toSourceDay([response(urls[0] ?? '', { status: 304 })]), source: 'beta' })
  expect(first.digest('2026-03-23')).not.toBe(second.digest('2026-03-23'))
  expect(first.digest('2026-03-22')).toBeNull()
})

test('dates and sources are listed in order, and the previous day is the newest that did not fail', () => {
  const archive = temporaryArchive()
  expect(archive.dates()).toEqual([])
  const day = (date: string, changes: Partial<SourceDay> = {}) =>
    archive.writeDay({ ...toSourceDay([], date), ...changes })
  day('2026-03-21')
  day('2026-03-20')
  day('2026-03-22', { outcome: 'failed', error: { name: 'UpstreamDown', address: null, message: 'x' } })
  day('2026-03-23', { source: 'another' })
  day('2026-03-24')
  expect(archive.dates()).toEqual(['2026-03-20', '2026-03-21', '2026-03-22', '2026-03-23', '2026-03-24'])
  expect(archive.sources('2026-03-23')).toEqual(['another'])
  expect(archive.previousDay('2026-03-24', 'example')?.date).toBe('2026-03-21')
  expect(archive.previousDay('2026-03-20', 'example')).toBeNull()
  expect(archive.readDay('2026-03-23', 'example')).toBeNull()
})

test.each<[string, (path: string) => void]>([
  [
    'without its last line',
    (path) => writeFileSync(path, `${readFileSync(path, 'utf8').split('\n').slice(0, 2).join('\n')}\n`),
  ],
  ['cut within a line', (path) => truncateSync(path, statSync(path).size - 9)],
  ['with a line too many', (path) => appendFileSync(path, readFileSync(path, 'utf8').split('\n')[1] ?? '')],
  ['empty', (path) => truncateSync(path, 0)],
])('a day %s is refused by name', (_, damage) => {
  const archive = temporaryArchive()
  archive.writeDay(toSourceDay([response('https://a.example/1'), response('https://a.example/2')]))
  damage(join(archive.root, '2026-03-23', 'example.ndjson'))
  expect(() => archive.readDay('2026-03-23', 'example')).toThrow(OperationalError)
  expect(() => archive.readDay('2026-03-23', 'example')).toThrow(/example\.ndjson is damaged.*--refetch/)
})

/** A day whose record is larger than a megabyte. */
const largeDay = (count = 3_000): SourceDay =>
  toSourceDay(Array.from({ length: count }, (_, i) => response(`https://a.example/${i}/${'x'.repeat(100)}`)))

test('a large record is compressed and comes back as it was; its digest is that of its text', () => {
  const [archive, plain] = [temporaryArchive(), temporaryArchive()]
  archive.writeDay(largeDay())
  mkdirSync(join(plain.root, '2026-03-23'))
  writeFileSync(join(plain.root, '2026-03-23/example.ndjson'), formatDay(largeDay()))
  expect(readdirSync(join(archive.root, '2026-03-23'))).toEqual(['example.ndjson.gz'])
  expect(archive.sources('2026-03-23')).toEqual(['example'])
  expect(archive.readDay('2026-03-23', 'example')).toEqual(plain.readDay('2026-03-23', 'example'))
  expect(archive.digest('2026-03-23')).toBe(plain.digest('2026-03-23'))
  const size = statSync(join(archive.root, '2026-03-23/example.ndjson.gz')).size
  expect(size).toBeLessThan(statSync(join(plain.root, '2026-03-23/example.ndjson')).size / 5)
})

test('a record that shrinks or grows over a megabyte leaves one file, and none when it is removed', () => {
  const archive = temporaryArchive()
  for (const [count, file] of [
    [3_000, 'example.ndjson.gz'],
    [1, 'example.ndjson'],
    [3_000, 'example.ndjson.gz'],
  ] as const) {
    archive.writeDay(largeDay(count))
    expect(readdirSync(join(archive.root, '2026-03-23'))).toEqual([file])
    expect(archive.readDay('2026-03-23', 'example')?.responses).toHaveLength(count)
  }
  archive.removeDay('2026-03-23', 'example')
  expect(archive.readDay('2026-03-23', 'example')).toBeNull()
})

test('a compressed record that is cut is refused by name, and matches no digest', () => {
  const archive = temporaryArchive()
  archive.writeDay(largeDay())
  const before = archive.digest('2026-03-23')
  const path = join(archive.root, '2026-03-23/example.ndjson.gz')
  truncateSync(path, statSync(path).size - 9)
  expect(() => archive.readDay('2026-03-23', 'example')).toThrow(/example\.ndjson\.gz is damaged.*--refetch/)
  expect(archive.digest('2026-03-23')).not.toBe(before)
})

test('no name leads out of the archive', () => {
  const archive = temporaryArchive()
  expect(() => archive.readDay('../..', 'passwd')).toThrow(OperationalError)
  expect(() => archive.writeDay({ ...toSourceDay([]), source: '../x' })).toThrow(OperationalError)
  expect(() => archive.sources('2026-03-23/..')).toThrow(OperationalError)
})

test('a record is replaced in one step: who has it open reads the old one to its end', () => {
  const archive = temporaryArchive()
  archive.writeDay(toSourceDay([response('https://a.example/old')]))
  const path = join(archive.root, '2026-03-23', 'example.ndjson')
  const old = readFileSync(path, 'utf8')
  const open = openSync(path, 'r')
  archive.writeDay(toSourceDay([response('https://a.example/new')]))
  expect(readFileSync(open, 'utf8')).toBe(old)
  closeSync(open)
  expect(readFileSync(path, 'utf8')).toContain('https://a.example/new')
})

test('what a killed writer left is not part of the archive, and can be removed', () => {
  const archive = temporaryArchive()
  archive.writeDay(toSourceDay([]))
  const digest = archive.digest('2026-03-23')
  writeFileSync(join(archive.root, 'tmp', '1-0'), 'half')
  expect(archive.dates()).toEqual(['2026-03-23'])
  expect(archive.digest('2026-03-23')).toBe(digest)
  archive.removeTemporaryFiles()
  expect(existsSync(join(archive.root, 'tmp'))).toBe(false)
  archive.writeDay(toSourceDay([]))
  expect(archive.digest('2026-03-23')).toBe(digest)
})
