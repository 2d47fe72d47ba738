import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { move, Piscina, transferableSymbol, valueSymbol } from 'piscina'

/** Where the paths that errors name begin. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What threads run. */
export interface ThreadPoolOptions {
  /** Its default function makes of a task what it gives. */
  file: URL
  threads: number
  /** What each thread is given at its start, as `workerData`. */
  data?: unknown
}

/** Threads that do the same work, each a task at a time. Every thread of the product but that of SQLite is of such a pool. */
export class ThreadPool<Task, Made> {
  readonly #pool: Piscina<Task, Made>
  readonly #file: string

  constructor({ file, threads, data }: ThreadPoolOptions) {
    this.#file = relative(ROOT, fileURLToPath(file))
    this.#pool = new Piscina({
      ...{ filename: file.href, workerData: data, minThreads: threads, maxThreads: threads },
      // Between two tasks a thread frees what the last one has left outside of JavaScript.
      atomics: 'disabled',
      // Threads of a process that reads TypeScript by a loader of its own do not have it.
      execArgv: ['--import', import.meta.resolve('tsx')],
    })
  }

  /**
   * Makes something of a task; tasks are begun in the order that they were given in. Its failure, which names the file,
   * does not end the process when nobody waits for it.
   */
  run(task: Task): Promise<Made> {
    const made = this.#pool.run(task).catch((cause: Error) => {
      throw new Error(`a thread of ${this.#file} failed: ${cause.message}`, { cause })
    })
    made.catch(() => {})
    return made
  }

  /** Ends the threads, whether all was made or not. */
  stop(): Promise<void> {
    return this.#pool.destroy()
  }
}

/** What a thread gives without a copy: the bytes that a value has in these buffers are its own no more. */
export const moved = <Made>(value: Made, buffers: ArrayBufferLike[]): Made =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: value } as never) as Made
