import { hash } from 'node:crypto'
import { Cache } from '../../../core/domain/cache.ts'
import type { Reply } from '../../../core/interface/reply.ts'
import { SeenFilter } from '../../handler/seen_filter.ts'

export const MAX_ANSWERS = 20_000
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const MAX_TARGET = 500
// Size of an answer beside its body: the headers, and the objects around it.
const OVERHEAD = 1_000

const PATH = /^\/[^?]*$/

/** Returns a path as it is, and the hash of all else: what callers ask with, such as wallets, is in no key by itself. */
const toCacheKey = (target: string): string =>
  PATH.test(target) ? target : hash('sha256', target, 'base64url')

/** An answer, and the id of its endpoint. */
export interface CachedAnswer {
  reply: Reply
  endpoint: string
}

/**
 * Answers to GET by request target while `version` stays the same: answers depend on the release and the date alone.
 * Answers are cached from the second request on.
 */
export class AnswerCache {
  readonly #answers = new Cache<CachedAnswer>({
    maxEntries: MAX_ANSWERS,
    maxSize: MAX_ANSWER_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES / 4,
    getSize: ({ reply }, target) => (reply.body?.byteLength ?? 0) + target.length + OVERHEAD,
  })
  readonly #seen = new SeenFilter()
  readonly #version: () => string
  #cachedVersion = ''

  constructor(version: () => string) {
    this.#version = version
  }

  /** Current usage. */
  get load(): { entries: number; bytes: number } {
    return { entries: this.#answers.entries, bytes: this.#answers.size }
  }

  get(target: string): CachedAnswer | undefined {
    this.#follow()
    return this.#answers.get(toCacheKey(target))
  }

  /** Returns the state that answers depend on: read before an answer is built, and passed to `keep` with it. */
  version(): string {
    return this.#cachedVersion
  }

  /**
   * Caches an answer with status 200 that allows it and is not outdated; others must not fill the cache, and it must
   * contain no paid answer.
   */
  put(version: string, target: string, answer: CachedAnswer): void {
    const { status, isCacheable } = answer.reply
    if (
      version !== this.#cachedVersion ||
      status !== 200 ||
      isCacheable !== true ||
      target.length > MAX_TARGET
    )
      return
    const key = toCacheKey(target)
    if (this.#seen.add(key)) this.#answers.put(key, answer)
  }

  #follow(): void {
    const version = this.#version()
    if (version === this.#cachedVersion) return
    this.#answers.clear()
    this.#cachedVersion = version
  }
}
