import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentReporter } from '../../cli/progress.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { BucketRunStore } from '../../pipeline/release_store/run_store.ts'
import { verifyStore } from '../../pipeline/release_store/verify_store.ts'
import { checkpointIn, fakeStore, machine, readPointer, runDay, storeAt } from './small_runs.ts'

const DAYS = ['2026-01-01', '2026-01-02'] as const
const SUMS = `history/days/${DAYS[0]}.sha256`

/** Stores what a run has fetched that ended in some way, by a command of its own. */
async function keep(fake: Parameters<typeof storeAt>[0], output: string): Promise<void> {
  const run = new BucketRunStore(storeAt(fake), output)
  await run.restore(silentReporter)
  await run.keepFetched(silentReporter)
}

function fetchPart(output: string, day: string): void {
  const archive = new Archive(join(output, 'archive'))
  const sha256 = archive.writeBody(Buffer.from(`part of ${day}`))
  archive.journal({ source: 'source', date: day, world: 'sample' }).add([
    {
      ...{ method: 'GET', url: 'https://a.example/1', request: null, status: 200, sha256, bytes: 2 },
      ...{ etag: null, content_type: null, link: null, retrieved_at: `${day}T05:00:00Z` },
    },
  ])
}

test('what a killed run has fetched is in the bucket for the next machine; log, history and release stay', async () => {
  const fake = await fakeStore()
  const output = machine()
  await runDay(fake, output, DAYS[0])
  const before = await readPointer(fake)
  fetchPart(output, DAYS[1])
  writeFileSync(join(output, 'log/checkpoint'), 'half a run')
  await keep(fake, output)
  const pointer = await readPointer(fake)
  expect([pointer?.release, pointer?.log]).toEqual([before?.release, before?.log])
  const fresh = machine()
  await new BucketRunStore(storeAt(fake), fresh).restore(silentReporter)
  const journal = new Archive(join(fresh, 'archive')).journal({
    source: 'source',
    date: DAYS[1],
    world: 'sample',
  })
  expect(journal.responses.map(({ url }) => url)).toEqual(['https://a.example/1'])
  expect(checkpointIn(fresh)).not.toBe('half a run')
  expect((await verifyStore(storeAt(fake), true, silentReporter)).problems).toEqual([])
})

test('a run that is killed before there is any release leaves what it has fetched, too', async () => {
  const fake = await fakeStore()
  const output = machine()
  fetchPart(output, DAYS[0])
  await keep(fake, output)
  expect((await readPointer(fake))?.release).toBeNull()
  const fresh = machine()
  const id = await runDay(fake, fresh, DAYS[0])
  expect((await readPointer(fake))?.release?.id).toBe(id)
  expect(existsSync(join(fresh, `archive/${DAYS[0]}/source.unfinished`))).toBe(true)
})

test('the hashes of a day that is fetched for again come back with the next record alone', async () => {
  const fake = await fakeStore()
  const output = machine()
  const run = new BucketRunStore(storeAt(fake), output)
  await runDay(fake, output, DAYS[0])
  await run.restore(silentReporter)
  writeFileSync(join(output, SUMS), 'hashes')
  await run.publish(null, silentReporter)
  rmSync(join(output, SUMS))
  fetchPart(output, DAYS[0])
  await keep(fake, output)
  const fresh = machine()
  await new BucketRunStore(storeAt(fake), fresh).restore(silentReporter)
  expect([existsSync(join(output, SUMS)), existsSync(join(fresh, SUMS))]).toEqual([false, false])
  expect(readFileSync(join(fresh, `history/days/${DAYS[0]}.json`), 'utf8')).toContain('archive')
})
