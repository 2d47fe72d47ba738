import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { A2A } from '../../../core/interface/service.ts'
import { RpcError } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'
import type { Ask } from './task.ts'

/** The content of an open task's id. */
export interface OpenTask {
  contextId: string
  /** The purchase quoted when the task was created; null if it asked a question. */
  ask: Ask | null
  /** Milliseconds since 1970. */
  createdAt: number
}

const LIFETIME_MS = A2A.taskSeconds * 1_000
/** A key, the content in base64url, and the signature of both. */
const FORM = /^([\w-]{1,64})\.([\w-]{1,8000})\.([\w-]{43})$/

const payload = z.tuple([z.int(), z.string(), z.string().nullable(), z.record(z.string(), z.string())])

/**
 * Signs and reads the ids of open tasks. Such an id encodes the task's offer, signed with a secret of the installation,
 * so that a task that waits for payment needs no row in a store that any caller can fill.
 */
export class TaskIds {
  readonly #secret: () => Promise<string>
  readonly #now: () => number

  constructor(secret: () => Promise<string>, now: () => number) {
    this.#secret = secret
    this.#now = now
  }

  /** Returns the id of an open task; `key` is unique, and has no dot. */
  async sign(key: string, { contextId, ask, createdAt }: OpenTask): Promise<string> {
    const claims: z.infer<typeof payload> = [createdAt, contextId, ask?.endpoint ?? null, { ...ask?.given }]
    const signed = `${key}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
    return `${signed}.${(await this.#mac(signed)).toString('base64url')}`
  }

  /** Returns the content of an id; null without one, as of a task never open. Throws RpcError -32001 if forged. */
  async read(id: string): Promise<OpenTask | null> {
    const [, key, claims = '', mac = ''] = FORM.exec(id) ?? []
    if (key === undefined) return null
    if (!timingSafeEqual(await this.#mac(`${key}.${claims}`), Buffer.from(mac, 'base64url')))
      throw forgedError()
    const [createdAt, contextId, endpoint, given] = payload.parse(
      JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')),
    )
    return { contextId, createdAt, ask: endpoint === null ? null : { endpoint, given } }
  }

  /** True if an open task has expired. */
  isExpired({ createdAt }: OpenTask): boolean {
    return createdAt + LIFETIME_MS <= this.#now()
  }

  async #mac(text: string): Promise<Buffer> {
    return createHmac('sha256', await this.#secret())
      .update(`task ${text}`)
      .digest()
  }
}

/** Returns the key of a task's row. */
export const getRowKey = (id: string): string => id.split('.', 1)[0] ?? ''

const forgedError = (): RpcError =>
  new RpcError(
    A2A_CODES.taskNotFound,
    'There is no task with this id: it was changed, or not made here. Send the whole id of the task as it was answered, or the request without a taskId for a new one.',
  )
