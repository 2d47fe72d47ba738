import { A2A } from '../../../core/interface/service.ts'
import type { ByteBudget } from '../limits/byte_budget.ts'
import type { StateDatabase } from '../store/database.ts'
import type { TaskRecord } from './task.ts'
import { keyOf } from './task_ids.ts'

/** A task as it stands, with the version of its row: who changes it names the version that was read. */
export interface KeptTask {
  record: TaskRecord
  /** 0 for a task without a row, whose id says all that is known of it. */
  version: number
  /** Of the JSON of its row, as it was read or written. */
  bytes: number
}

/** What became of a change: the task as it is kept now, or why it is not. */
export type Change = KeptTask | 'raced' | 'no room'

const LIFETIME_MS = A2A.taskSeconds * 1_000
const PRUNE_EVERY_MS = 60_000
const MAX_BYTES = 65_536
/** How many bytes of tasks that nobody paid for are kept for callers in an hour. */
export const TASK_BUDGET = { caller: 2 * 2 ** 20, all: 64 * 2 ** 20 }
/** What a key has to look like to be looked for; ours are UUIDs. */
const KEY = /^[\w-]{1,100}$/

const ADD = `
  insert into a2a_tasks (id, version, record, expires_at) values ($1, 1, $2, $3)
  on conflict (id) do nothing`
const FIND = 'select version, record from a2a_tasks where id = $1 and expires_at > $2'
const CHANGE = `
  update a2a_tasks set version = version + 1, record = $3, expires_at = $4
  where id = $1 and version = $2`
const FORGET = 'delete from a2a_tasks where id = $1 and version = $2'

/**
 * Keeps tasks for an hour after their last change: what was paid always, all else within a budget of bytes. Beyond it
 * nothing is refused that can be answered or sold, since an open task needs no row. All methods throw StoreUnavailable.
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

  /** The task whose row has the key of this id, or null when there is none, or none any more. */
  async find(id: string): Promise<KeptTask | null> {
    const key = keyOf(id)
    if (!KEY.test(key)) return null
    const [row] = await this.#db.all<{ version: number; record: string }>(FIND, [key, this.#now()])
    if (row === undefined) return null
    const { version, record: json } = row
    const record = JSON.parse(json) as TaskRecord
    return record.task.id === id ? { version, record, bytes: Buffer.byteLength(json) } : null
  }

  /** Puts `record` in the place of what was read, as far as there is room for it. */
  async change(kept: KeptTask, record: TaskRecord, caller: string): Promise<Change> {
    if (!this.#budget.take(caller, grown(kept, record))) return 'no room'
    return this.#write(kept, record)
  }

  /** The same for what was paid, which there is always room for. */
  async changePaid(kept: KeptTask, record: TaskRecord, caller: string): Promise<KeptTask | 'raced'> {
    this.#budget.add(caller, grown(kept, record))
    return this.#write(kept, record)
  }

  /** The same while a payment is under way; what becomes of it is to follow, and counts then. */
  changeForNow(kept: KeptTask, record: TaskRecord): Promise<KeptTask | 'raced'> {
    return this.#write(kept, record)
  }

  /** Takes a change for now back, where no other came after it. */
  async takeBack({ version }: KeptTask, before: KeptTask): Promise<void> {
    if (before.version > 0) await this.#write({ ...before, version }, before.record)
    else await this.#db.run(FORGET, [keyOf(before.record.task.id), version])
  }

  async #write({ version }: KeptTask, record: TaskRecord): Promise<KeptTask | 'raced'> {
    const now = this.#now()
    const { json, bytes } = jsonOf(record)
    const key = keyOf(record.task.id)
    await this.#prune(now)
    const rows =
      version === 0
        ? await this.#db.run(ADD, [key, json, now + LIFETIME_MS])
        : await this.#db.run(CHANGE, [key, version, json, now + LIFETIME_MS])
    return rows === 1 ? { record, version: version + 1, bytes } : 'raced'
  }

  async #prune(now: number): Promise<void> {
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return
    this.#prunedAt = now
    await this.#db.run('delete from a2a_tasks where expires_at <= $1', [now])
  }
}

const grown = (kept: KeptTask, record: TaskRecord): number => Math.max(0, jsonOf(record).bytes - kept.bytes)

/** Where a task is too large, the oldest messages of its history go; an answer that was paid for is always kept whole. */
function jsonOf(record: TaskRecord): { json: string; bytes: number } {
  const { task } = record
  const json = JSON.stringify(record)
  const bytes = Buffer.byteLength(json)
  if (bytes <= MAX_BYTES || task.history.length <= 1) return { json, bytes }
  return jsonOf({ ...record, task: { ...task, history: task.history.slice(1) } })
}

/** A task that has no row yet. */
export const unkept = (record: TaskRecord): KeptTask => ({ record, version: 0, bytes: 0 })
