import { toDate } from '../../core/domain/dates.ts'
import type { Endpoint, RequestBody } from '../../core/interface/endpoint.ts'
import { HttpError, notFound } from '../../core/interface/errors.ts'
import { readQuery } from '../../core/interface/query.ts'
import {
  contentReply,
  preflightReply,
  type Reply,
  redirectReply,
  revalidate,
  toResponse,
  withoutBody,
} from '../../core/interface/reply.ts'
import { readBody } from './body.ts'
import { failedReply } from './error_reply.ts'
import { evidenceReply } from './evidence.ts'
import type { HttpCall } from './http_call.ts'
import { Moved } from './moved.ts'
import { selectRange } from './range.ts'
import { readContent } from './resource.ts'
import { type Route, resolveRoute } from './route.ts'
import type { Match } from './router.ts'
import type { ServedRelease } from './served_release.ts'
import type { StatefulHandler } from './stateful_handler.ts'
import { refuseUnknown } from './unknown_parameters.ts'
import { readValues } from './values.ts'

/** Options of a handler. */
export interface HandlerOptions {
  /** Returns the release to serve now, or null when nothing is published. */
  current: () => Promise<ServedRelease | null>
  now: () => Date
  /** Answers endpoints with state or payments; without it they are 503. */
  stateful?: StatefulHandler
  /** Logs internal errors. */
  log: (error: unknown) => void
}

/** Answers calls from a release. Never throws. */
export interface Handler {
  /** `route` is the call's route, for hosts that have already resolved it. */
  reply(call: HttpCall, route?: Route): Promise<Reply>
  answer(request: Request): Promise<Response>
}

/** Creates the handler of the whole interface. It uses no database and runs wherever Request and Response exist. */
export function createHandler({ current, now, log, stateful }: HandlerOptions): Handler {
  const reply = async (call: HttpCall, route?: Route): Promise<Reply> => {
    let release: ServedRelease | null = null
    try {
      release = await current()
      return await answer(call, route ?? resolveRoute(call.method, call.url), { release, now, stateful })
    } catch (error) {
      if (error instanceof Moved) return redirectReply(error.location, release?.id ?? 'none')
      if (error instanceof HttpError) return failedReply(error, call, release)
      log(error)
      return failedReply(internalError(), call, release)
    }
  }
  return {
    reply: (call, route) =>
      call.method === 'HEAD' ? reply(call, route).then(withoutBody) : reply(call, route),
    async answer(request) {
      return toResponse(await this.reply(toHttpCall(request)))
    },
  }
}

const toHttpCall = (request: Request): HttpCall => ({
  method: request.method,
  url: request.url,
  header: (name) => request.headers.get(name),
  body: (maxBytes) => readBody(request.body, maxBytes),
})

/** The release and clock of a call. */
interface Sources {
  release: ServedRelease | null
  now: () => Date
  stateful: StatefulHandler | undefined
}

async function answer(
  call: HttpCall,
  { url, match, all, location }: Route,
  { release, now, stateful }: Sources,
): Promise<Reply> {
  if (call.method === 'OPTIONS') return preflightReply(listMethods(all), release?.id ?? 'none')
  if (location !== null) return redirectReply(location, release?.id ?? 'none')
  if (match === undefined) throw all.length === 0 ? notFound() : methodNotAllowed(listMethods(all))
  if (release === null) throw noReleaseError()
  const today = toDate(now().getTime())
  const { endpoint, path } = match
  if (endpoint.servedAs === 'service') {
    if (endpoint.price !== null) refuseUnknown(endpoint, url.searchParams)
    if (stateful === undefined) throw needsServiceError(endpoint)
    return stateful.reply({
      ...{ http: call, endpoint, target: url, release, today },
      prepare: () => ({
        ...{ endpoint, release, today, body: undefined },
        values: readValues(endpoint.parameters, path, url.searchParams),
      }),
    })
  }
  if (endpoint.id === 'evidence') {
    const values = readValues(endpoint.parameters, path, url.searchParams)
    return evidenceReply(call, { endpoint, values, release })
  }
  const content = await readContent(endpoint, {
    ...{ path, query: url.searchParams, release, today },
    body: endpoint.body === null ? undefined : bodyReader(call, endpoint.body),
  })
  const found = contentReply(content, endpoint.lifetime, release.id)
  const reply = revalidate(found, call.header('if-none-match'))
  if (endpoint.id === 'data') return selectRange(reply, call)
  return {
    ...reply,
    isCacheable:
      endpoint.method === 'GET' && readQuery(endpoint.parameters, url.searchParams).unknown.length === 0,
  }
}

const bodyReader =
  (call: HttpCall, { maxBytes }: RequestBody) =>
  () =>
    readJson(call, maxBytes)

/** Reads the body of a POST as JSON; throws HttpError 400 or 413. */
export async function readJson(call: HttpCall, maxBytes: number): Promise<unknown> {
  const bytes = await call.body(maxBytes)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'invalid_json', 'The body must be JSON in UTF-8.')
  }
}

const listMethods = (matches: Match[]): string[] => [
  ...matches.flatMap(({ endpoint }) => (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method])),
  'OPTIONS',
]

/** Returns the error for a method that an address does not support; `headers` are added to its own. */
export function methodNotAllowed(methods: string[], headers: Record<string, string> = {}): HttpError {
  const allow = methods.join(', ')
  return new HttpError(405, 'method_not_allowed', `Method not allowed. This endpoint supports ${allow}.`, {
    headers: { allow, ...headers },
  })
}

const noReleaseError = (): HttpError =>
  new HttpError(
    503,
    'no_release',
    'Nothing is published yet. While an index is being built, try again in a few seconds; otherwise build one with "npm run daily", or a sample with "npm start".',
    { headers: { 'retry-after': '5' } },
  )

const needsServiceError = ({ title }: Endpoint): HttpError =>
  new HttpError(
    503,
    'service_needed',
    `${title}: this endpoint needs the Assay service, which is not running on this host.`,
  )

const internalError = (): HttpError =>
  new HttpError(500, 'internal_error', 'Internal error. It was logged; try again later.')
