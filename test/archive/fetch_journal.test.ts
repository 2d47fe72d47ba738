import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import type { ArchivedResponse } from '../../pipeline/archive/source_day.ts'

const HEAD = { source: 'example', date: '2026-01-08', world: 'sample' as const }

function createArchive(): Archive {
  const root = mkdtempSync(join(tmpdir(), 'assay-journal-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  return new Archive(root)
}

const respond = (url: string): ArchivedResponse => ({
  ...{ method: 'GET', url, request: null, status: 200, sha256: 'a'.repeat(64), bytes: 2 },
  ...{ etag: null, content_type: null, link: null, retrieved_at: '2026-01-08T05:00:00Z' },
})
const ask = (url: string) => ({ method: 'GET' as const, url, request: null })

test('the next run finds what an interrupted one was answered, but for a line that was cut', () => {
  const archive = createArchive()
  const journal = archive.journal(HEAD)
  journal.add([respond('https://a.example/1')])
  journal.add([respond('https://a.example/2'), respond('https://a.example/3')])
  const path = join(archive.root, '2026-01-08/example.unfinished')
  appendFileSync(path, JSON.stringify([respond('https://a.example/4')]).slice(0, -9))
  const next = archive.journal(HEAD)
  expect(next.responses.map(({ url }) => url)).toEqual([1, 2, 3].map((n) => `https://a.example/${n}`))
  expect([next.find(ask('https://a.example/2'))?.url, next.find(ask('https://a.example/4'))]).toEqual([
    'https://a.example/2',
    null,
  ])
  next.add([respond('https://a.example/5')])
  expect(archive.journal(HEAD).responses).toHaveLength(4)
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(5)
})

test('a journal is no record of a day, and one of other data is begun anew', () => {
  const archive = createArchive()
  archive.journal(HEAD).add([respond('https://a.example/1')])
  expect([archive.sources('2026-01-08'), archive.digest('2026-01-08')]).toEqual([[], null])
  expect(archive.journal({ ...HEAD, world: 'live' }).responses).toEqual([])
  archive.journal(HEAD).add([respond('https://a.example/1')])
  archive.removeEarlierJournals('2026-01-08')
  expect(archive.journal(HEAD).responses).toHaveLength(1)
  archive.removeEarlierJournals('2026-01-09')
  expect(archive.journal(HEAD).responses).toEqual([])
})

test('a superseded record is kept under a number, counts in the digest, and is no source', () => {
  const archive = createArchive()
  const day = { ...HEAD, outcome: 'failed' as const, error: null, responses: [] }
  archive.writeDay(day)
  const before = archive.digest('2026-01-08')
  expect([archive.supersede('2026-01-08', 'example'), archive.supersede('2026-01-08', 'example')]).toEqual([
    1, 1,
  ])
  archive.writeDay({ ...day, outcome: 'ok', responses: [respond('https://a.example/1')] })
  expect(archive.supersede('2026-01-08', 'example')).toBe(2)
  expect(archive.readDay('2026-01-08', 'example.1')?.outcome).toBe('failed')
  expect([archive.sources('2026-01-08'), archive.digest('2026-01-08') === before]).toEqual([
    ['example'],
    false,
  ])
})
