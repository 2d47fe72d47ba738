import type { ArchivedResponse } from '../../archive/source_day.ts'
import { judgeUrl } from '../../http/guard/judge.ts'
import type { ProbeClock } from '../../http/guard/probe_clock.ts'
import { toConnectFailure } from '../../http/guard/probe_failure.ts'
import { PROBE_BOUNDS } from '../../http/guard/probe_fetch.ts'
import { chooseAddresses } from '../../http/guard/probe_hop.ts'
import { archiveExchange, type Exchanged, FAILED } from '../../http/guard/probe_record.ts'
import { readRedirect } from '../../http/guard/probe_redirect.ts'
import { type BeginRequest, takeSlot } from '../../http/guard/probe_slot.ts'
import type { Bodies } from '../../http/guard/record.ts'
import type { ReachedResponse, ReachRequest } from '../../http/guard/transport.ts'
import type { SecondPath } from '../../http/second_path.ts'
import { ProbeFailure } from '../protocol.ts'
import { readBounded } from './body.ts'
import { countControl, toControlAnswer } from './record.ts'
import type { ControlAnswer, ControlRequest, ControlSession, ControlSessions } from './session.ts'

/** Dependencies of the client of the control arm. */
export interface ControlClientOptions {
  path: SecondPath
  archive: Bodies
  /** Time of the records. */
  now: () => number
  clock: ProbeClock
  /** The pace: waits for the turn of each request. */
  begin: BeginRequest
  userAgent: string
}

const MAX_HEADER_BYTES = 65_536

/**
 * Creates the client of the control arm: it shares with the guard of probes the rules of what may be requested, the
 * bounds and the form of the record, and nothing by which it connects, reads or judges.
 */
export const createControlClient = (options: ControlClientOptions): ControlSessions => ({
  open: (target) => new ControlClient(target, options),
})

class ControlClient implements ControlSession {
  readonly #options: ControlClientOptions
  readonly #counter
  readonly #responses: ArchivedResponse[] = []

  constructor(target: string, options: ControlClientOptions) {
    this.#options = options
    this.#counter = countControl(target)
  }

  async ask(url: string, request: ControlRequest): Promise<ControlAnswer> {
    const { archive, now } = this.#options
    const sent = this.#counter.identify(url, request)
    if (request.body !== undefined) archive.writeBody(Buffer.from(request.body))
    const record = (came: Exchanged) => {
      const response = archiveExchange(archive, sent, came, now())
      this.#responses.push(response)
      return response
    }
    try {
      const came = await this.#follow(url, request)
      return toControlAnswer(record(came), came.body.bytes)
    } catch (failure) {
      record({ ...FAILED, failure })
      throw failure
    }
  }

  close(): ArchivedResponse[] {
    return this.#responses
  }

  async #follow(address: string, request: ControlRequest): Promise<Exchanged> {
    const stop = new AbortController()
    const end = this.#options.clock.limit(PROBE_BOUNDS.totalMs, () => stop.abort(new ProbeFailure('timeout')))
    try {
      let url = judgeUrl(address)
      for (let redirects = 0; ; redirects++) {
        if (url === null) throw new ProbeFailure('unsafe')
        const came = await this.#hop(url, request, redirects, stop.signal)
        if (!(came instanceof URL)) return came
        url = came
      }
    } finally {
      end()
    }
  }

  /** Sends one request: returns what came of it, or the address to which it redirects. */
  async #hop(
    url: URL,
    request: ControlRequest,
    redirects: number,
    signal: AbortSignal,
  ): Promise<Exchanged | URL> {
    const { path, begin } = this.#options
    const ips = chooseAddresses(await path.resolve(url.hostname).catch(toLookupFailure))
    const slot = await takeSlot(begin, url, ips, signal)
    const own = new AbortController()
    const ended = AbortSignal.any([signal, own.signal])
    const onLate = () => own.abort(new ProbeFailure('timeout'))
    const stop = this.#options.clock.limit(PROBE_BOUNDS.firstByteMs, onLate)
    try {
      const reached = await path.reach(url, ips, this.#toSent(request, ended))
      stop()
      return await readAnswer(url, reached, request, redirects)
    } catch (error) {
      throw ended.aborted ? ended.reason : toConnectFailure(error)
    } finally {
      stop()
      own.abort()
      slot.release(true)
    }
  }

  #toSent({ method, headers, body }: ControlRequest, signal: AbortSignal): ReachRequest {
    return {
      ...{ method, signal, maxHeaderBytes: MAX_HEADER_BYTES },
      headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': this.#options.userAgent },
      ...(body !== undefined && { body }),
    }
  }
}

/** Reads an answer, or returns the address to which it redirects. */
async function readAnswer(
  url: URL,
  reached: ReachedResponse,
  { method, isEnough }: ControlRequest,
  redirects: number,
): Promise<Exchanged | URL> {
  const redirect = readRedirect(method, url, reached, redirects)
  if (redirect?.isFollowed) return redirect.url
  const { bytes, sent } = await readBounded(reached, isEnough)
  const { status, headers } = reached
  return { ...FAILED, status, headers, finalUrl: url.href, sent, body: { bytes, order: null } }
}

function toLookupFailure(error: unknown): never {
  throw toConnectFailure(error)
}
