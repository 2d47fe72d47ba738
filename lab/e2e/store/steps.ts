import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { silentReporter } from '../../../cli/progress.ts'
import { liveBucket } from '../../../cli/release_store.ts'
import type { BucketSettings } from '../../../core/bucket/settings.ts'
import { serveRelease } from '../../../core/release/write.ts'
import { readHead, type VersionedPointer } from '../../../core/release_store/pointer.ts'
import { BucketRunStore } from '../../../pipeline/release_store/run_store.ts'
import type { Store } from '../../../pipeline/release_store/store.ts'
import { verifyStore } from '../../../pipeline/release_store/verify_store.ts'
import type { RunOptions, RunStore, RunSummary } from '../../../pipeline/run/types.ts'
import { killGroup, startScript } from '../../../test/kit/child.ts'
import { runSampleDay } from '../../../test/kit/sample_day.ts'
import { SAMPLE_BASE_URL } from '../../../test/sample_output.ts'
import type { CountingProxy } from './counting_proxy.ts'

/** The store at a bucket, as a command sees it that has just been started. */
export const toStore = (settings: BucketSettings): Store => ({
  ...{ bucket: liveBucket(settings), unique: randomUUID, sleep: (ms: number) => sleep(ms) },
})

/** One day of the sample on a machine whose folder is `output`, with the bucket. */
export function dayOn(
  output: string,
  day: string,
  settings: BucketSettings,
  changes: Partial<RunOptions> = {},
): Promise<RunSummary> {
  const store: RunStore = new BucketRunStore(toStore(settings), output)
  return runSampleDay(output, day, { baseUrl: SAMPLE_BASE_URL, layout: 'files', store, ...changes })
}

/** Returns the problems of the store: every object reachable from the pointer is looked up and, if `isDeep`, read. */
export async function findStoreProblems(settings: BucketSettings, isDeep: boolean): Promise<string[]> {
  return (await verifyStore(toStore(settings), isDeep, silentReporter)).problems
}

export const readLiveHead = (settings: BucketSettings): Promise<VersionedPointer | null> =>
  readHead(liveBucket(settings))

/** The settings as the environment of a command has them. */
export const toEnvironment = (settings: BucketSettings): Record<string, string> => ({
  RELEASE_STORE: `s3://${settings.bucket}/${settings.prefix}`,
  S3_ENDPOINT: settings.endpoint,
  S3_REGION: settings.region,
  S3_ACCESS_KEY_ID: settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
})

/** The result of publishing that was killed repeatedly. */
export interface KilledPublishing {
  kills: number
  problems: string[]
}

/**
 * Publishes the day that was built in `output`, by processes that are killed at each `every`-th request, alternately
 * before the store sees it and after, and both ways when the pointer is written; each next one continues where the last
 * was killed. After each the pointer must lead to a whole release: the one before or the new one.
 */
export async function killedPublishing(
  { proxy, settings }: { proxy: CountingProxy; settings: BucketSettings },
  { output, id, every }: { output: string; id: string; every: number },
): Promise<KilledPublishing> {
  const before = (await readLiveHead(settings))?.pointer
  const problems: string[] = []
  let kills = 0
  const pointerMoments: ('before' | 'after')[] = ['before', 'after']
  for (;;) {
    const child = startScript('lab/e2e/store/publish_process.ts', [output, id], {
      settings: toEnvironment(settings),
      isAlone: true,
    })
    const turn = kills % 2 === 0 ? 'before' : 'after'
    proxy.watch({
      when: ({ count, method, url }) => {
        if (method === 'PUT' && url.endsWith('/pointer.json')) return pointerMoments.shift() ?? null
        return count === every ? turn : null
      },
      act: () => killGroup(child),
    })
    const { code, stderr } = await child.ended
    proxy.watch(null)
    const now = (await readLiveHead(settings))?.pointer
    const ids = [before?.release?.id, id]
    if (!ids.includes(now?.release?.id)) problems.push(`after kill ${kills} ${now?.release?.id} is served`)
    problems.push(...(await findStoreProblems(settings, false)).slice(0, 3))
    if (code === 0) break
    if (code !== null) problems.push(`publishing failed: ${stderr.slice(0, 300)}`)
    if (problems.length > 0) break
    kills += 1
  }
  if (problems.length === 0) serveRelease(output, id)
  return { kills, problems }
}

/** A machine that has all that another has. */
export function copyOutput(output: string, folder: string, name: string): string {
  const copy = join(folder, name)
  cpSync(output, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}
