import { A2A } from '../../interface/service.ts'
import type { Database } from '../store/database.ts'
import type { TaskRecord } from './task.ts'

/** A kept task, and its version: who changes it names the version that was read. */
export interface KeptTask {
  record: TaskRecord
  version: number
}

const LIFETIME_MS = A2A.taskSeconds * 1_000
const PRUNE_EVERY_MS = 60_000
const MOST_CHARACTERS = 65_536
/** What an id has to look like to be looked for; ours are UUIDs. */
const ID = /^[\w.-]{1,100}$/

const ADD = 'insert into a2a_tasks (id, version, record, expires_at) values ($1, 1, $2, $3)'
const FIND = 'select version, record from a2a_tasks where id = $1 and expires_at > $2'
const CHANGE = `
  update a2a_tasks set version = version + 1, record = $3, expires_at = $4
  where id = $1 and version = $2`

/** Keeps tasks for an hour after their last change. All methods throw StoreUnavailable. */
export class Tasks {
  readonly #db: Database
  readonly #now: () => number
  #prunedAt = 0

  constructor(db: Database, { now }: { now(): number }) {
    this.#db = db
    this.#now = now
  }

  /** Keeps a new task. */
  async add(record: TaskRecord): Promise<void> {
    const now = this.#now()
    await this.#prune(now)
    await this.#db.run(ADD, [record.task.id, jsonOf(record), now + LIFETIME_MS])
  }

  /** The task, or null when there is none, or none any more. */
  async find(id: string): Promise<KeptTask | null> {
    if (!ID.test(id)) return null
    const [row] = await this.#db.all<{ version: number; record: string }>(FIND, [id, this.#now()])
    return row === undefined ? null : { version: row.version, record: JSON.parse(row.record) as TaskRecord }
  }

  /** Puts `record` in the place of what was read; null when somebody else has changed it since. */
  async change({ version }: KeptTask, record: TaskRecord): Promise<KeptTask | null> {
    const values = [record.task.id, version, jsonOf(record), this.#now() + LIFETIME_MS]
    return (await this.#db.run(CHANGE, values)) === 1 ? { record, version: version + 1 } : null
  }

  async #prune(now: number): Promise<void> {
    if (now - this.#prunedAt < PRUNE_EVERY_MS) return
    this.#prunedAt = now
    await this.#db.run('delete from a2a_tasks where expires_at <= $1', [now])
  }
}

/** Where a task is too large, the oldest messages of its history go; an answer that was paid for is always kept whole. */
function jsonOf(record: TaskRecord): string {
  const { task } = record
  const json = JSON.stringify(record)
  if (json.length <= MOST_CHARACTERS || task.history.length <= 1) return json
  return jsonOf({ ...record, task: { ...task, history: task.history.slice(1) } })
}
