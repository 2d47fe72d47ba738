import type { RateLimit } from '../../../core/interface/rate_limits.ts'
import type { HttpCall } from '../../handler/http_call.ts'
import type { ServedRelease } from '../../handler/served_release.ts'

/** The params of a request; empty where it had none. */
export type Params = Readonly<Record<string, unknown>>

/** What a method knows of the request that it answers. */
export interface RpcContext {
  /** Its headers, and the caller's address. The body is read already. */
  http: HttpCall
  release: ServedRelease
  /** The date by the clock, YYYY-MM-DD. */
  today: string
}

/** Who sent a request, for what is counted by caller. */
export const callerOf = ({ http }: { http: HttpCall }): string => http.address ?? 'unknown'

/**
 * Answers a request with the JSON text of its result. It throws RpcError for what JSON-RPC has a code for; whatever
 * else it throws is an internal error (-32603).
 */
export type RpcMethod = (params: Params, context: RpcContext) => Promise<string>

/** An error as JSON-RPC answers it. */
export class RpcError extends Error {
  override name = 'RpcError'
  constructor(
    readonly code: number,
    /** A sentence that says how to repair it. */
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** The requests of one caller in a window: `name` is what they are counted under. */
export interface RpcWindow {
  name: string
  limit: RateLimit
}

/** Why a request is not answered as it was sent, and the HTTP status that says so. */
export interface Refusal {
  status: 200 | 400
  error: RpcError
}

/** One JSON-RPC interface: what the stateful handler in front of all of them needs to know. */
export interface RpcInterface {
  methods: Readonly<Record<string, RpcMethod>>
  /** Methods of the protocol that are not served here, with the error that says so. */
  unsupported?: Readonly<Record<string, () => RpcError>>
  /** The JSON of a request that could be sent, which errors show. */
  example: string
  /**
   * Throws RpcError for params that a method of `methods` cannot use. An interface has it where its protocol knows no
   * notifications: a message without an id is then an error. Elsewhere such a message is taken without an answer.
   */
  checkParams?(method: string, params: Params): void
  /** What a request counts for; null is the method of one that cannot be read. */
  window(method: string | null): RpcWindow
  /** Returns the refusal of a request that cannot be answered as it was sent, e.g. for a header; null when it can. */
  refuse?(http: Pick<HttpCall, 'header' | 'url'>, method: string): Refusal | null
  /** Whether results depend on the method, the params, the release and the day alone, so that they can be kept. */
  isPure: boolean
}
