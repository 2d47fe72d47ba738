import type { RpcContext } from '../rpc/method.ts'
import { RpcError } from '../rpc/method.ts'
import { A2A_CODES } from './codes.ts'
import type { SentMessage } from './message.ts'
import type { OpenTasks } from './open_tasks.ts'
import { type Stamp, withStatus } from './record.ts'
import { type SendOptions, send } from './send.ts'
import { isTerminal, type Task } from './task.ts'
import type { ListQuery, TaskPage } from './task_list.ts'

/** The operations of the interface, whatever a revision calls them. All throw RpcError and StoreUnavailable. */
export interface TaskOperations {
  send(sent: SentMessage, context: RpcContext): Promise<Task>
  get(id: string, context: RpcContext): Promise<Task>
  list(query: ListQuery): Promise<TaskPage>
  cancel(id: string, context: RpcContext): Promise<Task>
}

/** Returns the operations; `list` is that of the store. */
export const createOperations = (options: SendOptions, list: TaskOperations['list']): TaskOperations => ({
  send: async (sent, context) => (await send(sent, context, options)).task,
  get: async (id, context) => (await options.open.find(id, context)).record.task,
  list,
  cancel: (id, context) => cancelTask(options.open, id, options.stamp, context),
})

async function cancelTask(open: OpenTasks, id: string, stamp: Stamp, context: RpcContext): Promise<Task> {
  const stored = await open.find(id, context)
  const { task, payment } = stored.record
  if (isTerminal(task)) throw notCancelable(`This task is ${task.status.state} and cannot be canceled.`)
  if (payment !== null)
    throw notCancelable('A payment for this task is being settled, so it cannot be canceled now.')
  const next = withStatus(stored.record, 'canceled', 'Canceled as requested; nothing was charged.', stamp)
  if ((await open.change(stored, next, context)) === null)
    throw notCancelable(
      'Another message to this task arrived at the same time. Read the task, then cancel it again.',
    )
  return next.task
}

const notCancelable = (message: string): RpcError => new RpcError(A2A_CODES.taskNotCancelable, message)
