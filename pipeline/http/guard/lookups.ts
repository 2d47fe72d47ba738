import PQueue from 'p-queue'
import { GuardStopped } from './hop.ts'
import { parseLiteralIp } from './judge.ts'
import { NotObservedError, type Resolve } from './transport.ts'

// Some local name servers refuse more than 150 queries at once; a name takes two.
const MAX_CONCURRENT = 32

/** Priorities of lookups: redirects first, then first hosts of visits, then names without a recent answer. */
export const LOOKUP_PRIORITY = { redirect: 1, visit: 0, unanswered: -1 }

/**
 * Looks names up, each once in a run: the judged address is the one connected to. Lookups wait for one another and for
 * nothing else, so that slow ones use up neither a slot at a host nor a visit's time.
 */
export class Lookups {
  readonly #names = new Map<string, Promise<string[]>>()
  /** Addresses of the names that were found. */
  readonly #found = new Map<string, string[]>()
  readonly #queue = new PQueue({ concurrency: MAX_CONCURRENT })
  readonly #resolve: Resolve
  readonly #stopped: Promise<never>

  constructor(resolve: Resolve, stop: AbortSignal) {
    this.#resolve = resolve
    const { promise, reject } = Promise.withResolvers<never>()
    stop.addEventListener('abort', () => reject(new GuardStopped('the guard is closed')))
    promise.catch(() => {})
    this.#stopped = promise
  }

  /**
   * Resolves a URL's host by priority, once `check` passes: its addresses, or the error of a name that does not exist.
   * Throws NotObservedError where no name server answers.
   */
  async take(url: URL, turn: number, check: () => void): Promise<string[] | Error> {
    const found = this.#found.get(url.host)
    const lookUp = () => {
      check()
      return Promise.race([this.#once(url), this.#stopped]).catch(toLookupError)
    }
    if (found === undefined) return this.#queue.add(lookUp, { priority: turn })
    // A host is asked many times: what is known waits for no other name.
    check()
    return found
  }

  #once(url: URL): Promise<string[]> {
    const literal = parseLiteralIp(url)
    const ips =
      this.#names.get(url.host) ??
      (literal === null ? this.#resolve(url.hostname) : Promise.resolve([literal]))
    this.#names.set(url.host, ips)
    return ips.then((found) => {
      this.#found.set(url.host, found)
      return found
    })
  }
}

/** A name that does not exist is a result about it; a failed lookup is none. */
function toLookupError(error: unknown): Error {
  if (error instanceof NotObservedError || error instanceof GuardStopped) throw error
  return error instanceof Error ? error : new Error(String(error))
}
