import type { StatefulCall } from '../../handler/stateful_handler.ts'
import { AnswerCache } from '../cache/answer_cache.ts'
import type { RpcMessage } from './json_rpc.ts'

type RpcRequest = Extract<RpcMessage, { kind: 'request' }>

/** The parts of a call that a result depends on beside the request. */
type ResultScope = Pick<StatefulCall, 'endpoint' | 'release' | 'today'>

/** Recent results of pure interfaces, of one release and day. */
export class ResultCache {
  #version = ''
  readonly #results = new AnswerCache(() => this.#version)

  /** Current usage. */
  get load(): { entries: number; bytes: number } {
    return this.#results.load
  }

  /** Returns the result of a request as JSON: the cached one, or that of `find`, which is then cached. */
  result(
    { endpoint, release, today }: ResultScope,
    request: RpcRequest,
    find: () => Promise<string>,
  ): Uint8Array | Promise<Uint8Array> {
    const key = buildCacheKey(endpoint.id, request)
    const version = `${release.id} ${today}`
    this.#version = version
    const known = key === null ? undefined : this.#results.get(key)
    return known?.reply.body ?? this.#findAndCache(version, key, endpoint.id, find)
  }

  async #findAndCache(
    version: string,
    key: string | null,
    endpoint: string,
    find: () => Promise<string>,
  ): Promise<Uint8Array> {
    // A buffer of its own: a part of a larger one would keep all of it in memory.
    const body = new TextEncoder().encode(await find())
    const reply = { status: 200, headers: {}, body, isCacheable: true }
    if (key !== null) this.#results.put(version, key, { reply, endpoint })
    return body
  }
}

/**
 * Returns the cache key of a result; null for params that JSON would write as if they were others. Clients of MCP put
 * what differs with each call in `_meta`.
 */
function buildCacheKey(
  endpoint: string,
  { method, params: { _meta, ...params } }: RpcRequest,
): string | null {
  const key = JSON.stringify([endpoint, method, params])
  return key.includes('null') && hasEndless(params) ? null : key
}

/** True if a value contains an infinite number (`1e999`), for which JSON writes null. */
const hasEndless = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasEndless)
    : value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
