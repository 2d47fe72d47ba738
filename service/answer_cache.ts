import type { Reply } from '../handler/reply.ts'

const MOST_ANSWERS = 20_000
const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_TARGET = 500

/**
 * Answers to GET by request target while `version` stays the same: answers depend on the release and the date alone.
 * It is emptied when it is full, since what is asked often is back at once.
 */
export class AnswerCache {
  readonly #answers = new Map<string, Reply>()
  readonly #version: () => string
  #kept = ''
  #bytes = 0

  constructor(version: () => string) {
    this.#version = version
  }

  get(target: string): Reply | undefined {
    this.#follow()
    return this.#answers.get(target)
  }

  /** What answers depend on at this moment: taken before an answer is made, and given to `keep` with it. */
  version(): string {
    return this.#kept
  }

  /** Keeps an answer with status 200 that is not outdated already; others must not fill the cache. */
  keep(version: string, target: string, reply: Reply): void {
    const size = reply.body?.byteLength ?? 0
    if (
      version !== this.#kept ||
      reply.status !== 200 ||
      target.length > LONGEST_TARGET ||
      size > MOST_BYTES / 4
    )
      return
    if (this.#answers.size >= MOST_ANSWERS || this.#bytes + size > MOST_BYTES) this.#empty()
    this.#answers.set(target, reply)
    this.#bytes += size
  }

  #follow(): void {
    const version = this.#version()
    if (version === this.#kept) return
    this.#empty()
    this.#kept = version
  }

  #empty(): void {
    this.#answers.clear()
    this.#bytes = 0
  }
}
