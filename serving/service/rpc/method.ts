import type { RateLimit } from '../../../core/interface/rate_limits.ts'
import type { HttpCall } from '../../handler/http_call.ts'
import type { ServedRelease } from '../../handler/served_release.ts'

/** The params of a request; empty without any. */
export type Params = Readonly<Record<string, unknown>>

/** Context of a method's request. */
export interface RpcContext {
  /** Its headers, and the caller's address. The body is read already. */
  http: HttpCall
  release: ServedRelease
  /** The clock's date, YYYY-MM-DD. */
  today: string
}

/** Returns the caller of a request, for counts by caller. */
export const getCaller = ({ http }: { http: HttpCall }): string => http.address ?? 'unknown'

/**
 * Answers a request with the JSON text of its result. It throws RpcError for errors with a JSON-RPC code; any other
 * error is an internal error (-32603).
 */
export type RpcMethod = (params: Params, context: RpcContext) => Promise<string>

/** An error as JSON-RPC answers it. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data?: unknown

  /** The message is a sentence that says how to repair it. */
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The request window of a caller: `name` is its counter. */
export interface RpcWindow {
  name: string
  limit: RateLimit
  /** Returns the data of the error for a request too many; `{ retry_after_seconds }` without it. */
  writeRetry?: ((seconds: number) => unknown) | undefined
}

/** The reason a request is not answered as it was sent, with its HTTP status. */
export interface RpcRefusal {
  status: 200 | 400
  error: RpcError
}

/** The form of errors in a revision of a protocol, where it differs from plain JSON-RPC over HTTP 200. */
export interface ErrorRules {
  /** The code of one request too many. */
  rateLimited: number
  /** HTTP status of an unknown method. */
  unknownMethod: 200 | 404
  /** HTTP status of a message that cannot be read. */
  unreadable: 200 | 400
  /** The id of an error whose request has none that can be used; undefined leaves it out. */
  unknownId: null | undefined
}

/** A JSON-RPC interface, as the stateful handler in front of all of them uses it. */
export interface RpcInterface {
  methods: Readonly<Record<string, RpcMethod>>
  /** Methods of the protocol that are not served here, with their errors. */
  unsupported?: Readonly<Record<string, () => RpcError>>
  /** The JSON of a valid request, shown in errors. */
  example: string
  /**
   * Throws RpcError for params that a method of `methods` cannot use. An interface has it if its protocol knows no
   * notifications: a message without an id is then an error. Elsewhere such a message is accepted without an answer.
   */
  checkParams?(method: string, params: Params): void
  /** Returns the window that a request counts in; method null: it could not be read. */
  window(method: string | null): RpcWindow
  /** Returns the refusal of a request that cannot be answered as it was sent, e.g. for a header; null when it can. */
  refuse?(http: Pick<HttpCall, 'header' | 'url'>, method: string, params: Params): RpcRefusal | null
  /**
   * True if results depend on the method, the release, the day, and the params but for `_meta` alone, so that they can be
   * cached. All revisions share them: a method of the same name has the same result.
   */
  isPure: boolean
  /**
   * Returns the revision of the protocol that a message is written in, where that is another; null: this one. Method
   * and params are null where they could not be read.
   */
  findRevision?(
    http: Pick<HttpCall, 'header'>,
    method: string | null,
    params: Params | null,
  ): RpcInterface | null
  errors?: ErrorRules
  /** Returns JSON fields that stand before those of a method's result, e.g. `"a":1`. */
  resultFields?(method: string): string
}
