import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { createTools, type DoctorTools } from '../../pipeline/doctor/tools.ts'
import { createReach } from '../../pipeline/http/guard/transport.ts'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import { pathThrough } from '../../pipeline/http/second_path.ts'
import { resolveWithoutDns } from '../../pipeline/http/upstreams.ts'
import type { FetchContext } from '../../pipeline/source/source.ts'
import { encodeBody, type Reply } from '../sources/recorded_http.ts'

export const EMPTY: Catalog = { families: [], developers: [], facilitators: [], chains: [] }

/** Replies to a request; null destroys its connection. */
export type Respond = (url: string, options: RequestOptions, count: number) => Reply | null | undefined

/** The doctor's tools before hosts that a function answers for, without waits, and the requests that were sent. */
export function doctorTools(
  respond: Respond,
  {
    catalog = EMPTY,
    env = {},
    day = '2026-01-08',
  }: Partial<Pick<FetchContext, 'catalog' | 'env' | 'day'>> = {},
): { tools: DoctorTools; sent: string[] } {
  const sent: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const reply = respond(String(input), readOptions(init), sent.push(String(input)))
    if (reply === null)
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })
    const { status = 200, headers = {} } = reply ?? { status: 404 }
    return new Response(reply ? encodeBody(reply) : '{"message":"Not Found"}', { status, headers })
  }
  const reach = createReach(fetch)
  const universe = {
    ...({ world: 'replay', fetch, catalog, limitsClock: null, now: () => 0, reach } as const),
    ...{ perSecond: Number.POSITIVE_INFINITY, sleep: async () => {}, resolve: resolveWithoutDns },
    secondPath: pathThrough({ resolve: resolveWithoutDns, reach }),
  }
  return {
    tools: createTools({ universe, day, env, stopAt: performance.now() + 10_000, random: () => 0 }),
    sent,
  }
}

function readOptions(init: RequestInit | undefined): RequestOptions {
  if (typeof init?.body !== 'string') return {}
  const isText = new Headers(init.headers).get('content-type') === 'text/plain'
  return isText ? { text: init.body } : { body: JSON.parse(init.body) }
}
