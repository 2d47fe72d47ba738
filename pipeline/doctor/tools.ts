import { hashHex } from '../archive/archive.ts'
import { createHttp, type RecordingHttp } from '../http/client.ts'
import type { Bodies } from '../http/guard/record.ts'
import { scaleHostLimits } from '../http/host_limits.ts'
import { type HostLimits, HostQueues } from '../http/host_queue.ts'
import type { Upstreams } from '../http/upstreams.ts'
import { ClockCheck } from '../ingest/clock_check.ts'
import type { FetchContext } from '../source/source.ts'
import { Watch } from './watch.ts'

/** Maximum number of requests to an address or a dataset, retries included. */
export const MAX_REQUESTS = 3
const USER_AGENT = 'Assay/1.0 (+https://github.com/assay-index/assay)'

/** The tools that all examinations share. */
export interface DoctorTools {
  universe: Upstreams
  /** The logical date that the queries are of. */
  day: string
  env: FetchContext['env']
  queues: HostQueues
  clock: ClockCheck
  /** Time of `performance.now()` from which on nothing is asked. */
  stopAt: number
  /** Spreads retries. */
  random: () => number
}

/** One subject's way to the network, with what was sent on it, and the bodies of the answers. */
export interface Examined {
  http: RecordingHttp
  watch: Watch
  bodies: Bodies
}

/** Creates the tools of a run, at the pace of its hosts. */
export function createTools(
  given: Pick<DoctorTools, 'universe' | 'day' | 'env' | 'stopAt' | 'random'>,
): DoctorTools {
  const { universe } = given
  return { ...given, queues: new HostQueues(limitHosts(universe), universe.sleep), clock: new ClockCheck() }
}

/** Opens the way of one subject. `answers`: number of answers of a host that are enough. */
export function openSubject(tools: DoctorTools, answers: number): Examined {
  const { universe, queues, clock, random } = tools
  const { fetch, now, sleep, world } = universe
  const watch = new Watch(fetch, { maxRequests: MAX_REQUESTS, answers })
  const bodies = rememberedBodies()
  const http = createHttp({
    ...{ fetch: watch.fetch, archive: bodies, previous: null, now, sleep, queues },
    ...{ random, userAgent: USER_AGENT, onFailure: watch.onFailure },
    // Whole seconds, as messages have them.
    budgetMs: 1000 * Math.max(0, Math.floor((tools.stopAt - performance.now()) / 1000)),
    // A replay's clock is at another day than its server's.
    onAnswer: (host, headers) => world === 'live' && clock.note(host, headers, now()),
  })
  return { http, watch, bodies }
}

/** One request at a time, so that the last answer is known before the next request. */
function limitHosts({ perSecond, limitsClock }: Upstreams): Record<string, Partial<HostLimits>> {
  const limits = limitsClock === null ? {} : scaleHostLimits(limitsClock)
  const paced = Object.entries(limits).map(([host, limit]) => [host, { ...limit, concurrency: 1 }])
  const portal = { concurrency: 2, ...limits[PORTAL_HOST] }
  return { '*': { perSecond, concurrency: 1 }, ...Object.fromEntries(paced), [PORTAL_HOST]: portal }
}

/** Its datasets are addresses of their own. */
const PORTAL_HOST = 'portal.sqd.dev'

/** Bodies in memory: the doctor writes no file but recordings. */
function rememberedBodies(): Bodies {
  const bodies = new Map<string, Buffer>()
  return {
    hasBody: (hash) => bodies.has(hash),
    readBody: (hash) => bodies.get(hash) ?? Buffer.alloc(0),
    writeBody(bytes) {
      const hash = hashHex(bytes)
      bodies.set(hash, Buffer.from(bytes))
      return hash
    },
  }
}
