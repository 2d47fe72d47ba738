import { type Context, Hono } from 'hono'
import { HttpError, notFound } from './errors.ts'
import { followRelease } from './follow_release.ts'
import { contentReply, errorReply, preflightReply, type Reply, toResponse } from './reply.ts'
import { Call, type Route } from './route.ts'
import { agent } from './routes/agent.ts'
import { data } from './routes/data.ts'
import { economy } from './routes/economy.ts'
import { embed } from './routes/embed.ts'
import { methodology } from './routes/methodology.ts'
import { home, latestRun } from './routes/page.ts'
import { ranking } from './routes/ranking.ts'
import type { ServedRelease } from './served_release.ts'

/** Every address that the service answers. */
export const ROUTES: Route[] = [economy, ranking, agent, methodology, embed, home, latestRun, data]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What a server may hand to the app with each request. */
export interface Bindings {
  /** Takes a reply as it is: building a Response only to read it back takes half of the time of an answer. */
  deliver?: (reply: Reply) => Response
}

/** Settings of the service. */
export interface AppOptions {
  /** The folder that runs publish to. */
  output: string
  /** A clock in milliseconds that never goes back. */
  now?: () => number
  /** Where faults of our own are told. */
  log?: (error: unknown) => void
}

type Env = { Bindings: Bindings }

/** The service as a Web-standard handler. It lists every route, listens nowhere, and reads nothing but a release. */
export function createApp({
  output,
  now = () => performance.now(),
  log = console.error,
}: AppOptions): Hono<Env> {
  const app = new Hono<Env>()
  const current = followRelease({ output, now, log })
  const idNow = () => current()?.id ?? 'none'

  for (const one of ROUTES)
    app.get(one.path, (context) => send(context, answer(one, context, present(current()))))
  app.options('*', (context) => send(context, preflightReply(allowed(app, context.req.path), idNow())))
  app.notFound((context) => send(context, errorReply(unanswered(app, context), idNow())))
  app.onError((error, context) => {
    if (error instanceof HttpError) return send(context, errorReply(error, idNow()))
    log(error)
    return send(context, errorReply(ownFault(), idNow()))
  })
  return app
}

// Without a server that takes replies, as in tests and on other hosts, there are no bindings at all.
function send(context: Context<Env>, reply: Reply): Response {
  const bindings: Bindings | undefined = context.env
  return (bindings?.deliver ?? toResponse)(reply)
}

function answer(one: Route, { req }: Context<Env>, release: ServedRelease): Reply {
  try {
    return contentReply(
      one.answer(new Call(release, req)),
      one.lifetime,
      release.id,
      req.header('if-none-match') ?? null,
    )
  } catch (error) {
    // Answered here, so that the release that said no is the one that is named.
    if (error instanceof HttpError) return errorReply(error, release.id)
    throw error
  }
}

function present(release: ServedRelease | null): ServedRelease {
  if (release !== null) return release
  throw new HttpError(
    503,
    'no_release',
    'Nothing is published yet. Run "npm start" for the sample universe, or "npm run daily" for the real one.',
    { headers: { 'retry-after': '60' } },
  )
}

// Why no route took the request: nothing is there, or something that is asked for in another way.
function unanswered(app: Hono<Env>, context: Context<Env>): HttpError {
  const methods = allowed(app, context.req.path)
  if (methods.length === 1 || methods.includes(context.req.method)) return notFound()
  const allow = methods.join(', ')
  return new HttpError(405, 'method_not_allowed', `This address answers ${allow} only.`, {
    headers: { allow },
  })
}

function allowed(app: Hono<Env>, path: string): string[] {
  const answered = METHODS.filter((method) => app.router.match(method, path)[0].length > 0)
  return [...answered.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS']
}

function ownFault(): HttpError {
  return new HttpError(500, 'internal_error', 'This is a fault of ours. It was logged; try again later.')
}
