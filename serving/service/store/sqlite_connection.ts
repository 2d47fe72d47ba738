import { Worker } from 'node:worker_threads'

/** A value that SQLite stores; whole numbers are passed as bigint. */
export type SqliteValue = string | bigint | null

type NamedValues = Record<string, SqliteValue>

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Answer {
  id: number
  value?: unknown
  error?: { message: string; code?: unknown; errcode?: unknown; syscall?: unknown }
}

/** A SQLite file on a thread of its own. Requests run one after the other, in order. */
export class SqliteConnection {
  readonly #thread: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #isClosed = false

  private constructor(file: string) {
    this.#thread = new Worker(new URL('./sqlite_thread.mjs', import.meta.url), {
      ...{ workerData: file, execArgv: ['--disable-warning=ExperimentalWarning'] },
      env: {},
    })
    this.#thread.unref()
    this.#thread.on('message', (answer: Answer) => this.#settle(answer))
    this.#thread.on('error', (error) => this.#end(error))
    this.#thread.on('exit', () => this.#end(closedError()))
  }

  /** Opens or creates a file. All methods reject with the error of SQLite, with its `code` and `errcode`. */
  static async open(file: string): Promise<SqliteConnection> {
    const connection = new SqliteConnection(file)
    try {
      await connection.#send('opened')
      return connection
    } catch (error) {
      await connection.#thread.terminate()
      throw error
    }
  }

  /** Runs statements without values. */
  async exec(sql: string): Promise<void> {
    await this.#send('exec', sql)
  }

  all(sql: string, values: NamedValues = {}): Promise<Record<string, unknown>[]> {
    return this.#send('all', sql, values) as Promise<Record<string, unknown>[]>
  }

  /** Returns the number of changed rows. */
  run(sql: string, values: NamedValues): Promise<number> {
    return this.#send('run', sql, values) as Promise<number>
  }

  /** Ends a transaction, if one is open. */
  async rollBack(): Promise<void> {
    await this.#send('rollBack')
  }

  /** Settles when the file is closed, after all earlier requests. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.#send('close')
    } finally {
      this.#isClosed = true
      await this.#thread.terminate()
    }
  }

  #send(what: string, sql?: string, values?: NamedValues): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(closedError())
    const id = this.#lastId++
    return new Promise((resolve, reject) => {
      // The process does not end while an answer is awaited.
      if (this.#waiting.size === 0) this.#thread.ref()
      this.#waiting.set(id, { resolve, reject })
      this.#thread.postMessage({ id, what, sql, values })
    })
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#thread.unref()
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(Object.assign(new Error(error.message), error))
  }

  #end(error: Error): void {
    this.#isClosed = true
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

const closedError = (): Error =>
  Object.assign(new Error('the database is closed'), { code: 'ERR_INVALID_STATE' })
