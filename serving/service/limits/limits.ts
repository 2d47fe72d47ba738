import { createHmac } from 'node:crypto'
import type { RateLimit } from '../../../core/interface/rate_limits.ts'
import type { SqlValue, StateDatabase } from '../store/database.ts'
import { installationSecret } from '../store/installation_secret.ts'
import { windowStart } from './counter.ts'
import { callerNetworks } from './networks.ts'

/** The result of taking a call. The numbers are those of the window that has the least left. */
export interface LimitState {
  isAllowed: boolean
  limit: number
  /** Number of further calls allowed now. */
  remaining: number
  /** Seconds until that window ends, at least 1. */
  resetSeconds: number
}

/** Counts calls, in the store or in memory. */
export interface Limits {
  /**
   * Takes one call of `caller` (an address, or any other text) from each of the limits of `name`; a call that one of
   * them refuses is taken from none. The addresses of one IPv6 network (/64) are one caller, and all callers of one
   * /48 together have a multiple of each limit.
   */
  take(name: string, caller: string, limits: readonly RateLimit[]): LimitState | Promise<LimitState>
  /** Returns what `take` would, without taking a call. */
  peek(name: string, caller: string, limits: readonly RateLimit[]): LimitState | Promise<LimitState>
}

/** One window of a limit for one subject, in milliseconds since 1970. */
export interface Window extends RateLimit {
  /** The counted network: the caller's own, or the one around it. */
  network: string
  /** Maximum calls of the whole network: the limit, or a multiple of it. */
  max: number
  startsAt: number
  endsAt: number
}

/** A window with the calls that were taken from it. */
export type UsedWindow = Window & { count: number }

const PRUNE_EVERY_MS = 60_000

/** The insert counts as an update would, and a full window returns no row: exact with any number of callers. */
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
 * Counts calls in the store, so that all instances share the limits. Callers are stored as hashes alone. Its methods
 * throw StoreUnavailable.
 */
export class RateLimits implements Limits {
  readonly #db: StateDatabase
  readonly #now: () => number
  readonly #secret: () => Promise<string>
  #prunedAt = 0

  constructor(db: StateDatabase, { now }: { now(): number }) {
    this.#db = db
    this.#now = now
    this.#secret = installationSecret(db, 'rate_limits')
  }

  async take(name: string, caller: string, limits: readonly RateLimit[]): Promise<LimitState> {
    const now = this.#now()
    await this.#prune(now)
    const windows = toWindows(caller, limits, now)
    const taken: UsedWindow[] = []
    for (const window of windows) {
      const count = await this.#takeFrom(name, window)
      if (count === null) {
        await this.#returnTaken(name, taken)
        return summarize(false, await this.#used(name, windows), now)
      }
      taken.push({ ...window, count })
    }
    return summarize(true, taken, now)
  }

  async peek(name: string, caller: string, limits: readonly RateLimit[]): Promise<LimitState> {
    const now = this.#now()
    const used = await this.#used(name, toWindows(caller, limits, now))
    return summarize(used.every(hasRoom), used, now)
  }

  async #takeFrom(name: string, window: Window): Promise<number | null> {
    const { endsAt, max } = window
    const rows = await this.#db.all<{ count: number }>(TAKE, [
      ...(await this.#key(name, window)),
      endsAt,
      max,
    ])
    return rows[0]?.count ?? null
  }

  /** No other call is refused for a count that is returned late: one in between meets the same full window. */
  async #returnTaken(name: string, taken: UsedWindow[]): Promise<void> {
    for (const window of taken) await this.#db.run(GIVE_BACK, await this.#key(name, window))
  }

  #used(name: string, windows: Window[]): Promise<UsedWindow[]> {
    return Promise.all(
      windows.map(async (window) => {
        const rows = await this.#db.all<{ count: number }>(COUNT, await this.#key(name, window))
        return { ...window, count: rows[0]?.count ?? 0 }
      }),
    )
  }

  async #key(name: string, { network, seconds, startsAt }: Window): Promise<SqlValue[]> {
    const hashed = createHmac('sha256', await this.#secret())
      .update(network)
      .digest('hex')
    return [name, hashed, seconds, startsAt]
  }

  async #prune(now: number): Promise<void> {
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return
    this.#prunedAt = now
    await this.#db.run('delete from rate_windows where ends_at <= $1', [now])
  }
}

/**
 * Returns the windows that one call of `caller` counts in now: of each limit the wider network's, then its own. In this
 * order a full wider network leaves no row for each one within it.
 */
export const toWindows = (caller: string, limits: readonly RateLimit[], now: number): Window[] =>
  callerNetworks(caller)
    .toReversed()
    .flatMap(({ network, share }) =>
      limits.map(({ requests, seconds }) => {
        const length = seconds * 1_000
        const startsAt = windowStart(now, length)
        const max = requests * share
        return { network, requests, seconds, max, startsAt, endsAt: startsAt + length }
      }),
    )

/** Returns a caller's view of its limits. Of equally full windows, the last to end says when a call can succeed. */
export function summarize(isAllowed: boolean, used: UsedWindow[], now: number): LimitState {
  const [tightest] = used.toSorted((a, b) => countRemaining(a) - countRemaining(b) || b.endsAt - a.endsAt)
  if (tightest === undefined) throw new RangeError('a call needs one limit or more')
  return {
    isAllowed,
    limit: tightest.requests,
    remaining: Math.min(countRemaining(tightest), tightest.requests),
    resetSeconds: Math.max(1, Math.ceil((tightest.endsAt - now) / 1_000)),
  }
}

const countRemaining = ({ max, count }: UsedWindow): number => Math.max(0, max - count)

/** True if a window allows one more call. */
export const hasRoom = (used: UsedWindow): boolean => countRemaining(used) > 0
