import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina'
import { TYPESCRIPT_FLAGS } from './typescript_flags.ts'

/** Base of the paths in errors. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Options of a thread pool. */
export interface ThreadPoolOptions {
  /** Its default function maps a task to its result. */
  file: URL
  threads: number
  /** `workerData` of each thread. */
  data?: unknown
}

/** Threads that do the same work, one task at a time each. All threads but SQLite's belong to such a pool. */
export class ThreadPool<Task, Result> {
  readonly #pool: Piscina<Task, Result>
  readonly #file: string

  constructor({ file, threads, data }: ThreadPoolOptions) {
    this.#file = relative(ROOT, fileURLToPath(file))
    this.#pool = new Piscina({
      ...{ filename: file.href, workerData: data, minThreads: threads, maxThreads: threads },
      // Between two tasks a thread frees memory outside the JavaScript heap.
      atomics: 'disabled',
      execArgv: TYPESCRIPT_FLAGS,
    })
  }

  /** Runs a task; tasks start in order. The error names the file; an unhandled one does not end the process. */
  run(task: Task): Promise<Result> {
    const result = this.#pool.run(task).catch((cause: Error) => {
      throw new Error(`a thread of ${this.#file} failed: ${cause.message}`, { cause })
    })
    result.catch(() => {})
    return result
  }

  /** Ends the threads, finished or not. */
  stop(): Promise<void> {
    return this.#pool.destroy()
  }
}

/**
 * Returns a value whose buffers are transferred from the thread instead of copied; the thread can no longer use them.
 */
export const transfer = <Result>(value: Result, buffers: ArrayBufferLike[]): Result =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: value } as never) as Result
