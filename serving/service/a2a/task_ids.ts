import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { A2A } from '../../../core/interface/service.ts'
import { RpcError } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'
import type { Ask } from './task.ts'

/** What the id of an open task says of it. */
export interface OpenTask {
  contextId: string
  /** What it was quoted for when it was made; null where it asked a question. */
  ask: Ask | null
  /** Milliseconds since 1970. */
  madeAt: number
}

const LIFETIME_MS = A2A.taskSeconds * 1_000
/** A key, what the id says in base64url, and the signature of both. */
const FORM = /^([\w-]{1,64})\.([\w-]{1,8000})\.([\w-]{43})$/

const payload = z.tuple([z.int(), z.string(), z.string().nullable(), z.record(z.string(), z.string())])

/**
 * Makes and reads the ids of open tasks. Such an id says what the task offers, signed under a secret of the installation,
 * so that a task that waits to be paid needs no place in a store that strangers can fill.
 */
export class TaskIds {
  readonly #secret: () => Promise<string>
  readonly #now: () => number

  constructor(secret: () => Promise<string>, now: () => number) {
    this.#secret = secret
    this.#now = now
  }

  /** The id of an open task; `key` is unique, and has no dot. */
  async sign(key: string, { contextId, ask, madeAt }: OpenTask): Promise<string> {
    const said: z.infer<typeof payload> = [madeAt, contextId, ask?.endpoint ?? null, { ...ask?.given }]
    const signed = `${key}.${Buffer.from(JSON.stringify(said)).toString('base64url')}`
    return `${signed}.${(await this.#mac(signed)).toString('base64url')}`
  }

  /** What an id says; null where it says nothing, as the id of a task that was never open. Throws RpcError -32001 for one that is forged. */
  async read(id: string): Promise<OpenTask | null> {
    const [, key, said = '', mac = ''] = FORM.exec(id) ?? []
    if (key === undefined) return null
    if (!timingSafeEqual(await this.#mac(`${key}.${said}`), Buffer.from(mac, 'base64url'))) throw forged()
    const [madeAt, contextId, endpoint, given] = payload.parse(
      JSON.parse(Buffer.from(said, 'base64url').toString('utf8')),
    )
    return { contextId, madeAt, ask: endpoint === null ? null : { endpoint, given } }
  }

  /** Whether the time of a task that nobody went on with is over. */
  isOver({ madeAt }: OpenTask): boolean {
    return madeAt + LIFETIME_MS <= this.#now()
  }

  async #mac(text: string): Promise<Buffer> {
    return createHmac('sha256', await this.#secret())
      .update(`task ${text}`)
      .digest()
  }
}

/** What the row of a task is found by. */
export const keyOf = (id: string): string => id.split('.', 1)[0] ?? ''

const forged = (): RpcError =>
  new RpcError(
    A2A_CODES.taskNotFound,
    'There is no task with this id: it was changed, or not made here. Send the whole id of the task as it was answered, or the request without a taskId for a new one.',
  )
