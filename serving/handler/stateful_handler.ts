import type { Endpoint } from '../../core/interface/endpoint.ts'
import type { Reply } from '../../core/interface/reply.ts'
import type { Call } from './call.ts'
import type { HttpCall } from './http_call.ts'
import type { ServedRelease } from './served_release.ts'

/** A call to an endpoint that keeps state or takes money. Nothing of it is checked yet but its path. */
export interface StatefulCall {
  http: HttpCall
  endpoint: Endpoint
  /** Checks the parameters; throws HttpError 400 as every endpoint does. */
  prepare(): Call
  /** Path and query as asked, e.g. `/api/agents/find/full?q=weather`. */
  target: URL
  release: ServedRelease
  /** The date by the clock, YYYY-MM-DD. */
  today: string
}

/** Who answers what the handler cannot answer from a release alone. Errors that are HttpErrors are answers too. */
export interface StatefulHandler {
  reply(call: StatefulCall): Promise<Reply>
}
