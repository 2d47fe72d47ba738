import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { RunFailed } from '../../core/domain/errors.ts'

/** The lock of a run on its date, among all machines that use the same queue. */
export interface RunLock {
  /** Throws RunFailed when another run locked the date while the queue was away. */
  check(): void
  release(): Promise<void>
}

const RETRY_MS = 1_000

/**
 * Locks a date for this run, as long as this process lives: PostgreSQL releases it with the connection. After a restart
 * of PostgreSQL it is locked again. Throws RunFailed when another run has it.
 */
export async function lockDay(url: string, day: string): Promise<RunLock> {
  const lock = new DayLock(url, day)
  await lock.acquire()
  return lock
}

class DayLock implements RunLock {
  readonly #url: string
  readonly #day: string
  #client: Client | null = null
  #isReleased = false
  #lost: RunFailed | null = null

  constructor(url: string, day: string) {
    this.#url = url
    this.#day = day
  }

  async acquire(): Promise<void> {
    const client = new Client({ connectionString: this.#url, application_name: 'assay run', keepAlive: true })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtext('assay run'), hashtext($1)) as taken",
      [this.#day],
    )
    if (rows[0]?.taken !== true) {
      await client.end()
      throw this.#heldError()
    }
    this.#client = client
    client.once('end', () => void this.#relock())
  }

  check(): void {
    if (this.#lost !== null) throw this.#lost
  }

  async release(): Promise<void> {
    this.#isReleased = true
    await this.#client?.end().catch(() => {})
  }

  async #relock(): Promise<void> {
    while (!this.#isReleased && this.#lost === null) {
      try {
        return await this.acquire()
      } catch (error) {
        if (error instanceof RunFailed) this.#lost = error
        await setTimeout(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  #heldError(): RunFailed {
    return new RunFailed(
      `another run works on ${this.#day} with the same queue: wait until it has ended, or stop it, then run the same command again`,
    )
  }
}
