import type { HonoRequest } from 'hono'
import type { Content, Lifetime } from './reply.ts'
import type { ServedRelease } from './served_release.ts'

/** A call as a route sees it. */
export class Call {
  readonly release: ServedRelease
  readonly #request: HonoRequest

  constructor(release: ServedRelease, request: HonoRequest) {
    this.release = release
    this.#request = request
  }

  /** The decoded path, with its leading slash. */
  get path(): string {
    return this.#request.path
  }

  /** The decoded part of the path with this name. */
  param(name: string): string {
    return this.#request.param(name) ?? ''
  }

  /** All values given for a query parameter, in their order; undefined when it was not given. */
  query(name: string): string[] | undefined {
    return this.#request.queries(name)
  }
}

/** One address of the service that is answered from a release. */
export interface Route {
  /** The path with `:names`, as the router reads it. */
  path: string
  lifetime: Lifetime
  /** Throws HttpError when there is nothing to show. */
  answer(call: Call): Content
}

/** Declares a route; each file in `service/routes/` exports at least one. */
export const route = (path: string, lifetime: Lifetime, answer: Route['answer']): Route => ({
  path,
  lifetime,
  answer,
})
