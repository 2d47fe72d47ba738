import { onTestFinished } from 'vitest'
import { formatDay, parseDay } from '../../pipeline/archive/day_file.ts'
import { createHttp, type RecordingHttp } from '../../pipeline/http/client.ts'
import { HostQueues } from '../../pipeline/http/host_queue.ts'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import { replayHttp } from '../../pipeline/http/replay.ts'
import { RequestLog } from '../../pipeline/http/request_log.ts'
import type { Source } from '../../pipeline/source/source.ts'
import { temporaryArchive, toSourceDay } from '../http/harness.ts'
import { type ContextOptions, type Fetched, fetchAll } from '../sources/context.ts'
import { encodeBody, type Reply } from '../sources/recorded_http.ts'

/** Replies to a request; `count` is 1 for the first request. */
type Respond = (url: string, options: RequestOptions, count: number) => Reply

/** The real client with its retries, over hosts answered by a function; its waits take no time. */
export function createClient(respond: Respond) {
  const archive = temporaryArchive()
  const sent: string[] = []
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const http: RecordingHttp = createHttp({
    ...{ archive, previous: null, now: () => 0, random: () => 0, sleep, userAgent: 'test' },
    queues: new HostQueues({ '*': { perSecond: Number.POSITIVE_INFINITY } }, sleep),
    fetch: async (input, init) => {
      const body = typeof init?.body === 'string' ? init.body : null
      const count = sent.push(`${input} ${body}`)
      const reply = respond(String(input), body === null ? {} : { body: JSON.parse(body) }, count)
      const { status = 200, headers = {} } = reply
      return new Response(status === 204 ? null : encodeBody(reply), { status, headers })
    },
  })
  onTestFinished(() => http.close())
  return { http, archive, sent, waits }
}

/** Reads a source through the real client, and again from the archive alone; expects the same rows. */
export async function readTwice(
  source: Source,
  respond: Respond,
  given: ContextOptions,
): Promise<{ live: Fetched; derived: Fetched; waits: number[] }> {
  const { http, archive, waits } = createClient(respond)
  const log = new RequestLog()
  const live = await fetchAll(source, log.watch(http), given)
  const recorded = { ...toSourceDay(http.responses()), failures: log.failures() }
  const derived = await fetchAll(
    source,
    replayHttp(parseDay(formatDay(recorded), 'recorded'), archive),
    given,
  )
  return { live, waits, derived }
}
