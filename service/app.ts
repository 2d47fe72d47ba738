import { Hono } from 'hono'
import { noRelease, notFound, Problem, problemResponse } from './problems.ts'
import { releaseStore, type ServedRelease } from './release_store.ts'
import type { Route } from './route.ts'
import { agent } from './routes/agent.ts'
import { badge } from './routes/badge.ts'
import { economy } from './routes/economy.ts'
import { data, home, run } from './routes/files.ts'
import { methodology } from './routes/methodology.ts'
import { ranking } from './routes/ranking.ts'

/** Every address that the service answers. */
export const ROUTES: Route[] = [home, run, data, economy, ranking, agent, methodology, badge]

/** What the application needs from outside. */
export interface AppOptions {
  output: string
  /** Milliseconds; only decides when the pointer is looked at again. */
  now: () => number
  log: (line: string) => void
}

const COMMON = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, x-release',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'if-none-match',
  'access-control-max-age': '86400',
}

/** The application as a Web-standard handler (`app.fetch`). It reads a published release and nothing else. */
export function createApp({ output, now, log }: AppOptions): Hono {
  const app = new Hono({ strict: true })
  const current = releaseStore(output, now)
  for (const { path, answer } of ROUTES)
    app.get(path, (c) =>
      respond(current, log, (served) =>
        answer({ request: c.req.raw, query: new URL(c.req.url).searchParams, params: c.req.param(), served }),
      ),
    )
  app.options('*', () => new Response(null, { status: 204, headers: { ...COMMON, ...PREFLIGHT } }))
  app.all('*', (c) =>
    respond(current, log, () => {
      throw ['GET', 'HEAD'].includes(c.req.method) ? nothingHere() : notAllowed(c.req.method)
    }),
  )
  return app
}

function respond(
  current: () => ServedRelease | null,
  log: (line: string) => void,
  work: (served: ServedRelease) => Response,
): Response {
  let served: ServedRelease | null = null
  let response: Response
  try {
    served = current()
    if (served === null) throw noRelease()
    response = work(served)
  } catch (error) {
    response = problemResponse(error, log)
  }
  for (const [name, value] of Object.entries(COMMON)) response.headers.set(name, value)
  if (served !== null) response.headers.set('x-release', served.release.id)
  return response
}

const nothingHere = (): Problem =>
  notFound('not_found', 'Nothing is at this address; GET /api/agent-economy/llm-summary lists the endpoints.')

const notAllowed = (method: string): Problem =>
  new Problem(
    405,
    {
      error: 'method_not_allowed',
      message: `${method.slice(0, 20)} is not answered here: use GET.`,
      source_urls: [],
    },
    {
      allow: 'GET, HEAD, OPTIONS',
    },
  )
