import PQueue from 'p-queue'
import { Stopped } from './hop.ts'
import { literalIp } from './judge.ts'
import { NotObserved, type Resolve } from './transport.ts'

// Some name servers on people's own machines refuse more than 150 questions at once; a name is two.
const AT_ONCE = 32

/** What is looked up before what: where redirects lead, then where visits begin, then what nobody answered for lately. */
export const TURN = { redirect: 1, visit: 0, unanswered: -1 }

/**
 * Looks names up, each once in a run: what was judged is what is connected to. They wait for one another and for
 * nothing else, so that slow ones hold no turn at a host and no visit's time.
 */
export class Lookups {
  readonly #names = new Map<string, Promise<string[]>>()
  readonly #queue = new PQueue({ concurrency: AT_ONCE })
  readonly #resolve: Resolve
  readonly #stopped: Promise<never>

  constructor(resolve: Resolve, stop: AbortSignal) {
    this.#resolve = resolve
    const { promise, reject } = Promise.withResolvers<never>()
    stop.addEventListener('abort', () => reject(new Stopped('the guard is closed')))
    promise.catch(() => {})
    this.#stopped = promise
  }

  /**
   * What a URL's host stands for, or why it stands for nothing, when its turn has come and `check` lets it. Throws
   * NotObserved where nobody says what it stands for.
   */
  take(url: URL, turn: number, check: () => void): Promise<string[] | Error> {
    const look = () => {
      check()
      return Promise.race([this.#once(url), this.#stopped]).catch(notThere)
    }
    return this.#queue.add(look, { priority: turn })
  }

  #once(url: URL): Promise<string[]> {
    const literal = literalIp(url)
    const ips =
      this.#names.get(url.host) ??
      (literal === null ? this.#resolve(url.hostname) : Promise.resolve([literal]))
    this.#names.set(url.host, ips)
    return ips
  }
}

/** That a name stands for nothing is an answer about it; that we could not look is none. */
function notThere(error: unknown): Error {
  if (error instanceof NotObserved || error instanceof Stopped) throw error
  return error instanceof Error ? error : new Error(String(error))
}
