import type { Reply } from '../../../core/interface/reply.ts'
import { AnswerCache } from '../answer_cache.ts'
import type { Limits, Taken } from '../limits.ts'
import { type RpcMessage, readMessage, resultText } from './json_rpc.ts'
import type { RpcInterface } from './method.ts'
import { sent, tooMany } from './rpc_replies.ts'

/** A POST, read as a whole. */
export interface RpcCall {
  /** Exactly the path of an interface. */
  target: string
  header(name: string): string | null
  /** The caller's network address. */
  caller: string
  body: Uint8Array
}

/** What results are known for, and who counts. */
export interface KnownResultsOptions {
  /** Path → the interface there. */
  rpcs: Readonly<Record<string, RpcInterface>>
  limits: Limits
  /** What results depend on beside the request: the release and the day. */
  version(): string
}

type RpcRequest = Extract<RpcMessage, { kind: 'request' }>

/** The end of an answer after its result. */
const CLOSING = Buffer.from('}')

/**
 * The results of pure interfaces that were found a moment ago: a call that asks for one is read and counted as every
 * call, and no more is done for it. Whatever is not plain goes to the stateful handler.
 */
export class KnownResults {
  readonly #rpcs: ReadonlyMap<string, RpcInterface>
  readonly #limits: Limits
  readonly #results: AnswerCache

  constructor({ rpcs, limits, version }: KnownResultsOptions) {
    this.#rpcs = new Map(Object.entries(rpcs).filter(([, rpc]) => rpc.isPure))
    this.#limits = limits
    this.#results = new AnswerCache(version)
  }

  /** What is held now. */
  get load(): { entries: number; bytes: number } {
    return this.#results.load
  }

  /** Whether results of this path are kept. */
  isFor(target: string): boolean {
    return this.#rpcs.has(target)
  }

  /** The answer, or null where the stateful handler has to give it; only an answer is counted. */
  reply(call: RpcCall): Reply | Promise<Reply> | null {
    const { target, caller } = call
    const rpc = this.#rpcs.get(target)
    // A web page sends its origin, and the stateful handler knows which may call.
    if (rpc === undefined || call.header('origin') !== null) return null
    const message = readMessage(call.body, rpc.example)
    if (message.kind !== 'request') return null
    const key = keyOf(target, message)
    const known = key === null ? undefined : this.#results.get(key)
    if (known === undefined || rpc.refuse?.(call, message.method)) return null
    const window = rpc.window(message.method)
    const release = known.reply.headers['x-release'] ?? ''
    const answered = (taken: Taken): Reply =>
      taken.isAllowed
        ? sent({ status: 200, text: withId(message, known.reply.body ?? CLOSING) }, release, taken)
        : sent(tooMany(message, window, taken), release, taken)
    const taken = this.#limits.take(window.name, caller, [window.limit])
    return taken instanceof Promise ? taken.then(answered) : answered(taken)
  }

  /** What results depend on now: taken before the stateful handler is asked, and given to `keep` with its answer. */
  version(): string {
    return this.#results.version()
  }

  /** Keeps the result of what the stateful handler has answered; an error is none. */
  keep(version: string, { target, body }: RpcCall, { status, headers, body: answer }: Reply): void {
    const message = readMessage(body, this.#rpcs.get(target)?.example ?? '')
    if (status !== 200 || answer === null || message.kind !== 'request') return
    const key = keyOf(target, message)
    if (key === null) return
    const opening = openingOf(message)
    if (!opening.equals(answer.subarray(0, opening.length))) return
    // A copy of its own: a part of a buffer would keep all of it, and what shares its memory.
    const result = new Uint8Array(answer.subarray(opening.length, -CLOSING.length))
    const kept = { 'x-release': headers['x-release'] ?? '' }
    const reply = { status, headers: kept, body: result, isKeepable: true }
    this.#results.keep(version, key, { reply, endpoint: target })
  }
}

/** What a result is kept under; null for params that JSON would write as if they were others. */
function keyOf(target: string, { method, params }: RpcRequest): string | null {
  const key = JSON.stringify([target, method, params])
  return key.includes('null') && hasEndless(params) ? null : key
}

/** Whether there is a number beyond all bounds (`1e999`) in it, for which JSON writes null. */
const hasEndless = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasEndless)
    : value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY

/** What an answer begins with, up to its result. */
const openingOf = ({ id }: RpcRequest): Buffer => Buffer.from(resultText(id, '').slice(0, -CLOSING.length))

const withId = (message: RpcRequest, result: Uint8Array): Buffer =>
  Buffer.concat([openingOf(message), result, CLOSING])
