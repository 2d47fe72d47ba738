import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromUrl, cachedAsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { type LocalService, localService } from '../../kit/local_service.ts'
import { sampleOutput } from '../../sample_output.ts'
import { type GivenData, givenData } from './given_release.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-ranges-'))
let data: GivenData
let service: LocalService
let db: Database
beforeAll(async () => {
  data = await givenData()
  db = await openDatabase(':memory:')
  service = await localService({ output: await sampleOutput(), folder })
})
afterAll(async () => {
  await service.close()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a reader without extensions takes two columns of a table over HTTP, by ranges of bytes', async () => {
  const listed = data.index.partitions.find(
    (partition) => partition.table === 'agents' && partition.date === data.index.date,
  )
  const asked: string[] = []
  const statuses = new Set<number>()
  const listening: typeof fetch = async (target, init) => {
    const answer = await fetch(target, init)
    const range = new Headers(init?.headers).get('range')
    if (range !== null) asked.push(range)
    if (range !== null) statuses.add(answer.status)
    return answer
  }
  const file = cachedAsyncBuffer(
    await asyncBufferFromUrl({ url: `${service.url}${listed?.path}`, fetch: listening }),
    { minSize: 0 },
  )
  expect(file.byteLength).toBe(listed?.bytes)
  const metadata = await parquetMetadataAsync(file, { initialFetchSize: 4_096 })
  const rows = await parquetReadObjects({ file, metadata, columns: ['handle', 'score'], compressors })
  const published = await db.rows<{ handle: string; score: number | null }>(
    `select handle, score from read_parquet(${literal(data.parquet('agents'))})`,
  )
  // It returns decimals as doubles, which are right to the column's digits.
  const rounded = rows.map((row) => ({
    ...row,
    score: row.score === null ? null : Number(row.score.toFixed(2)),
  }))
  expect(rounded).toEqual(published)
  expect([...statuses]).toEqual([206])
  const taken = asked.map((range) => /^bytes=(\d+)-(\d+)$/.exec(range)?.slice(1).map(Number) ?? [0, 0])
  const bytes = taken.reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0)
  expect(bytes).toBeLessThan(file.byteLength)
})

test.each(['arrow', 'csv', 'ndjson'])('%s is served under its type', async (format) => {
  const path = data.index.latest.find((row) => row.table === 'agents' && row.format === format)?.path
  const answer = await fetch(`${service.url}${path}`, { method: 'HEAD' })
  expect(answer.status).toBe(200)
  const types = {
    arrow: 'application/vnd.apache.arrow.file',
    csv: 'text/csv',
    ndjson: 'application/x-ndjson',
  }
  expect(answer.headers.get('content-type')).toContain(types[format as keyof typeof types])
})
