import { hashHex } from '../archive/archive.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { parseJsonOrNull } from '../chain/values.ts'
import type { Bodies } from '../http/guard/record.ts'
import type { Http } from '../http/http.ts'
import { replayHttp } from '../http/replay.ts'
import type { Coverage, Source } from '../source/source.ts'
import { type FirstFetch, type RowsRead, readRows } from './first_fetch.ts'
import type { Examined } from './tools.ts'

/** Maximum number of items of a recorded answer, where the source can do without the rest. */
const MAX_ITEMS = 3
const PLACEHOLDER = 'recorded'

/** A request and its reply, as the contract tests of sources take them. */
export interface RecordedReply {
  url: string
  request?: unknown
  status?: number
  headers?: Record<string, string>
  lines?: true
  /** The field that lists the items; '' when the body is the items itself. */
  items?: string
  body: unknown
}

/** A real fetch of one source, cut to a few items, in the form of `test/sources/recordings`. */
export interface SourceRecording extends FirstFetch {
  note: string
  replies: RecordedReply[]
  expected: { coverage: Coverage; rows: Record<string, unknown>[] }
}

/** Records the answers of a source, with the rows that it reads from them; null where it reads none from them. */
export async function recordSource(
  source: Source,
  given: FirstFetch,
  { http, bodies }: Pick<Examined, 'http' | 'bodies'>,
): Promise<SourceRecording | null> {
  const whole = http.responses().map((response) => toRecordedReply(response, bodies))
  const small = { ...given, catalog: EMPTY, known: {} }
  const tries = [whole.map(cutReply), whole]
    .map((replies) => replies.map((reply) => shortenReply(source, reply)))
    .flatMap((replies) => [
      { replies, input: small },
      { replies, input: given },
    ])
  for (const { replies, input } of tries) {
    const read = await readRows(source, input, replayReplies(given.day, replies))
    const recording = toRecording(input, replies, read)
    if (recording !== null) return recording
  }
  return null
}

const EMPTY: Catalog = { families: [], developers: [], facilitators: [], chains: [] }

const shortenReply = ({ probe }: Source, reply: RecordedReply): RecordedReply =>
  probe?.cut ? { ...reply, body: probe.cut(reply.body) } : reply

/** Returns the recording of replies, and of what was read from them; null where nothing was. */
export function toRecording(
  given: FirstFetch,
  replies: RecordedReply[],
  { observations, coverage }: RowsRead,
): SourceRecording | null {
  if (observations.length === 0 || coverage === null) return null
  const set = Object.entries(given.env).filter(([, value]) => value !== undefined)
  return {
    note: `Recorded by npm run doctor on ${given.day}.`,
    ...given,
    env: Object.fromEntries(set.map(([name]) => [name, PLACEHOLDER])),
    replies,
    expected: { coverage, rows: observations.map(({ row }) => row) },
  }
}

/** Converts an archived answer to the reply of a recording. */
export function toRecordedReply(response: ArchivedResponse, bodies: Bodies): RecordedReply {
  const { url, request, status, link } = response
  const body = bodies.readBody(response.sha256)
  const sent = request === null ? null : bodies.readBody(request)
  return {
    url,
    ...(sent !== null && { request: parseJsonOrNull(sent) ?? sent.toString() }),
    ...(status !== 200 && { status }),
    ...(link !== null && { headers: { link } }),
    body: parseJsonOrNull(body) ?? body.toString(),
  }
}

/** Cuts the largest list of a body, or the body itself. */
function cutReply(reply: RecordedReply): RecordedReply {
  const { body } = reply
  if (Array.isArray(body)) return { ...reply, items: '', body: body.slice(0, MAX_ITEMS) }
  if (typeof body !== 'object' || body === null) return reply
  const [longest] = Object.entries(body).sort((a, b) => countItems(b[1]) - countItems(a[1]))
  if (longest === undefined || countItems(longest[1]) <= 1) return { ...reply, items: '' }
  return { ...reply, items: longest[0], body: { ...body, [longest[0]]: cutItems(longest[1]) } }
}

const countItems = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length : 0

const cutItems = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.slice(0, MAX_ITEMS)
    : Object.fromEntries(Object.entries(value as object).slice(0, MAX_ITEMS))

/** An Http that answers with recorded replies, and with nothing else. */
export function replayReplies(day: string, replies: RecordedReply[]): Http {
  const bodies = new Map<string, Buffer>()
  const store = (value: unknown, isLines = false): string => {
    const body = isLines && Array.isArray(value) ? joinLines(value) : encode(value)
    bodies.set(hashHex(body), body)
    return hashHex(body)
  }
  const responses = replies.map(
    (reply): ArchivedResponse => ({
      ...{ method: reply.request === undefined ? 'GET' : 'POST', url: reply.url },
      request: reply.request === undefined ? null : store(reply.request),
      ...{
        status: reply.status ?? 200,
        sha256: store(reply.body, reply.lines),
        bytes: 0,
        etag: null,
        content_type: null,
      },
      ...{ link: reply.headers?.link ?? null, retrieved_at: new Date(0).toISOString() },
    }),
  )
  return replayHttp({ date: day, responses }, { readBody: (hash) => bodies.get(hash) ?? Buffer.alloc(0) })
}

const encode = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

const joinLines = (lines: unknown[]): Buffer =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
