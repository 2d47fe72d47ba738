import type { ServedRelease } from './release_store.ts'

/** What a route gets: the request, its parsed address, the path's parameters, and the release it reads. */
export interface RouteContext {
  request: Request
  query: URLSearchParams
  params: Record<string, string>
  served: ServedRelease
}

/** One route: a path in Hono's form, and what answers it. Every route answers GET and HEAD. */
export interface Route {
  path: string
  answer(context: RouteContext): Response
}

/** Declares a route. */
export const route = (path: string, answer: Route['answer']): Route => ({ path, answer })
