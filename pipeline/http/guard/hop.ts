import { setTimeout as pause } from 'node:timers/promises'
import type { ArchivedResponse } from '../../archive/source_day.ts'
import type { VisitOptions } from '../guarded.ts'
import { OverCap, readCappedBody } from './body.ts'
import { isPublicIp } from './judge.ts'
import { classifyBody, classifyError, classifyStatus, isLocalError, parseBodyJson } from './outcome.ts'
import type { ProcessTimeBudget } from './process_time_budget.ts'
import { failedVisit, type VisitResult } from './record.ts'
import { NotObservedError, type Reach, type ReachedResponse } from './transport.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
// Maximum read of a body without use, so that its connection can be used again.
const MAX_UNREAD_BYTES = 16_384
// A host has to see an aborted request before the next one, or it counts two requests at once.
const SETTLE_MS = 50

/** The guard is closed, which ends a hop. */
export class GuardStopped extends Error {}

/** Dependencies and limits of one hop of a visit. */
export interface HopOptions {
  /** The addresses that the host's name resolves to. */
  ips: string[]
  reach: Reach
  headers: Record<string, string>
  maxBytes: number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The remaining time of the visit. */
  time: ProcessTimeBudget
  stop: AbortSignal
  /** An earlier answer of this address, for revalidation. */
  earlier: ArchivedResponse | null
  expected: VisitOptions
}

/** The result of a hop, with the address of its redirect. */
export type Hop = VisitResult & { location: string | null }

/**
 * Judges the IP addresses of the host of a judged URL, and sends one request (two when it names a short wait). Throws
 * GuardStopped, and NotObservedError for a failure of this machine: any other failure is an outcome.
 */
export async function runHop(url: URL, options: HopOptions): Promise<Hop> {
  const controller = new AbortController()
  const { signal } = controller
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  const stop = () => controller.abort(new GuardStopped('the guard is closed'))
  const late = new DOMException('no whole answer in time', 'TimeoutError')
  const rest = options.time.run(() => controller.abort(late))
  options.stop.addEventListener('abort', stop)
  try {
    return await Promise.race([requestHop(url, options, signal), aborted])
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error
    if (reason instanceof GuardStopped) throw reason
    if (isLocalError(reason)) throw new NotObservedError('this machine could not connect', { cause: reason })
    if (reason === late || reason instanceof OverCap) await pause(SETTLE_MS)
    return { ...failedVisit(classifyError(reason)), location: null }
  } finally {
    rest()
    options.stop.removeEventListener('abort', stop)
    // Ends an answer whose rest is not read; one read to its end is not affected.
    controller.abort(late)
  }
}

async function requestHop(url: URL, options: HopOptions, signal: AbortSignal): Promise<Hop> {
  const { ips, time } = options
  // Those of version 4 first: many machines have no route for version 6.
  const [ip] = ips.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  if (ip === undefined) return { ...failedVisit('dns_dead'), location: null }
  // One private address among public ones would suffice for an attacker who picks the moment.
  if (!ips.every(isPublicIp)) return { ...failedVisit('refused_unsafe'), location: null }
  const etag = options.earlier?.etag
  const headers = { ...options.headers, ...(etag && { 'if-none-match': etag }) }
  const send = () => options.reach(url, ip, { headers, signal })
  const reached = await send()
  const waitMs = parseRetryAfter(reached)
  if (waitMs === null || waitMs >= time.left) return readReached(url, reached, options)
  await drain(reached)
  await options.sleep(waitMs, signal)
  return readReached(url, await send(), options)
}

/** Returns the wait in milliseconds that an answer requests before a retry, or null. */
function parseRetryAfter({ status, headers }: ReachedResponse): number | null {
  const after = headers.get('retry-after') ?? ''
  return (status === 429 || status === 503) && /^\d{1,4}$/.test(after) ? Number(after) * 1000 : null
}

async function readReached(url: URL, reached: ReachedResponse, options: HopOptions): Promise<Hop> {
  const { status, headers } = reached
  const to = { ...failedVisit('error'), status, headers, finalUrl: url.href, location: null }
  if (status === 304 && options.earlier) return { ...to, outcome: 'ok', confirmed: options.earlier }
  if (REDIRECTS.has(status)) {
    return { ...to, bytes: await drain(reached), location: headers.get('location') }
  }
  const outcome = classifyStatus(status, options.expected)
  const isAlive = options.expected.alive?.includes(status) ?? false
  if (outcome !== null && !isAlive) return { ...to, outcome, bytes: await drain(reached) }
  const { bytes, sent } = await readCappedBody(reached, options.maxBytes)
  const final = outcome ?? classifyBody(bytes, headers.get('content-type'))
  const body = final === 'ok' && parseBodyJson(bytes) !== undefined ? bytes : null
  return { ...to, outcome: final, body, bytes: sent }
}

/** Reads a short body to its end without using it; returns the number of its bytes. */
async function drain(reached: ReachedResponse): Promise<number> {
  try {
    return (await readCappedBody(reached, MAX_UNREAD_BYTES)).sent
  } catch (error) {
    if (error instanceof OverCap) await pause(SETTLE_MS)
    return 0
  }
}
