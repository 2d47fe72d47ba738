import { setTimeout as wait } from 'node:timers/promises'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { hashHex } from '../../pipeline/archive/archive.ts'
import type { ArchivedResponse } from '../../pipeline/archive/source_day.ts'
import {
  asBytes,
  describeRequest,
  isAnswer,
  type ReadBody,
  readJsonBody,
  toAnswer,
  WrongBody,
} from '../../pipeline/http/answer.ts'
import { TransientError, toStatusError } from '../../pipeline/http/failure.ts'
import { createGuard, type RecordingGuard } from '../../pipeline/http/guard/guard.ts'
import type { Bodies } from '../../pipeline/http/guard/record.ts'
import { createReach } from '../../pipeline/http/guard/transport.ts'
import type { Http, RequestOptions } from '../../pipeline/http/http.ts'
import { pathThrough } from '../../pipeline/http/second_path.ts'
import { resolveWithoutDns, type Upstreams } from '../../pipeline/http/upstreams.ts'
import { JobProber } from '../../pipeline/ingest/jobs/job_prober.ts'

/** An upstream's reply; a body of text or bytes is sent as it is, anything else as JSON. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
  /** The body is a list, and each of its items is sent as a line of JSON. */
  lines?: true
}

/** One request of a recording and its reply. */
export interface RecordedReply extends Reply {
  url: string
  /** The body of a POST, as JSON or as text. */
  request?: unknown
}

/** Lines of JSON as a body has them. */
const linesBody = (items: unknown[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('')

/** The bytes of a reply's body. */
export function encodeBody({ body, lines }: Reply): Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body)
  if (lines && Array.isArray(body)) return Buffer.from(linesBody(body))
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** An Http that a function answers, through the parsing and the errors of the real one, with no waiting. */
export function fakeHttp(
  respond: (url: string, options: RequestOptions) => Reply | undefined,
  latency: (request: number) => number = () => 0,
): Http & { asked: string[] } {
  const asked: string[] = []
  const left = new Map<string, number>()
  const answer = async <T>(url: string, options: RequestOptions, read: ReadBody<T>) => {
    const delay = latency(asked.push(url))
    if (delay > 0) await wait(delay)
    const reply = respond(url, options)
    if (!reply) throw new UpstreamDown(url, 'the recording does not hold this address')
    const { status = 200 } = reply
    const headers = new Headers(reply.headers)
    const remaining = headers.get('x-ratelimit-remaining')
    if (remaining !== null) left.set(new URL(url).host, Number(remaining))
    if (!isAnswer(status, options.accept)) throw translate(url, toStatusError(url, status, headers, 0))
    try {
      return toAnswer(archived(url, status, reply, options), encodeBody(reply), read, options.check)
    } catch (error) {
      throw error instanceof WrongBody ? new UpstreamChanged(url, error.message) : error
    }
  }
  const http: Http & { asked: string[] } = {
    asked,
    limited: () => http,
    json: (url, schema, options = {}) => answer(url, options, readJsonBody(schema)),
    bytes: (url, options = {}) => answer(url, options, asBytes),
    remaining: (url) => left.get(new URL(url).host) ?? null,
  }
  return http
}

/** The real guard, before hosts that a function answers for; an address that it has no reply to is 404. */
export function fakeGuarded(
  respond: (url: string) => Reply | undefined,
  latency: (request: number) => number = () => 0,
  archive: Bodies = memory(),
  maxVisits = 10_000,
): RecordingGuard & { asked: string[] } {
  const asked: string[] = []
  const guard = createGuard({
    resolve: resolveWithoutDns,
    async reach(url) {
      const delay = latency(asked.push(url.href))
      if (delay > 0) await wait(delay)
      const reply = respond(url.href) ?? { status: 404, body: 'the recording does not hold this address' }
      return new Response(encodeBody(reply), { status: reply.status ?? 200, headers: reply.headers ?? {} })
    },
    archive,
    earlier: () => [],
    now: () => 0,
    sleep: async () => {},
    userAgent: 'test',
    maxVisits,
  })
  return Object.assign(guard, { asked })
}

/** The prober without its second client, which waits for hosts. */
class SingleProber extends JobProber {
  override async askAgain(): Promise<[]> {
    return []
  }
}

/** The real prober, before hosts that a function answers for; an address that it has no reply to is 404. */
export function fakeProber(
  respond: (url: string) => Reply | undefined,
  latency: (request: number) => number = () => 0,
  archive: Bodies = memory(),
): JobProber {
  let requests = 0
  const fetch: Upstreams['fetch'] = async (input) => {
    const delay = latency(++requests)
    if (delay > 0) await wait(delay)
    const reply = respond(String(input)) ?? { status: 404, body: 'the recording does not hold this address' }
    return new Response(encodeBody(reply), { status: reply.status ?? 200, headers: reply.headers ?? {} })
  }
  const reach = createReach(fetch)
  const secondPath = pathThrough({ resolve: resolveWithoutDns, reach })
  const universe: Upstreams = {
    ...{ world: 'sample', fetch, resolve: resolveWithoutDns, reach, now: () => 0 },
    ...{ catalog: { families: [], developers: [], facilitators: [], chains: [] }, perSecond: 1 },
    ...{ limitsClock: null, sleep: async () => {}, secondPath },
  }
  return new SingleProber({ universe, archive, maxMs: 2_700_000, monotonic: () => 0 })
}

/** Bodies in memory, for one test. */
function memory(): Bodies {
  const bodies = new Map<string, Buffer>()
  return {
    hasBody: (hash) => bodies.has(hash),
    readBody: (hash) => bodies.get(hash) ?? Buffer.alloc(0),
    writeBody(bytes) {
      bodies.set(hashHex(bytes), Buffer.from(bytes))
      return hashHex(bytes)
    },
  }
}

/** Finds the recorded reply to a request. */
export const findReply =
  (replies: RecordedReply[]) =>
  (url: string, { body, text }: RequestOptions): Reply | undefined =>
    replies.find(
      (reply) => reply.url === url && JSON.stringify(reply.request) === JSON.stringify(text ?? body),
    )

const translate = (url: string, error: Error) =>
  error instanceof TransientError ? new error.Final(url, error.message) : error

function archived(url: string, status: number, reply: Reply, options: RequestOptions): ArchivedResponse {
  const body = encodeBody(reply)
  const { method, request } = describeRequest(url, options)
  const sent = { etag: null, content_type: null, link: new Headers(reply.headers).get('link') }
  const retrieved_at = '2026-01-01T00:00:00.000Z'
  return { method, url, request, status, sha256: hashHex(body), bytes: body.length, ...sent, retrieved_at }
}
