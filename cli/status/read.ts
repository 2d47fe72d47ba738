import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bucket } from '../../core/bucket/bucket.ts'
import { bucketName } from '../../core/bucket/settings.ts'
import { lockOwner } from '../../core/disk/lock.mjs'
import { lockPath } from '../../core/disk/lock.ts'
import { OperationalError } from '../../core/domain/errors.ts'
import { indexStatus } from '../../core/interface/schemas/status.ts'
import { currentRelease } from '../../core/release/release.ts'
import { readBlob, readList } from '../../core/release_store/blobs.ts'
import { readHead, type StoredRelease } from '../../core/release_store/pointer.ts'
import { History } from '../../pipeline/history/history.ts'
import { logFolder } from '../../pipeline/log/key.ts'
import { readLoggedDays } from '../../pipeline/log/logged_days.ts'
import { STATUS } from '../../pipeline/log/status.ts'
import { countJobs } from '../../pipeline/workers/count_jobs.ts'
import type { IndexState, PublishedStatus, QueueState } from './index_state.ts'

const MAX_WAIT_MS = 10_000

/** State read from the place of an index; the queue is read separately. */
type Place = Omit<IndexState, 'queue' | 'refused'>

/** Reads the status of an output folder. Throws OperationalError if its release is of a version without a status. */
export function readFolderStatus(output: string): Place {
  const release = currentRelease(output)
  const history = new History(join(output, 'history'))
  const last = history.days().at(-1) ?? ''
  const begun = history.dates('ingest').at(-1) ?? ''
  return {
    place: output,
    bucket: null,
    status: release === null ? null : parseStatus(join(release.path, STATUS), release.about.date),
    folder: {
      unfinished: begun > last ? begun : null,
      running: lockOwner(lockPath(output))?.pid ?? null,
      logged: readLoggedDays(logFolder(output)).days.at(-1)?.release ?? null,
    },
  }
}

/** Reads the status that a server publishes. Throws OperationalError if the response is no status. */
export async function fetchStatus(url: string): Promise<Place> {
  const address = `${url.replace(/\/+$/, '')}/status.json`
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  const answer = await fetch(address, { signal }).catch((cause: unknown) => {
    throw new OperationalError(`${address} does not answer: check the address and whether the service runs`, {
      cause,
    })
  })
  if (!answer.ok)
    throw new OperationalError(`${address} answered ${answer.status}: is an index served there?`)
  return {
    place: url,
    status: parsePublishedStatus(await answer.text(), address),
    folder: null,
    bucket: null,
  }
}

/** Reads the status of a bucket. Throws OperationalError if it cannot be read, or its release has no status. */
export async function readBucketStatus(bucket: Bucket): Promise<Place> {
  const pointer = (await readHead(bucket))?.pointer ?? null
  const release = pointer?.release ?? null
  return {
    place: bucketName(bucket.settings),
    status: release === null ? null : await storedStatus(bucket, release),
    folder: null,
    bucket: { logSize: pointer?.log?.size ?? null, isCollecting: pointer?.is_collecting ?? false },
  }
}

/** Reads the state of the queue at an address. */
export async function readQueueState(url: string): Promise<QueueState> {
  try {
    return await countJobs(url)
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

async function storedStatus(bucket: Bucket, { id, derived }: StoredRelease): Promise<PublishedStatus> {
  const where = `${STATUS} of ${id} in ${bucketName(bucket.settings)}`
  const file = (await readList(bucket, derived)).get(STATUS)
  if (file === undefined)
    throw new OperationalError(`${where} is missing: an earlier version made the release`)
  return parsePublishedStatus(new TextDecoder().decode(await readBlob(bucket, file)), where)
}

function parseStatus(file: string, date: string): PublishedStatus {
  if (!existsSync(file))
    throw new OperationalError(
      `${file} is missing: the release was made by an earlier version. Publish the day again: npm run daily -- --date ${date} --offline`,
    )
  return parsePublishedStatus(readFileSync(file, 'utf8'), file)
}

function parsePublishedStatus(text: string, where: string): PublishedStatus {
  try {
    return indexStatus.parse(JSON.parse(text))
  } catch (cause) {
    throw new OperationalError(`${where} is not the status of an index of this version`, { cause })
  }
}
