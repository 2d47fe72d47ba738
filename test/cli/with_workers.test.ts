import { expect, test } from 'vitest'
import { run as ingestWorker } from '../../cli/commands/ingest_worker.ts'
import { ingestBucket } from '../../cli/ingest_workers.ts'
import { readSettings } from '../../cli/settings.ts'
import { deadlineMinutes } from '../../cli/with_workers.ts'

const QUEUE = { INGEST_QUEUE: 'postgres://assay:hunter2@db.example/assay' }

test('a deadline is in whole minutes', () => {
  expect(deadlineMinutes('90')).toBe(90)
  expect(deadlineMinutes(undefined)).toBeNull()
  for (const text of ['0', '1.5', '-1', 'soon', '99999'])
    expect(() => deadlineMinutes(text), text).toThrow(`--deadline ${text}: give whole minutes`)
})

test('a queue needs a bucket', () => {
  expect(() => ingestBucket(QUEUE)).toThrow('INGEST_QUEUE needs RELEASE_STORE')
})

test('what is no PostgreSQL is refused, and its password is not repeated', () => {
  expect(() => readSettings({ INGEST_QUEUE: 'mysql://assay:hunter2@db.example' })).toThrow(
    'INGEST_QUEUE must be the address of a PostgreSQL, e.g. INGEST_QUEUE=postgres://assay@db.example/assay',
  )
})

test('a worker says what it lacks', async () => {
  await expect(ingestWorker(['--jobs', '0'])).rejects.toThrow('--jobs 0: give a whole number from 1 to 99')
  await expect(ingestWorker([])).rejects.toThrow('INGEST_QUEUE is not set')
})
