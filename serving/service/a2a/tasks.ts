import { A2A } from '../../../core/interface/service.ts'
import type { ByteBudget } from '../limits/byte_budget.ts'
import type { SqlValue, StateDatabase } from '../store/database.ts'
import type { ContextIds } from './context_ids.ts'
import type { TaskRecord } from './task.ts'
import { getRowKey } from './task_ids.ts'

/** A stored task with the version of its row: a change names the version that was read. */
export interface StoredTask {
  record: TaskRecord
  /** 0 for a task without a row, which is restored from its id. */
  version: number
  /** Size of the JSON of its row, as it was read or written. */
  bytes: number
}

/** The result of a change: the stored task, or why it was not stored. */
export type Change = StoredTask | 'raced' | 'no room'

const LIFETIME_MS = A2A.taskSeconds * 1_000
const PRUNE_EVERY_MS = 60_000
const MAX_BYTES = 65_536
/** Maximum bytes of unpaid tasks stored for callers in an hour. */
export const TASK_BUDGET = { caller: 2 * 2 ** 20, all: 64 * 2 ** 20 }
/** Valid keys for a lookup; ours are UUIDs. */
const KEY = /^[\w-]{1,100}$/

const ADD = `
  insert into a2a_tasks (id, version, record, expires_at, context_id, state, status_at)
  values ($1, 1, $2, $3, $4, $5, $6)
  on conflict (id) do nothing`
const FIND = 'select version, record from a2a_tasks where id = $1 and expires_at > $2'
const CHANGE = `
  update a2a_tasks
  set version = version + 1, record = $3, expires_at = $4, context_id = $5, state = $6, status_at = $7
  where id = $1 and version = $2`
const FORGET = 'delete from a2a_tasks where id = $1 and version = $2'

/**
 * Stores tasks for an hour after their last change: paid ones always, others within a budget of bytes. Beyond it
 * nothing is refused that can be answered or sold, since an open task needs no row. All methods throw StoreUnavailable.
 */
export class Tasks {
  readonly #db: StateDatabase
  readonly #now: () => number
  readonly #budget: ByteBudget
  readonly #contexts: ContextIds
  #prunedAt = 0

  constructor(
    db: StateDatabase,
    { now, budget, contexts }: { now(): number; budget: ByteBudget; contexts: ContextIds },
  ) {
    this.#db = db
    this.#now = now
    this.#budget = budget
    this.#contexts = contexts
  }

  /** Returns the task whose row has the key of this id, or null if there is none or it has expired. */
  async find(id: string): Promise<StoredTask | null> {
    const key = getRowKey(id)
    if (!KEY.test(key)) return null
    const [row] = await this.#db.all<{ version: number; record: string }>(FIND, [key, this.#now()])
    if (row === undefined) return null
    const { version, record: json } = row
    const record = JSON.parse(json) as TaskRecord
    return record.task.id === id ? { version, record, bytes: Buffer.byteLength(json) } : null
  }

  /** Replaces the version that was read by `record`, if there is room. */
  async change(stored: StoredTask, record: TaskRecord, caller: string): Promise<Change> {
    if (!this.#budget.take(caller, addedBytes(stored, record))) return 'no room'
    return this.#write(stored, record)
  }

  /** Does the same for a paid task, which always has room. */
  async changePaid(stored: StoredTask, record: TaskRecord, caller: string): Promise<StoredTask | 'raced'> {
    this.#budget.add(caller, addedBytes(stored, record))
    return this.#write(stored, record)
  }

  /** Does the same while a payment is in progress; its result follows, and counts then. */
  changeTemporarily(stored: StoredTask, record: TaskRecord): Promise<StoredTask | 'raced'> {
    return this.#write(stored, record)
  }

  /** Reverts a temporary change, unless another one followed. */
  async revert({ version }: StoredTask, before: StoredTask): Promise<void> {
    if (before.version > 0) await this.#write({ ...before, version }, before.record)
    else await this.#db.run(FORGET, [getRowKey(before.record.task.id), version])
  }

  async #write({ version }: StoredTask, record: TaskRecord): Promise<StoredTask | 'raced'> {
    const now = this.#now()
    const { json, bytes } = toJson(record)
    const key = getRowKey(record.task.id)
    await this.#prune(now)
    const columns = [json, now + LIFETIME_MS, ...(await this.#listColumns(record))]
    const rows =
      version === 0
        ? await this.#db.run(ADD, [key, ...columns])
        : await this.#db.run(CHANGE, [key, version, ...columns])
    return rows === 1 ? { record, version: version + 1, bytes } : 'raced'
  }

  /** Returns the columns that a list selects by; a context that its caller named is null, and so never listed. */
  async #listColumns({ task }: TaskRecord): Promise<SqlValue[]> {
    const { contextId, status } = task
    const listed = (await this.#contexts.isOurs(contextId)) ? contextId : null
    return [listed, status.state, Date.parse(status.timestamp)]
  }

  async #prune(now: number): Promise<void> {
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return
    this.#prunedAt = now
    await this.#db.run('delete from a2a_tasks where expires_at <= $1', [now])
  }
}

const addedBytes = (stored: StoredTask, record: TaskRecord): number =>
  Math.max(0, toJson(record).bytes - stored.bytes)

/** Returns the JSON of a task; if too large, without the oldest messages of its history. A paid answer is complete. */
function toJson(record: TaskRecord): { json: string; bytes: number } {
  const { task } = record
  const json = JSON.stringify(record)
  const bytes = Buffer.byteLength(json)
  if (bytes <= MAX_BYTES || task.history.length <= 1) return { json, bytes }
  return toJson({ ...record, task: { ...task, history: task.history.slice(1) } })
}

/** Returns a task without a row. */
export const withoutRow = (record: TaskRecord): StoredTask => ({ record, version: 0, bytes: 0 })
