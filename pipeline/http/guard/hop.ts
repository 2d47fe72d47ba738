import { setTimeout as pause } from 'node:timers/promises'
import type { ArchivedResponse } from '../../archive/source_day.ts'
import type { VisitOptions } from '../guarded.ts'
import type { AwakeTime } from './awake_time.ts'
import { OverCap, readCappedBody } from './body.ts'
import { isPublicIp } from './judge.ts'
import { isOurs, outcomeOfBody, outcomeOfError, outcomeOfStatus, parseJson } from './outcome.ts'
import { type Arrival, nowhere } from './record.ts'
import { NotObserved, type Reach, type Reached } from './transport.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
// What is read of a body that says nothing, so that its connection can be used again.
const MAX_UNREAD_BYTES = 16_384
// A host that we broke off with has to see it before it is asked again, or it counts two requests at once.
const SETTLE_MS = 50

/** Why a hop is ended from outside: the guard is closed. */
export class Stopped extends Error {}

/** What one hop of a visit works with. */
export interface HopOptions {
  /** What the host's name stands for. */
  ips: string[]
  reach: Reach
  headers: Record<string, string>
  maxBytes: number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** What is left for the visit. */
  time: AwakeTime
  stop: AbortSignal
  /** An earlier answer of this address that may still hold. */
  earlier: ArchivedResponse | null
  expected: VisitOptions
}

/** Where a hop ended, and where it says to go on. */
export type Hop = Arrival & { location: string | null }

/**
 * Judges what the host of a judged URL stands for, and asks it once (twice when it names a short wait). Throws Stopped,
 * and NotObserved for a failure of our own: whatever else happens is an outcome.
 */
export async function hop(url: URL, options: HopOptions): Promise<Hop> {
  const controller = new AbortController()
  const { signal } = controller
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  const stop = () => controller.abort(new Stopped('the guard is closed'))
  const late = new DOMException('no whole answer in time', 'TimeoutError')
  const rest = options.time.run(() => controller.abort(late))
  options.stop.addEventListener('abort', stop)
  try {
    return await Promise.race([ask(url, options, signal), aborted])
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error
    if (reason instanceof Stopped) throw reason
    if (isOurs(reason)) throw new NotObserved('this machine could not connect', { cause: reason })
    if (reason === late || reason instanceof OverCap) await pause(SETTLE_MS)
    return { ...nowhere(outcomeOfError(reason)), location: null }
  } finally {
    rest()
    options.stop.removeEventListener('abort', stop)
    // Ends what nobody reads on; an answer that was read to its end is not touched.
    controller.abort(late)
  }
}

async function ask(url: URL, options: HopOptions, signal: AbortSignal): Promise<Hop> {
  const { ips, time } = options
  // Those of version 4 first: many machines have no route for version 6.
  const [ip] = ips.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  if (ip === undefined) return { ...nowhere('dns_dead'), location: null }
  // One private address among public ones would be enough for whoever picks the moment.
  if (!ips.every(isPublicIp)) return { ...nowhere('refused_unsafe'), location: null }
  const etag = options.earlier?.etag
  const headers = { ...options.headers, ...(etag && { 'if-none-match': etag }) }
  const send = () => options.reach(url, ip, { headers, signal })
  const reached = await send()
  const waitMs = waitOf(reached)
  if (waitMs === null || waitMs >= time.left) return arrive(url, reached, options)
  await drain(reached)
  await options.sleep(waitMs, signal)
  return arrive(url, await send(), options)
}

/** How long an answer asks to wait before it is asked for again, or null. */
function waitOf({ status, headers }: Reached): number | null {
  const after = headers.get('retry-after') ?? ''
  return (status === 429 || status === 503) && /^\d{1,4}$/.test(after) ? Number(after) * 1000 : null
}

async function arrive(url: URL, reached: Reached, options: HopOptions): Promise<Hop> {
  const { status, headers } = reached
  const to = { ...nowhere('error'), status, headers, finalUrl: url.href, location: null }
  if (status === 304 && options.earlier) return { ...to, outcome: 'ok', confirmed: options.earlier }
  if (REDIRECTS.has(status)) {
    return { ...to, bytes: await drain(reached), location: headers.get('location') }
  }
  const outcome = outcomeOfStatus(status, options.expected)
  const isAlive = options.expected.alive?.includes(status) ?? false
  if (outcome !== null && !isAlive) return { ...to, outcome, bytes: await drain(reached) }
  const { bytes, sent } = await readCappedBody(reached, options.maxBytes)
  const final = outcome ?? outcomeOfBody(bytes, headers.get('content-type'))
  const body = final === 'ok' && parseJson(bytes) !== undefined ? bytes : null
  return { ...to, outcome: final, body, bytes: sent }
}

/** Reads a body for its end alone, where that is near; returns the bytes of it. */
async function drain(reached: Reached): Promise<number> {
  try {
    return (await readCappedBody(reached, MAX_UNREAD_BYTES)).sent
  } catch (error) {
    if (error instanceof OverCap) await pause(SETTLE_MS)
    return 0
  }
}
