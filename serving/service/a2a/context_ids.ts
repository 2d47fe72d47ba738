import { createHmac, timingSafeEqual } from 'node:crypto'

/** A UUID: what is random in it, and its last group. */
const FORM = /^([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-)([\da-f]{12})$/
const GROUP = 12

/**
 * Makes and knows the ids of contexts. The last group of one is a signature of the others: nobody guesses an id that
 * was made here, so whoever names it was told it. One that a caller chose may be as simple as "1".
 */
export class ContextIds {
  readonly #secret: () => Promise<string>

  constructor(secret: () => Promise<string>) {
    this.#secret = secret
  }

  /** Returns the id of a new context, from a random UUID. */
  async create(uuid: string): Promise<string> {
    const random = uuid.slice(0, -GROUP)
    return random + (await this.#sign(random))
  }

  /** True if the id of a context was made here. */
  async isOurs(contextId: string): Promise<boolean> {
    const [, random = '', signature = ''] = FORM.exec(contextId) ?? []
    if (random === '') return false
    return timingSafeEqual(Buffer.from(await this.#sign(random)), Buffer.from(signature))
  }

  async #sign(random: string): Promise<string> {
    return createHmac('sha256', await this.#secret())
      .update(`context ${random}`)
      .digest('hex')
      .slice(0, GROUP)
  }
}
