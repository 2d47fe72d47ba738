import { RPC_CODES } from '../../../core/interface/service.ts'
import { getCaller, type RpcContext, RpcError } from '../rpc/method.ts'
import { Answering } from './answer.ts'
import { A2A_CODES } from './codes.ts'
import type { PaidSkills } from './paid_skills.ts'
import { isTerminal, type Message, type TaskRecord } from './task.ts'
import { getRowKey, type OpenTask, type TaskIds } from './task_ids.ts'
import { type StoredTask, type Tasks, withoutRow } from './tasks.ts'

/** Options of open tasks. */
export interface OpenTasksOptions {
  tasks: Tasks
  ids: TaskIds
  paid: PaidSkills
}

/** Finds and stores tasks; an open one has a signed id that encodes its offer, so that it needs no row. */
export class OpenTasks {
  readonly #o: OpenTasksOptions

  constructor(options: OpenTasksOptions) {
    this.#o = options
  }

  /** Returns the task of this id. Throws RpcError -32001. */
  async find(id: string, context: RpcContext): Promise<StoredTask> {
    const { ids, tasks, paid } = this.#o
    const open = await ids.read(id)
    const stored = await tasks.find(id)
    if (stored !== null) return stored
    if (open === null || ids.isExpired(open)) throw taskNotFoundError()
    const key = getRowKey(id)
    const answering = new Answering(paid, { now: () => open.createdAt, newId: () => firstMessageId(key) })
    return withoutRow(await answering.restore(toOpenRecord(id, open), open.ask, context))
  }

  /** Stores a new task if there is room; one that waits for payment needs no row. */
  async add(record: TaskRecord, context: RpcContext): Promise<TaskRecord> {
    const { tasks } = this.#o
    const named = isTerminal(record.task) ? record : await this.#withSignedId(record)
    if (isTerminal(named.task) || named.ask === null)
      await tasks.change(withoutRow(named), named, getCaller(context))
    return named
  }

  /**
   * Stores a continued task; null if another message changed it meanwhile. Without room, an answer or an unchanged
   * offer is still returned; anything else throws RpcError -32029.
   */
  async change(stored: StoredTask, next: TaskRecord, context: RpcContext): Promise<TaskRecord | null> {
    const changed = await this.#o.tasks.change(stored, next, getCaller(context))
    if (changed === 'raced') return null
    if (changed === 'no room' && !isReturnable(stored.record, next)) throw noRoomError()
    return next
  }

  async #withSignedId(record: TaskRecord): Promise<TaskRecord> {
    const { task, ask } = record
    const { id: key, contextId, status } = task
    const id = await this.#o.ids.sign(key, { contextId, ask, createdAt: Date.parse(status.timestamp) })
    const renamed = (message: Message) => ({ ...message, taskId: id })
    const firstMessage = status.message && { ...renamed(status.message), messageId: firstMessageId(key) }
    return {
      ...record,
      task: {
        ...task,
        id,
        status: { ...status, ...(firstMessage === undefined ? {} : { message: firstMessage }) },
        history: task.history.map(renamed),
      },
    }
  }
}

/** True if a change may be returned without being stored: it is the answer, or offers the same. */
const isReturnable = ({ ask }: TaskRecord, next: TaskRecord): boolean =>
  isTerminal(next.task)
    ? next.task.status.state !== 'canceled'
    : JSON.stringify(ask) === JSON.stringify(next.ask)

/** Returns the id of the service's first message in a task. */
const firstMessageId = (key: string): string => `${key}-1`

const toOpenRecord = (id: string, { contextId, createdAt }: OpenTask): TaskRecord => ({
  task: {
    ...{ kind: 'task', id, contextId, history: [] },
    status: { state: 'submitted', timestamp: new Date(createdAt).toISOString() },
  },
  ...{ ask: null, payment: null, receipts: [] },
})

const taskNotFoundError = (): RpcError =>
  new RpcError(
    A2A_CODES.taskNotFound,
    'There is no task with this id, or it has expired. Send the request without a taskId for a new one.',
  )

const noRoomError = (): RpcError =>
  new RpcError(
    RPC_CODES.rateLimited,
    'There is no room to keep what this task was changed to, so it stays as it was, and nothing was charged. Send the request without a taskId: what is answered or sold needs no room. An open task ends by itself after an hour.',
  )
