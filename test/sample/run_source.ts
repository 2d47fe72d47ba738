import { UpstreamDown } from '../../core/domain/errors.ts'
import {
  asBytes,
  describeRequest,
  type ReadBody,
  readJsonBody,
  toAnswer,
} from '../../pipeline/http/answer.ts'
import type { GuardedVisits } from '../../pipeline/http/guarded.ts'
import type { Http, RequestOptions } from '../../pipeline/http/http.ts'
import { toShare, WHOLE } from '../../pipeline/ingest/jobs/part.ts'
import { observe } from '../../pipeline/ingest/observe.ts'
import type { Prober } from '../../pipeline/probes/prober.ts'
import type { FetchContext, KnownRow, Source } from '../../pipeline/source/source.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'

/** Rows of other sources, by the name of the source. */
export type KnownRows = Record<string, Record<string, unknown>[]>

/** A client without retries that parses responses as the real one does. */
export function plainHttp(day: string): Http {
  const { fetch } = createSampleUpstreams(day)
  const answer = async <T>(url: string, options: RequestOptions, read: ReadBody<T>) => {
    const { accept = [], headers = {} } = options
    const { body } = describeRequest(url, options)
    const response = await fetch(url, { headers, ...(body === null ? {} : { method: 'POST', body }) })
    const { status } = response
    if (status !== 200 && !accept.includes(status)) throw new UpstreamDown(url, `status ${status}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    const recorded = {
      ...{ method: 'GET' as const, url, request: null, status, sha256: '', bytes: bytes.length, etag: null },
      ...{ content_type: null, link: response.headers.get('link'), retrieved_at: `${day}T00:00:00.000Z` },
    }
    return toAnswer(recorded, bytes, read, options.check)
  }
  const http: Http = {
    json: (url, schema, options = {}) => answer(url, options, readJsonBody(schema)),
    bytes: (url, options = {}) => answer(url, options, asBytes),
    remaining: () => null,
    limited: () => http,
  }
  return http
}

/** Visits nothing: for sources that request only addresses of their own. */
const noVisits: GuardedVisits = {
  visit: (url) => Promise.reject(new Error(`no source of this test may visit ${url}`)),
}

/** Probes nothing. */
const noProbes: Prober = { run: async () => [], askAgain: async () => [] }

/** Returns the result of a source on the day of this index, without earlier data; throws its failure. */
export async function run(
  source: Source,
  index: number,
  known: KnownRows = {},
  given: Partial<FetchContext> = {},
) {
  const day = SAMPLE_DAYS[index] as string
  const { catalog } = createSampleUpstreams(day)
  const seen = await observe(source, {
    ...{
      http: plainHttp(day),
      guarded: noVisits,
      day,
      wantsPast: false,
      lastDay: null,
      earlierBlocks: [],
      resume: null,
    },
    ...{ catalog, env: {}, share: toShare(WHOLE) },
    prober: noProbes,
    past: async () => [],
    known: async (name) => (known[name] ?? []).map((row): KnownRow => ({ ...row, observed_on: day })),
    ...given,
  })
  if (seen.outcome === 'failed') throw seen.error
  const rows = seen.rows.read()
  seen.rows.remove()
  return { ...seen, rows }
}
