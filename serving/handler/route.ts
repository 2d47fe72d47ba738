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
}

const ROUTER = new Router(ENDPOINTS)

/** Where a request of the interface leads; `url` is absolute. */
export function routeOf(method: string, url: string): Route {
  const asked = new URL(url)
  const all = ROUTER.match(asked.pathname)
  return { url: asked, match: all.find(({ endpoint }) => isFor(endpoint, method)), all }
}

/** Whether an endpoint at the path of a call is the one that answers it. */
const isFor = ({ method, isRpc }: Endpoint, asked: string): boolean =>
  isRpc || method === (asked === 'HEAD' ? 'GET' : asked)
