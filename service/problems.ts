import { CACHE } from './reply.ts'

/** What goes wrong on purpose: a status, the interface's error body, and how long it may be cached. */
export class Problem extends Error {
  override name = 'Problem'
  constructor(
    readonly status: 400 | 404 | 405 | 500 | 503,
    readonly body: { error: string; message: string } & Record<string, unknown>,
    readonly headers: Record<string, string> = {},
  ) {
    super(body.message)
  }
}

/** A request that cannot be answered as asked; the message says how to mend it. */
export const badRequest = (error: string, message: string): Problem =>
  new Problem(400, { error, message, source_urls: [] })

/** Nothing is at this address. */
export const notFound = (error: string, message: string): Problem =>
  new Problem(404, { error, message, source_urls: [] })

/** Nothing was published yet. */
export const noRelease = (): Problem =>
  new Problem(
    503,
    {
      error: 'no_release',
      message:
        'No release is published yet: run `npm start` for a sample, or `npm run daily`, then ask again.',
      source_urls: [],
    },
    { 'retry-after': '30' },
  )

/** The answer that a problem is. Anything that is no Problem is our bug: it is logged, and told to nobody. */
export function problemResponse(error: unknown, log: (line: string) => void): Response {
  const problem = error instanceof Problem ? error : internal(error, log)
  const cache = problem.status < 500 ? CACHE.error : CACHE.none
  return new Response(`${JSON.stringify(problem.body)}\n`, {
    status: problem.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': cache,
      ...problem.headers,
    },
  })
}

function internal(error: unknown, log: (line: string) => void): Problem {
  log(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return new Problem(500, {
    error: 'internal',
    message: 'The service failed to answer; it has been logged. Try again later.',
    source_urls: [],
  })
}
