import type { Reply } from '../../handler/reply.ts'
import { AnswerCache } from '../answer_cache.ts'
import type { Limits, Taken } from '../limits.ts'
import { type Message, readMessage, resultText } from './json_rpc.ts'
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

type Request = Extract<Message, { kind: 'request' }>

/** The end of an answer after its result. */
const CLOSING = Buffer.from('}')

/**
 * The results of pure interfaces that were found a moment ago: a call that asks for one is read and counted as every
 * call, and no more is done for it. Whatever is not plain goes to the desk.
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

  /** Whether results of this path are kept. */
  isFor(target: string): boolean {
    return this.#rpcs.has(target)
  }

  /** The answer, or null where the desk has to give it; only an answer is counted. */
  reply(call: RpcCall): Reply | Promise<Reply> | null {
    const { target, caller } = call
    const rpc = this.#rpcs.get(target)
    // A web page sends its origin, and the desk knows which may call.
    if (rpc === undefined || call.header('origin') !== null) return null
    const message = readMessage(call.body)
    if (message.kind !== 'request') return null
    const known = this.#results.get(keyOf(target, message))
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

  /** What results depend on now: taken before the desk is asked, and given to `keep` with its answer. */
  version(): string {
    return this.#results.version()
  }

  /** Keeps the result of what the desk has answered; an error is none. */
  keep(version: string, { target, body }: RpcCall, { status, headers, body: answer }: Reply): void {
    const message = readMessage(body)
    if (status !== 200 || answer === null || message.kind !== 'request') return
    const opening = openingOf(message)
    if (!opening.equals(answer.subarray(0, opening.length))) return
    // A copy of its own: a part of a buffer would keep all of it, and what shares its memory.
    const result = new Uint8Array(answer.subarray(opening.length, -CLOSING.length))
    const kept = { 'x-release': headers['x-release'] ?? '' }
    const reply = { status, headers: kept, body: result, isKeepable: true }
    this.#results.keep(version, keyOf(target, message), { reply, endpoint: target })
  }
}

const keyOf = (target: string, { method, params }: Request): string =>
  `${target} ${method} ${JSON.stringify(params)}`

/** What an answer begins with, up to its result. */
const openingOf = ({ id }: Request): Buffer => Buffer.from(resultText(id, '').slice(0, -CLOSING.length))

const withId = (message: Request, result: Uint8Array): Buffer =>
  Buffer.concat([openingOf(message), result, CLOSING])
