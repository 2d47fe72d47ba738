import type { Endpoint } from '../../core/interface/endpoint.ts'
import type { Reply } from '../../core/interface/reply.ts'
import type { Call } from './call.ts'
import type { HttpCall } from './http_call.ts'
import type { ServedRelease } from './served_release.ts'

/** A call to an endpoint with state or payments. Only its path is checked yet. */
export interface StatefulCall {
  http: HttpCall
  endpoint: Endpoint
  /** Checks the parameters; throws HttpError 400 as every endpoint does. */
  prepare(): Call
  /** The requested path and query, e.g. `/api/agents/find/full?q=weather`. */
  target: URL
  release: ServedRelease
  /** The clock's date, YYYY-MM-DD. */
  today: string
}

/** Answers calls that a release alone cannot. HttpErrors are answers too. */
export interface StatefulHandler {
  reply(call: StatefulCall): Promise<Reply>
}
