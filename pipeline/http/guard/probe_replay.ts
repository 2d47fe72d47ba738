import { UpstreamDown } from '../../../core/domain/errors.ts'
import { requestKey } from '../../archive/day_file.ts'
import type { ArchivedResponse, SourceDay } from '../../archive/source_day.ts'
import type { ProbeFetch } from '../../probes/protocol.ts'
import { sanitizeText } from '../answer.ts'
import { readStoredJson, tryParseJson } from './probe_body.ts'
import type { ProbeSession, ProbeSessions } from './probe_fetch.ts'
import { buildProbeResponse, ENDPOINT, RequestCounter, readArchived, toFailure } from './probe_record.ts'
import { encodeEndpoint, encodeMessage } from './probe_stream.ts'
import type { Bodies } from './record.ts'

/** Answers the requests of probes from the record of a day: the same exchanges, and no others. */
export function replayProbes(
  day: Pick<SourceDay, 'date' | 'responses'>,
  archive: Pick<Bodies, 'readBody'>,
): ProbeSessions {
  const recorded = new Map(day.responses.map((response) => [requestKey(response), response]))
  return {
    open: (target) => openReplay(target, day.date, recorded, archive),
    close() {},
  }
}

function openReplay(
  target: string,
  date: string,
  recorded: Map<string, ArchivedResponse>,
  archive: Pick<Bodies, 'readBody'>,
): ProbeSession {
  const counter = new RequestCounter(target)
  const used: ArchivedResponse[] = []
  const posts = new PostedIds()
  const fetch: ProbeFetch = async (url, init) => {
    const sent = counter.identify(url, init)
    const response = recorded.get(requestKey(sent))
    const repair = `the archive of ${date} does not hold it: run that date with --refetch`
    if (!response) throw new UpstreamDown(sanitizeText(url), repair)
    used.push(response)
    posts.add(sent.url, init.body)
    const failure = toFailure(response)
    if (failure && response.form !== 'events') throw failure
    const body = readArchived(archive, response)
    if (response.form !== 'events') return buildProbeResponse(response, body)
    return buildProbeResponse(
      response,
      replayEvents(response, readStoredJson(body.bytes, body.order) as unknown[], posts),
    )
  }
  return { fetch, refuse: (_url, _init, failure) => failure, close: () => used }
}

/** Replays an event stream, each message no sooner than the request that it answers. */
function replayEvents(
  response: ArchivedResponse,
  messages: unknown[],
  posts: PostedIds,
): ReadableStream<Uint8Array> {
  const { [ENDPOINT]: endpoint } = response.headers ?? {}
  async function* frames() {
    if (endpoint !== undefined) yield encodeEndpoint(endpoint)
    const to = URL.parse(endpoint ?? '', response.final_url ?? response.url)?.href
    for (const message of messages) {
      if (endpoint !== undefined && to !== undefined) await posts.wait(to, message)
      yield encodeMessage(message)
    }
    const failure = toFailure(response)
    if (failure) throw failure
  }
  const sent = frames()
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await sent.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

/** The ids of the JSON-RPC requests that were posted to each address. */
class PostedIds {
  readonly #ids = new Set<string>()
  readonly #waiting = new Map<string, () => void>()

  add(url: string, body: string | undefined): void {
    const posted = body === undefined ? null : tryParseJson(body)
    for (const request of [posted].flat()) {
      const key = toKey(url, request)
      this.#ids.add(key)
      this.#waiting.get(key)?.()
    }
  }

  /** Waits until the request that a message answers was posted; not for one that answers none. */
  async wait(url: string, message: unknown): Promise<void> {
    const key = toKey(url, message)
    const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown }
    if (id === undefined || id === null || method !== undefined || this.#ids.has(key)) return
    await new Promise<void>((resolve) => this.#waiting.set(key, resolve))
  }
}

const toKey = (url: string, message: unknown): string =>
  `${url} ${JSON.stringify((message as { id?: unknown } | null)?.id)}`
