import type { AnswerCache, CachedAnswer } from './answer_cache.ts'

/** Options of `KeyAnswers`. */
export interface KeyAnswersOptions {
  cache: AnswerCache
  /** True if this key was found valid a moment ago. */
  isKnownKey(key: string): boolean
  onOutcome(outcome: string, endpoint: string): void
}

// No request can have such a target, so that a paid answer is never found without a key.
const toCacheKey = (target: string): string => `for Pro keys: ${target}`

/**
 * Answers of paid addresses, for Pro keys that were checked a moment ago: those that depend on the release and the date
 * alone are the same for each key.
 */
export class KeyAnswers {
  readonly #o: KeyAnswersOptions

  constructor(options: KeyAnswersOptions) {
    this.#o = options
  }

  get(target: string, key: string | undefined): CachedAnswer | undefined {
    if (key === undefined) return undefined
    const cached = this.#o.cache.get(toCacheKey(target))
    if (cached === undefined || !this.#o.isKnownKey(key)) return undefined
    this.#o.onOutcome('pro_key', cached.endpoint)
    return cached
  }

  put(version: string, target: string, { reply, endpoint }: CachedAnswer): void {
    if (reply.isForKeys !== true) return
    this.#o.cache.put(version, toCacheKey(target), { reply: { ...reply, isCacheable: true }, endpoint })
  }
}
