import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { type Match, Router } from './router.ts'

/** Where a request leads. */
export interface Route {
  url: URL
  /** The endpoint that answers it; undefined where none does. */
  match: Match | undefined
  /** All endpoints at its path, one for each method. */
  all: Match[]
  /** Path and query that a read of an address written otherwise is led to; null where it is answered. */
  location: string | null
}

const ROUTER = new Router(ENDPOINTS)

/** Where a request of the interface leads; `url` is absolute. */
export function routeOf(method: string, url: string): Route {
  const asked = new URL(url)
  const all = ROUTER.match(asked.pathname)
  if (all.length > 0) return { url: asked, match: matchFor(all, method), all, location: null }
  const path = ROUTER.respelled(asked.pathname)
  if (path !== null) return respelledRoute(method, asked, path)
  const badge = BADGES.test(asked.pathname) ? unknownBadge(asked) : []
  return { url: asked, match: matchFor(badge, method), all: badge, location: null }
}

/** The route of a path that was meant: a read is led there; what is posted is answered at once, as few clients send it twice. */
function respelledRoute(method: string, asked: URL, path: string): Route {
  const url = new URL(asked)
  url.pathname = path
  const all = ROUTER.match(path)
  const match = matchFor(all, method)
  const isLed = (method === 'GET' || method === 'HEAD') && match?.endpoint.isRpc === false
  return { url, match, all, location: isLed ? `${path}${asked.search}` : null }
}

/** An address of a badge that can name no agent gets a picture all the same: a page shows nothing else there. */
const unknownBadge = ({ pathname }: URL): Match[] =>
  ENDPOINTS.filter(({ id }) => id === 'badge').map((endpoint) => ({
    endpoint,
    path: new Map([['handle', pathname]]),
  }))

const BADGES = /^\/+embed(?:\/|$)/i

const matchFor = (all: Match[], method: string): Match | undefined =>
  all.find(({ endpoint }) => isFor(endpoint, method))

/** Whether an endpoint at the path of a call is the one that answers it. */
const isFor = ({ method, isRpc }: Endpoint, asked: string): boolean =>
  isRpc || method === (asked === 'HEAD' ? 'GET' : asked)
