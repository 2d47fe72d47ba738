import { createHmac, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Database } from './store/database.ts'

/** At most so many calls of one caller in each window of so many seconds, which starts on the clock. */
export interface Limit {
  requests: number
  seconds: number
}

/** What became of a call. The numbers are those of the window that has the least left. */
export interface Taken {
  isAllowed: boolean
  limit: number
  /** How many more calls would be allowed now. */
  remaining: number
  /** Until that window ends, at least 1. */
  resetSeconds: number
}

/** Counts calls, in the store or in memory. */
export interface Limits {
  /**
   * Takes one call of `caller` (an address, or any other text) from each of the limits of `name`; a call that one of
   * them refuses is taken from none. The addresses of one IPv6 network (/64) are one caller.
   */
  take(name: string, caller: string, limits: readonly Limit[]): Taken | Promise<Taken>
  /** What `take` would find now; nothing is taken. */
  look(name: string, caller: string, limits: readonly Limit[]): Taken | Promise<Taken>
}

/** One window of a limit, in milliseconds since 1970. */
export interface Window extends Limit {
  startsAt: number
  endsAt: number
}

/** A window with the calls that were taken from it. */
export type Used = Window & { count: number }

const PRUNE_EVERY_MS = 60_000
const SECRET = 'rate_limits'

/** The insert counts as an update would, and a full window gives no row: so it is exact with any number of callers. */
const TAKE = `
  insert into rate_windows (name, caller, seconds, starts_at, ends_at, count) values ($1, $2, $3, $4, $5, 1)
  on conflict (name, caller, seconds, starts_at) do update set count = rate_windows.count + 1
  where rate_windows.count < $6
  returning count`
const GIVE_BACK = `
  update rate_windows set count = count - 1
  where name = $1 and caller = $2 and seconds = $3 and starts_at = $4`
const COUNT = `
  select count from rate_windows where name = $1 and caller = $2 and seconds = $3 and starts_at = $4`

/**
 * Counts calls in the store, so that all instances share the limits. Callers are kept as hashes alone. Its methods
 * throw StoreUnavailable.
 */
export class RateLimits implements Limits {
  readonly #db: Database
  readonly #now: () => number
  #secret: Promise<string> | null = null
  #prunedAt = 0

  constructor(db: Database, { now }: { now(): number }) {
    this.#db = db
    this.#now = now
  }

  async take(name: string, caller: string, limits: readonly Limit[]): Promise<Taken> {
    const now = this.#now()
    await this.#prune(now)
    const subject = await this.#subject(name, caller)
    const windows = limits.map((limit) => windowAt(now, limit))
    const taken: Used[] = []
    for (const window of windows) {
      const count = await this.#takeOne(subject, window)
      if (count === null) {
        await this.#giveBack(subject, taken)
        return outcome(false, await this.#used(subject, windows), now)
      }
      taken.push({ ...window, count })
    }
    return outcome(true, taken, now)
  }

  async look(name: string, caller: string, limits: readonly Limit[]): Promise<Taken> {
    const now = this.#now()
    const windows = limits.map((limit) => windowAt(now, limit))
    const used = await this.#used(await this.#subject(name, caller), windows)
    return outcome(used.every(hasRoom), used, now)
  }

  async #subject(name: string, caller: string): Promise<[string, string]> {
    return [name, await this.#hashed(subjectOf(caller))]
  }

  async #takeOne(subject: [string, string], window: Window): Promise<number | null> {
    const { seconds, startsAt, endsAt, requests } = window
    const rows = await this.#db.all<{ count: number }>(TAKE, [
      ...subject,
      seconds,
      startsAt,
      endsAt,
      requests,
    ])
    return rows[0]?.count ?? null
  }

  /** No other call is refused for what stands here too long: one that comes between meets the same full window. */
  async #giveBack(subject: [string, string], taken: Used[]): Promise<void> {
    for (const { seconds, startsAt } of taken) await this.#db.run(GIVE_BACK, [...subject, seconds, startsAt])
  }

  #used(subject: [string, string], windows: Window[]): Promise<Used[]> {
    return Promise.all(
      windows.map(async (window) => {
        const values = [...subject, window.seconds, window.startsAt]
        const rows = await this.#db.all<{ count: number }>(COUNT, values)
        return { ...window, count: rows[0]?.count ?? 0 }
      }),
    )
  }

  async #hashed(subject: string): Promise<string> {
    this.#secret ??= this.#installationSecret()
    try {
      return createHmac('sha256', await this.#secret)
        .update(subject)
        .digest('hex')
    } catch (error) {
      this.#secret = null
      throw error
    }
  }

  /** The first instance that asks makes it; all others read that one. */
  async #installationSecret(): Promise<string> {
    await this.#db.run('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
      SECRET,
      randomBytes(32).toString('hex'),
    ])
    const [row] = await this.#db.all<{ value: string }>('select value from secrets where name = $1', [SECRET])
    if (row === undefined) throw new Error('the secret of the rate limits is missing from the store')
    return row.value
  }

  async #prune(now: number): Promise<void> {
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return
    this.#prunedAt = now
    await this.#db.run('delete from rate_windows where ends_at <= $1', [now])
  }
}

/** The window of a limit at a time. */
export function windowAt(now: number, { requests, seconds }: Limit): Window {
  const length = seconds * 1_000
  const startsAt = Math.floor(now / length) * length
  return { requests, seconds, startsAt, endsAt: startsAt + length }
}

/** What a caller is told. Of windows that have equally little left, the one that ends last says when a call can succeed. */
export function outcome(isAllowed: boolean, used: Used[], now: number): Taken {
  const [tightest] = used.toSorted((a, b) => left(a) - left(b) || b.endsAt - a.endsAt)
  if (tightest === undefined) throw new RangeError('a call needs one limit or more')
  return {
    isAllowed,
    limit: tightest.requests,
    remaining: left(tightest),
    resetSeconds: Math.max(1, Math.ceil((tightest.endsAt - now) / 1_000)),
  }
}

const left = ({ requests, count }: Used): number => Math.max(0, requests - count)

/** Whether a window lets one more call in. */
export const hasRoom = (used: Used): boolean => left(used) > 0

/** Who is counted: an IPv4 address however it is written, the /64 of an IPv6 one, any other text as it is. */
export function subjectOf(caller: string): string {
  if (isIP(caller) !== 6) return caller
  const address = ipaddr.process(caller)
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString()
}
