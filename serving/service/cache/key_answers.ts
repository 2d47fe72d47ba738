import type { AnswerCache, CachedAnswer } from './answer_cache.ts'

/** Who knows Pro keys, and counts what became of a paid call. */
export interface KeyAnswersOptions {
  cache: AnswerCache
  /** Whether this key was found valid a moment ago. */
  isKnownKey(key: string): boolean
  onOutcome(outcome: string, endpoint: string): void
}

// No request can have such a target, so that what is paid for is never found without a key.
const placeOf = (target: string): string => `for Pro keys: ${target}`

/**
 * Answers of paid addresses, for Pro keys that were checked a moment ago: what of it depends on the release and the date
 * alone is the same for each of them.
 */
export class KeyAnswers {
  readonly #o: KeyAnswersOptions

  constructor(options: KeyAnswersOptions) {
    this.#o = options
  }

  get(target: string, key: string | undefined): CachedAnswer | undefined {
    if (key === undefined) return undefined
    const kept = this.#o.cache.get(placeOf(target))
    if (kept === undefined || !this.#o.isKnownKey(key)) return undefined
    this.#o.onOutcome('pro_key', kept.endpoint)
    return kept
  }

  keep(version: string, target: string, { reply, endpoint }: CachedAnswer): void {
    if (reply.isForKeys !== true) return
    this.#o.cache.keep(version, placeOf(target), { reply: { ...reply, isKeepable: true }, endpoint })
  }
}
