import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { type Match, Router } from './router.ts'

/** The route of a request. */
export interface Route {
  url: URL
  /** The endpoint that answers it, or undefined. */
  match: Match | undefined
  /** All endpoints at its path, one for each method. */
  all: Match[]
  /** Path and query that a read of a differently spelt address is redirected to; null if it is answered here. */
  location: string | null
}

const ROUTER = new Router(ENDPOINTS)

/** Returns the route of a request; `url` is absolute. */
export function resolveRoute(method: string, url: string): Route {
  const requestUrl = new URL(url)
  const all = ROUTER.match(requestUrl.pathname.replace(UPTIME_SUFFIX, '/uptime'))
  if (all.length > 0) return { url: requestUrl, match: matchFor(all, method), all, location: null }
  const path = ROUTER.findCanonicalPath(requestUrl.pathname)
  if (path !== null) return redirectRoute(method, requestUrl, path)
  const badge = BADGES.test(requestUrl.pathname) ? unknownBadge(requestUrl) : []
  return { url: requestUrl, match: matchFor(badge, method), all: badge, location: null }
}

/** Returns the route of the intended path: a read is redirected; a POST is answered, as few clients resend one. */
function redirectRoute(method: string, requestUrl: URL, path: string): Route {
  const url = new URL(requestUrl)
  url.pathname = path
  const all = ROUTER.match(path)
  const match = matchFor(all, method)
  const isRedirected = (method === 'GET' || method === 'HEAD') && match?.endpoint.isRpc === false
  return { url, match, all, location: isRedirected ? `${path}${requestUrl.search}` : null }
}

/** A badge address that cannot name an agent still gets a picture: a page shows nothing else there. */
const unknownBadge = ({ pathname }: URL): Match[] =>
  ENDPOINTS.filter(({ id }) => id === 'badge').map((endpoint) => ({
    endpoint,
    path: new Map([['handle', pathname]]),
  }))

/** The suffix of a badge's address is optional; that of the badge of ranks is read by its handler. */
const UPTIME_SUFFIX = /(?<=^\/embed\/[^/]+)\/uptime\.svg$/

const BADGES = /^\/+embed(?:\/|$)/i

const matchFor = (all: Match[], method: string): Match | undefined =>
  all.find(({ endpoint }) => isFor(endpoint, method))

/** True if an endpoint at a call's path answers its method. */
const isFor = ({ method, isRpc }: Endpoint, requested: string): boolean =>
  isRpc || method === (requested === 'HEAD' ? 'GET' : requested)
