import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { silentReporter } from '../../cli/progress.ts'
import type { LogKey } from '../../core/log/note.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { publishStream, serveRelease } from '../../core/release/write.ts'
import { readHead } from '../../core/release_store/pointer.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { DayLog } from '../../pipeline/log/day_log.ts'
import { PROOF_OF_INDEX_PATH, proofOfIndexBody } from '../../pipeline/log/proof_of_index.ts'
import { SAMPLE_LOG_KEY } from '../../pipeline/log/sample_key.ts'
import { BucketRunStore } from '../../pipeline/release_store/run_store.ts'
import type { Store } from '../../pipeline/release_store/store.ts'
import { BucketMirror } from '../../serving/service/release/bucket_mirror.ts'
import { type ReleaseAdmission, UNGUARDED } from '../../serving/service/release/known_log/log_guard.ts'
import { bucketAt, fakeSettings } from '../kit/s3/bucket.ts'
import { type FakeOptions, FakeStore } from '../kit/s3/fake.ts'
import { createInputs, file } from '../release/fixture.ts'

const REPORT = silentReporter
const INFO = { limitations: [], last_updated: '2026-01-01T05:00:00Z' } as unknown as ReleaseInfo
let runCount = 0

/** A fake store that is gone after the test. */
export async function fakeStore(options: FakeOptions = {}): Promise<FakeStore> {
  const fake = await new FakeStore(options).listen()
  onTestFinished(() => fake.close())
  return fake
}

/** The store as a command sees it that has just been started. */
export const storeAt = (fake: FakeStore): Store => ({
  bucket: bucketAt(fakeSettings(fake)),
  unique: () => `text-${runCount++}`,
  sleep: async () => {},
})

/** The folder of a machine, gone after the test. */
export function machine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Does a run's work between restoring and publishing: records, history, log and release of a day; returns the release.
 */
export async function buildDay(
  output: string,
  day: string,
  said = day,
  key: LogKey = SAMPLE_LOG_KEY,
): Promise<string> {
  const archive = new Archive(join(output, 'archive'))
  const sha256 = archive.writeBody(Buffer.from(`answer of ${said}`))
  write(output, `archive/${day}/source.ndjson`, `${sha256}\n`)
  write(output, `history/snapshots/${day}.parquet`, `rows of ${said}`)
  write(output, `history/days/${day}.json`, `{"archive":"${sha256}"}`)
  const log = new DayLog(join(output, 'log'), key, day)
  async function* artifacts() {
    yield {
      ...file('page', `page of ${said}`),
      entries: [{ kind: 'agent', subject: 'agent:one', said } as const],
    }
    for (const name of ['a', 'b', 'c', 'd']) yield file(`same/${name}`)
    yield { ...file(PRIVATE_PATHS.info, JSON.stringify(INFO)), side: 'private' as const }
  }
  const { id } = await publishStream(output, log.reading(artifacts()), createInputs(day), {
    leavesCurrent: true,
    derived: (_about, manifest) => [
      { key: 'public/_headers', body: `id: ${manifest.id}` },
      { key: 'public/manifest.json', body: manifest.text() },
      ...log.close(manifest),
      { key: PROOF_OF_INDEX_PATH, body: proofOfIndexBody(INFO, log.days, new Map()) },
    ],
  })
  return id
}

/** A mirror of a fake store, in a folder of its own without one. */
export const createMirror = (
  fake: FakeStore,
  folder = join(machine(), 'mirror'),
  admission: ReleaseAdmission = UNGUARDED,
): BucketMirror => new BucketMirror(storeAt(fake).bucket, folder, admission, () => {})

/** A whole run for a day, as `npm run daily` does it. `said` are the answers of the sources. */
export async function runDay(fake: FakeStore, output: string, day: string, said = day): Promise<string> {
  const run = new BucketRunStore(storeAt(fake), output)
  await run.restore(REPORT)
  const id = await buildDay(output, day, said)
  await run.publish(id, REPORT)
  serveRelease(output, id)
  return id
}

/** Returns the pointer of a store. */
export const readPointer = async (fake: FakeStore) => (await readHead(storeAt(fake).bucket))?.pointer ?? null

/** The checkpoint of a folder's log, or null. */
export function checkpointIn(folder: string): string | null {
  const path = join(folder, 'log/checkpoint')
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function write(output: string, path: string, text: string): void {
  mkdirSync(dirname(join(output, path)), { recursive: true })
  writeFileSync(join(output, path), text)
}
