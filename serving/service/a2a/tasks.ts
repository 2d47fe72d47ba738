import { A2A, RPC_CODES } from '../../../core/interface/service.ts'
import type { ByteBudget } from '../byte_budget.ts'
import { RpcError } from '../rpc/method.ts'
import type { StateDatabase } from '../store/database.ts'
import { isTerminal, type TaskRecord } from './task.ts'

/** A kept task, and its version: who changes it names the version that was read. */
export interface KeptTask {
  record: TaskRecord
  version: number
  /** Of its JSON, as it was read or written. */
  bytes: number
}

const LIFETIME_MS = A2A.taskSeconds * 1_000
const PRUNE_EVERY_MS = 60_000
const MOST_BYTES = 65_536
/** How many bytes of tasks are kept for callers in an hour. */
export const TASK_BUDGET = { caller: 2 * 2 ** 20, all: 64 * 2 ** 20 }
/** The share of the budget for tasks that nothing is for sale in; the rest is for those that wait to be paid. */
export const FREE_SHARE = 0.5
/** What an id has to look like to be looked for; ours are UUIDs. */
const ID = /^[\w.-]{1,100}$/

const ADD = 'insert into a2a_tasks (id, version, record, expires_at) values ($1, 1, $2, $3)'
const FIND = 'select version, record from a2a_tasks where id = $1 and expires_at > $2'
const CHANGE = `
  update a2a_tasks set version = version + 1, record = $3, expires_at = $4
  where id = $1 and version = $2`

/**
 * Keeps tasks for an hour after their last change, within a budget of bytes: beyond it, those that nothing is for sale in
 * are not kept, and those that wait to be paid are refused. All methods throw StoreUnavailable.
 */
export class Tasks {
  readonly #db: StateDatabase
  readonly #now: () => number
  readonly #budget: ByteBudget
  #prunedAt = 0

  constructor(db: StateDatabase, { now, budget }: { now(): number; budget: ByteBudget }) {
    this.#db = db
    this.#now = now
    this.#budget = budget
  }

  /** Whether a new task of a caller is kept. Throws RpcError -32029 for one that cannot be paid unless it is. */
  async add(record: TaskRecord, caller: string): Promise<boolean> {
    const now = this.#now()
    const { json, bytes } = jsonOf(record)
    const isFree = record.ask === null || isTerminal(record.task)
    if (!this.#budget.take(caller, bytes, isFree ? FREE_SHARE : 1)) {
      if (isFree) return false
      throw tooManyBytes()
    }
    await this.#prune(now)
    await this.#db.run(ADD, [record.task.id, json, now + LIFETIME_MS])
    return true
  }

  /** The task, or null when there is none, or none any more. */
  async find(id: string): Promise<KeptTask | null> {
    if (!ID.test(id)) return null
    const [row] = await this.#db.all<{ version: number; record: string }>(FIND, [id, this.#now()])
    if (row === undefined) return null
    const { version, record } = row
    return { version, record: JSON.parse(record) as TaskRecord, bytes: Buffer.byteLength(record) }
  }

  /**
   * Puts `record` in the place of what was read; null when somebody else has changed it since. Throws RpcError -32029
   * where it has grown beyond the budget of the caller, unless that is for what was paid.
   */
  async change(kept: KeptTask, record: TaskRecord, caller: string, isPaid = false): Promise<KeptTask | null> {
    const { version } = kept
    const { json, bytes } = jsonOf(record)
    const grown = Math.max(0, bytes - kept.bytes)
    if (isPaid) this.#budget.add(caller, grown)
    else if (!this.#budget.take(caller, grown)) throw tooManyBytes()
    const values = [record.task.id, version, json, this.#now() + LIFETIME_MS]
    return (await this.#db.run(CHANGE, values)) === 1 ? { record, version: version + 1, bytes } : null
  }

  async #prune(now: number): Promise<void> {
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return
    this.#prunedAt = now
    await this.#db.run('delete from a2a_tasks where expires_at <= $1', [now])
  }
}

/** Where a task is too large, the oldest messages of its history go; an answer that was paid for is always kept whole. */
function jsonOf(record: TaskRecord): { json: string; bytes: number } {
  const { task } = record
  const json = JSON.stringify(record)
  const bytes = Buffer.byteLength(json)
  if (bytes <= MOST_BYTES || task.history.length <= 1) return { json, bytes }
  return jsonOf({ ...record, task: { ...task, history: task.history.slice(1) } })
}

const tooManyBytes = (): RpcError =>
  new RpcError(
    RPC_CODES.rateLimited,
    'The unfinished tasks of your address, or of all callers, take all the space there is for an hour. Finish or shorten your requests, or try again in an hour; nothing was charged.',
  )
