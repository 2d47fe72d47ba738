import type { ArchivedResponse } from '../../archive/source_day.ts'
import { ProbeFailure, type ProbeRequest } from '../../probes/protocol.ts'
import { openCappedBody, readCappedBody } from './body.ts'
import { GuardStopped } from './hop.ts'
import { judgeUrl } from './judge.ts'
import { LOOKUP_PRIORITY, type Lookups } from './lookups.ts'
import { storeBody, storeJson } from './probe_body.ts'
import { toBodyFailure } from './probe_failure.ts'
import { chooseAddresses, type HopOptions, ProbeHop } from './probe_hop.ts'
import { buildProbeResponse, type Exchanged, FAILED } from './probe_record.ts'
import { readRedirect } from './probe_redirect.ts'
import { type BeginRequest, type HostSlot, takeSlot } from './probe_slot.ts'
import { type RelayedEvents, relayEvents } from './probe_stream.ts'
import { NotObservedError, type ReachedResponse } from './transport.ts'

/** Dependencies of an exchange. */
export interface ProbeExchangeOptions extends HopOptions {
  lookups: Lookups
  begin: BeginRequest
  userAgent: string
  /** Ends the exchange. */
  signal: AbortSignal
  /** Stores what came of it; of an event stream at its begin, and again at its end. */
  record(came: Exchanged): ArchivedResponse
}

const ENCODINGS = ['gzip', 'x-gzip']
const EVENT_STREAM = /^\s*text\/event-stream\b/i
/** Headers that a protocol may set. No cookie and no credential is among them. */
const ALLOWED_HEADERS = /^(accept|content-type|last-event-id|(mcp|a2a)-[a-z-]{1,40})$/
/** Headers of a session with one host, which no other gets. */
const SESSION_HEADERS = /^(last-event-id|mcp-session-id)$/
/** Ends an answer whose rest is not read. */
const UNREAD = new ProbeFailure('malformed')
/** Of the body of a redirect, so that its connection can be used again. */
const MAX_UNREAD_BYTES = 16_384

/** One request of a probe with its redirects, to an answer. */
export class ProbeExchange {
  readonly #options: ProbeExchangeOptions
  readonly #init: ProbeRequest
  #leftMs: number
  #spentMs = 0
  #came = FAILED

  constructor(init: ProbeRequest, options: ProbeExchangeOptions) {
    this.#init = init
    this.#options = options
    this.#leftMs = options.bounds.totalMs
  }

  /** Sends it. Throws ProbeFailure, NotObservedError for a failure of this machine, or the reason of its signal. */
  async run(address: string): Promise<Response> {
    const from = judgeUrl(address)
    try {
      if (from === null) throw new ProbeFailure('unsafe')
      let url = from
      for (let redirects = 0; ; redirects++) {
        const answer = await this.#hop(url, from, redirects)
        if (answer instanceof Response) return answer
        url = answer
      }
    } catch (error) {
      this.#options.record({ ...this.#came, failure: error })
      throw error
    }
  }

  /** Sends one request: returns its answer, or the address to which it redirects. */
  async #hop(url: URL, from: URL, redirects: number): Promise<Response | URL> {
    const { begin, signal } = this.#options
    const ips = await this.#lookUp(url, redirects === 0 ? LOOKUP_PRIORITY.visit : LOOKUP_PRIORITY.redirect)
    const slot = await takeSlot(begin, url, ips, signal)
    const hop = new ProbeHop(this.#options, this.#leftMs)
    const onAbort = () => hop.abort(signal.reason)
    signal.addEventListener('abort', onAbort)
    const close = (isRead: boolean) => {
      signal.removeEventListener('abort', onAbort)
      this.#close(hop, slot, isRead)
    }
    try {
      const reached = await hop.send(url, ips, this.#toRequest(url, from))
      const answer = await this.#read(url, reached, hop, redirects)
      if (answer !== 'stream') {
        close(true)
        return answer
      }
      return this.#relay(reached, hop, slot, close)
    } catch (error) {
      close(false)
      throw error
    }
  }

  async #read(url: URL, reached: ReachedResponse, hop: ProbeHop, redirects: number) {
    const { status, headers } = reached
    if (status < 200 || status > 599) throw new ProbeFailure('malformed')
    const firstByteMs = this.#spentMs + hop.elapsedMs
    this.#came = { ...FAILED, status, headers, finalUrl: url.href, firstByteMs }
    const redirect = readRedirect(this.#init.method, url, reached, redirects)
    if (redirect?.isFollowed) {
      await drain(reached, hop)
      return redirect.url
    }
    // Also where the request does not go there: whether it leads to a private address says what it is.
    if (redirect) await this.#lookUp(redirect.url, LOOKUP_PRIORITY.redirect)
    return EVENT_STREAM.test(headers.get('content-type') ?? '')
      ? 'stream'
      : this.#readWhole(url, reached, hop)
  }

  async #readWhole(url: URL, reached: ReachedResponse, hop: ProbeHop): Promise<Response> {
    const { bounds, record } = this.#options
    hop.limitBody(false)
    try {
      const { bytes, sent } = await hop.wait(readCappedBody(reached, bounds.maxBytes, ENCODINGS))
      const totalMs = this.#spentMs + hop.elapsedMs
      const body = storeBody(bytes, url.pathname)
      return buildProbeResponse(record({ ...this.#came, sent, body, totalMs }), body)
    } catch (error) {
      throw hop.signal.aborted ? error : toBodyFailure(error)
    }
  }

  /** Relays an event stream. It holds its host until the first event alone: what answers it may be another request. */
  #relay(
    reached: ReachedResponse,
    hop: ProbeHop,
    slot: HostSlot,
    close: (isRead: boolean) => void,
  ): Response {
    const { bounds, record } = this.#options
    hop.limitBody(true)
    const body = openStream(reached, bounds.maxBytes)
    const relayed: RelayedEvents = { messages: [], endpoint: null }
    const toExchanged = (): Exchanged => {
      const stored = { ...storeJson(relayed.messages), form: 'events' as const }
      const totalMs = this.#spentMs + hop.elapsedMs
      return { ...this.#came, sent: body.sent(), body: stored, endpoint: relayed.endpoint, totalMs }
    }
    const source = {
      chunks: body.chunks,
      signal: hop.signal,
      wait: hop.wait.bind(hop),
      onEvent: () => slot.release(),
      onEnd: (reason: unknown) => {
        // A stream that its caller ends has not failed.
        const hasFailed = reason instanceof ProbeFailure || reason instanceof NotObservedError
        record({ ...toExchanged(), ...(hasFailed && { failure: reason }) })
        close(false)
      },
    }
    return buildProbeResponse(record(toExchanged()), relayEvents(source, relayed))
  }

  async #lookUp(url: URL, priority: number): Promise<string[]> {
    const { lookups, signal } = this.#options
    try {
      const ips = await lookups.take(url, priority, () => signal.throwIfAborted())
      if (!(ips instanceof Error)) return chooseAddresses(ips)
      throw new ProbeFailure('dns', { cause: ips })
    } catch (error) {
      throw error instanceof GuardStopped ? signal.reason : error
    }
  }

  #toRequest(url: URL, from: URL) {
    const { method, headers = {}, body } = this.#init
    const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
    const allowed = given.filter(
      ([name]) => ALLOWED_HEADERS.test(name) && (url.origin === from.origin || !SESSION_HEADERS.test(name)),
    )
    return {
      method,
      headers: {
        accept: '*/*',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(allowed),
        'accept-encoding': 'gzip',
        'user-agent': this.#options.userAgent,
      },
      ...(body !== undefined && { body }),
    }
  }

  #close(hop: ProbeHop, slot: HostSlot, isRead: boolean): void {
    this.#spentMs += hop.elapsedMs
    this.#leftMs = hop.stop()
    if (!isRead) hop.abort(UNREAD)
    slot.release(hop.signal.aborted)
  }
}

/** Reads a short body to its end without using it, and ends one that is longer or broken. */
async function drain(reached: ReachedResponse, hop: ProbeHop): Promise<void> {
  try {
    await hop.wait(readCappedBody(reached, MAX_UNREAD_BYTES, ENCODINGS))
  } catch {
    // Not for what ended this request: a time-out, or its caller.
    hop.signal.throwIfAborted()
    hop.abort(UNREAD)
  }
}

function openStream(reached: ReachedResponse, maxBytes: number) {
  try {
    return openCappedBody(reached, maxBytes, ENCODINGS)
  } catch (error) {
    throw toBodyFailure(error)
  }
}
