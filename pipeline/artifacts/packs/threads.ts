import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { PackWork } from './bucket_packs.ts'

/** How many buckets a thread may be ahead of what was taken. */
const AHEAD = 2

/** The packs of all buckets in their order, whichever of the threads is done first. */
export async function* packsInThreads(
  work: PackWork,
  buckets: number,
  count: number,
): AsyncGenerator<Artifact> {
  const threads = Array.from({ length: Math.min(count, buckets) }, () => startThread(work))
  const made: Promise<Artifact[]>[] = []
  const begin = (bucket: number): void => {
    const thread = threads[bucket % threads.length] as Worker
    const before = made[bucket - threads.length] ?? Promise.resolve()
    const packs = before.then(() => packsBy(thread, bucket))
    // Who takes it is told of its failure; until then it must not end the process.
    packs.catch(() => {})
    made[bucket] = packs
  }
  try {
    const ahead = AHEAD * threads.length
    for (let bucket = 0; bucket < Math.min(ahead, buckets); bucket += 1) begin(bucket)
    for (let bucket = 0; bucket < buckets; bucket += 1) {
      yield* await (made[bucket] as Promise<Artifact[]>)
      delete made[bucket]
      if (bucket + ahead < buckets) begin(bucket + ahead)
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

// Threads of a process that reads TypeScript by a loader of its own do not have it.
const startThread = (work: PackWork): Worker =>
  new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: work,
    execArgv: ['--import', import.meta.resolve('tsx')],
  })

async function packsBy(thread: Worker, bucket: number): Promise<Artifact[]> {
  thread.postMessage(bucket)
  const [packs] = (await once(thread, 'message')) as [Artifact[]]
  return packs
}
