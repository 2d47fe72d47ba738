import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import { HttpError } from '../../../core/interface/errors.ts'
import type { Blobs } from '../../../core/release/reader.ts'

/** Maximum number of concurrent file reads; the rest waits. Node reads on four threads. */
export const MAX_READS = 16
const PAUSE_MS = 50
export const MAX_READ_WAIT_MS = 5_000

/** Too many files are open, in this process or on this machine. */
const NO_DESCRIPTOR = new Set(['EMFILE', 'ENFILE'])

/** Limits concurrent file reads, so that the process does not run out of file descriptors. */
export class ReadQueue {
  readonly #queue = new PQueue({ concurrency: MAX_READS })
  readonly #pause: () => Promise<unknown>

  constructor(pause: () => Promise<unknown> = () => sleep(PAUSE_MS)) {
    this.#pause = pause
  }

  /** Number of reads in progress, and number of reads waiting. */
  get load(): { reading: number; waiting: number } {
    return { reading: this.#queue.pending, waiting: this.#queue.size }
  }

  /** Returns the same files; a read without a free descriptor waits for one, and is 503 if that takes too long. */
  of(blobs: Blobs): Blobs {
    const enqueue = (read: () => Promise<Uint8Array | null>) =>
      this.#queue.add(() => this.#readWithRetry(read))
    const { readPart } = blobs
    return {
      read: (path) => enqueue(() => blobs.read(path)),
      ...(readPart && { readPart: (path, from, bytes) => enqueue(() => readPart(path, from, bytes)) }),
    }
  }

  async #readWithRetry(read: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    for (let waited = 0; ; waited += PAUSE_MS)
      try {
        return await read()
      } catch (error) {
        if (!NO_DESCRIPTOR.has((error as NodeJS.ErrnoException).code ?? '')) throw error
        if (waited >= MAX_READ_WAIT_MS) throw busy()
        await this.#pause()
      }
  }
}

const busy = (): HttpError =>
  new HttpError(503, 'busy', 'Too many calls are under way. Try again in a few seconds.', {
    headers: { 'retry-after': '5' },
  })
