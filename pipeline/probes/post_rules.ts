import { daysBetween } from '../../core/domain/dates.ts'
import type { NotProbedReason } from './outcome.ts'
import type { ProbeTarget } from './protocol.ts'

/** Maximum number of a host's unnamed addresses that get a POST on a day. */
const MAX_UNNAMED_POSTS = 20
/** Number of unnamed addresses without a fitting answer that end POSTs to the host's unnamed addresses. */
const MAX_MISSES = 3
const STOP_DAYS = 30
/** Days between two POSTs to the unnamed addresses of a host while they are stopped. */
const TRIAL_DAYS = 7
/** Statuses of a server that expects requests of programs. */
const FITTING = new Set([401, 402, 403, 429])

/** A POST to an address that its host has not named. */
export interface UnnamedPost {
  url: string
  host: string
  day: string
  /** True if it answered with JSON-RPC, 401, 402, 403 or 429; null without an answer. */
  isFitting: boolean | null
}

/** True if an answer to a POST is one of a server that expects requests of programs. */
export const isFittingAnswer = (status: number, isJsonRpc: boolean): boolean =>
  isJsonRpc || FITTING.has(status)

/** Facts that the rules of a day depend on. */
export interface PostRuleOptions {
  day: string
  /** True if its host names the address itself. */
  isNamed: (url: string) => boolean
  /** True if the host of a paid resource quoted today at some address, or lists the resource in its manifest. */
  isPaidAllowed: (url: string) => boolean
  /** POSTs to unnamed addresses on days before. Those of two months decide. */
  earlier: readonly UnnamedPost[]
}

type PostReason = Extract<NotProbedReason, 'post_only' | 'post_limit' | 'post_stopped'>

/**
 * The rules by which a declared address gets a POST: a listing is the word of whoever sent it, so the host decides. An
 * address that the host itself names (its namespace in the registry, its proof, card, manifest or quote) may get one;
 * of the others 20 a day, and none for 30 days but one a week once three of them gave no fitting answer. A paid resource
 * gets one only where the host allows it, and one of a host a day.
 */
export class PostRules {
  readonly #day: string
  readonly #isNamed: (url: string) => boolean
  readonly #isPaidAllowed: (url: string) => boolean
  readonly #stops: Map<string, PostStop>
  readonly #today = new Map<string, Set<string>>()
  readonly #paidToday = new Map<string, string>()

  constructor({ day, isNamed, isPaidAllowed, earlier }: PostRuleOptions) {
    this.#day = day
    this.#isNamed = isNamed
    this.#isPaidAllowed = isPaidAllowed
    this.#stops = findStops(earlier, day)
  }

  /** Returns the reason not to send a POST to an address, or null; then it counts as sent. */
  take({ url, kind }: ProbeTarget): PostReason | null {
    const { hostname: host } = new URL(url)
    if (kind === 'x402' && !this.#isPaidAllowed(url)) return 'post_only'
    if (kind === 'x402' && (this.#paidToday.get(host) ?? url) !== url) return 'post_limit'
    const reason = this.#isNamed(url) ? null : this.#takeUnnamed(url, host)
    if (kind === 'x402' && reason === null) this.#paidToday.set(host, url)
    return reason
  }

  /** Notes an answer to a POST: the third that does not fit ends those to the host's unnamed addresses. */
  note({ url, host, isFitting }: Omit<UnnamedPost, 'day'>): void {
    if (!this.#isNamed(url)) addPost(this.#stops, { url, host, day: this.#day, isFitting })
  }

  #takeUnnamed(url: string, host: string): PostReason | null {
    const taken = this.#today.get(host) ?? new Set()
    // Further requests of one probe go to the same address.
    if (taken.has(url)) return null
    const stop = this.#stops.get(host)
    const isStopped = stop !== undefined && isWithin(stop.stoppedOn, this.#day, STOP_DAYS)
    if (isStopped && isWithin(stop.lastPostOn, this.#day, TRIAL_DAYS)) return 'post_stopped'
    if (taken.size >= (isStopped ? 1 : MAX_UNNAMED_POSTS)) return isStopped ? 'post_stopped' : 'post_limit'
    this.#today.set(host, taken.add(url))
    return null
  }
}

/** The state of POSTs to the unnamed addresses of a host. */
interface PostStop {
  stoppedOn: string | null
  lastPostOn: string
  /** Addresses whose last answer did not fit, since the last stop. */
  misses: Set<string>
}

const isWithin = (from: string | null, day: string, days: number): boolean =>
  from !== null && daysBetween(from, day) < days

function findStops(earlier: readonly UnnamedPost[], day: string): Map<string, PostStop> {
  const stops = new Map<string, PostStop>()
  const before = earlier.filter((post) => post.day < day)
  for (const post of before.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))) addPost(stops, post)
  return stops
}

function addPost(stops: Map<string, PostStop>, { url, host, day, isFitting }: UnnamedPost): void {
  const stop = stops.get(host) ?? { stoppedOn: null, lastPostOn: day, misses: new Set<string>() }
  stops.set(host, stop)
  stop.lastPostOn = day
  if (isWithin(stop.stoppedOn, day, STOP_DAYS)) return
  if (isFitting === true) stop.misses.delete(url)
  if (isFitting === false) stop.misses.add(url)
  if (stop.misses.size < MAX_MISSES) return
  stop.stoppedOn = day
  stop.misses.clear()
}
