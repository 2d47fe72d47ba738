import { DAY_MS } from '../../core/domain/dates.ts'
import { createHandler } from '../handler/handler.ts'
import { AnswerCache } from './cache/answer_cache.ts'
import { KeyAnswers } from './cache/key_answers.ts'
import { readServiceConfig, type ServiceConfig } from './config.ts'
import { Compression } from './http/compression.ts'
import { listen } from './http/listener.ts'
import { nodeHandler } from './http/node_handler.ts'
import { createHealth } from './observe/health.ts'
import { createLog, type Log } from './observe/log.ts'
import { createMetrics } from './observe/metrics.ts'
import { type Follower, followRelease } from './release/follow_release.ts'
import type { Guard } from './release/known_log/log_guard.ts'
import { openLogGuard } from './release/known_log/open_guard.ts'
import { ReadQueue } from './release/read_queue.ts'
import { repeatEvery } from './repeat_every.ts'
import { openState, type State } from './state.ts'

/** Options of a server. */
export interface ServerOptions {
  output: string
  host: string
  /** 0 takes a free one. */
  port: number
  /** Prefix of published links; if it is https, browsers are told to stay with it. */
  baseUrl?: string
  /** Default: that of an empty environment. */
  config?: ServiceConfig
  /** Default: JSON lines on standard error. */
  log?: Log
  /** A monotonic clock in milliseconds for durations; default: the machine's. */
  elapsed?: () => number
  /** Brings new releases to a folder, which is then served in place of the output folder. */
  mirror?: { folder: string; follow(): Promise<unknown>; stop(): void }
  /** Guard of the index's log; default: that of the configuration. It is closed with the server. */
  guard?: Guard
  /** Opens the state and payments. */
  open?: typeof openState
}

/** A server that listens. */
export interface RunningServer {
  url: string
  /**
   * Accepts no new call, lets those in flight finish, and settles when all connections and the store are closed: after
   * some three seconds at most, or MAX_CLOSE_MS while paid calls are in flight.
   */
  close(): Promise<void>
}

/** Shutdown waits this long for paid calls in flight. */
const MAX_DRAIN_MS = 60_000

/** Pause between two reads of a bucket's pointer. */
const MIRROR_PAUSE_MS = 10_000

/** Maximum milliseconds of a shutdown. */
export const MAX_CLOSE_MS = MAX_DRAIN_MS + 10_000

/**
 * Serves the releases of an output folder over HTTP/1.1; rejects with the system's error if it cannot listen, and with
 * one that says what to do if its state cannot be opened.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { output, host, port, config = readServiceConfig({}, output), open = openState } = options
  const { elapsed = () => performance.now(), mirror } = options
  const log = options.log ?? createLog({ level: config.logLevel, secrets: config.secrets })
  const guard = options.guard ?? openLogGuard(config, options.baseUrl ?? '', log)
  const reads = new ReadQueue()
  // A mirror only has releases that were admitted when they were fetched.
  const follower = followRelease({
    ...{ output: mirror?.folder ?? output, now: elapsed, log: log.fault, reads },
    ...(mirror === undefined && { admission: guard }),
  })
  const metrics = createMetrics({
    release: () => follower.current(),
    ledger: () => state.counts(),
    now: Date.now,
    resourceGauges: () => ({ listener, cache, reads, follower, state, log, guard }),
  })
  const state = await open({ config, log, paid: metrics.paid, guard }).catch(async (error) => {
    await guard.close()
    throw error
  })
  let isStopping = false
  const health = createHealth({
    isStopping: () => isStopping,
    hasRelease: async () => (await follower.current()) !== null,
    refusal: () => guard.refusal,
    pingStore: state.ping,
    metrics,
  })
  const cache = new AnswerCache(() => answerVersion(follower))
  const keyAnswers = new KeyAnswers({ cache, isKnownKey: state.isKnownKey, onOutcome: metrics.paid })
  const answer = nodeHandler({
    handler: createHandler({
      ...{ current: follower.current, now: () => new Date(), log: log.fault, stateful: state.stateful },
    }),
    compression: new Compression(),
    ...{ cache, keyAnswers, health, metrics, log, trustedProxies: config.trustedProxies },
    headers: securityHeaders(options.baseUrl),
    isStopping: () => isStopping,
  })
  const listener = await listen(answer, { host, port, isBehindProxy: config.trustedProxies > 0 }).catch(
    async (error) => {
      await state.close()
      await guard.close()
      throw error
    },
  )
  const endMirror =
    mirror &&
    repeatEvery(
      MIRROR_PAUSE_MS,
      () => mirror.follow(),
      (error) => isStopping || log.fault(error),
    )
  let closed: Promise<void> | null = null
  const close = () => {
    isStopping = true
    mirror?.stop()
    // Not awaited: a bucket that does not answer must not hold up the end.
    void endMirror?.()
    closed ??= listener
      .stop(waitUntilDrained(state, log))
      .then(state.close)
      .then(() => guard.close())
    return closed
  }
  return { url: listener.url, close }
}

/** Settles when all calls at the stateful handler are answered, or when one exceeds the maximum time. */
async function waitUntilDrained({ stateful }: State, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.note('stopping though a paid call is not answered: the ledger knows of it')
      resolve()
    }, MAX_DRAIN_MS)
  })
  await Promise.race([stateful.close(), late])
  clearTimeout(timer)
}

/** Returns the state that answers depend on: the release and the day. */
const answerVersion = (follower: Follower): string =>
  `${follower.version()} ${Math.floor(Date.now() / DAY_MS)}`

function securityHeaders(baseUrl = ''): Record<string, string> {
  return baseUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}
}
