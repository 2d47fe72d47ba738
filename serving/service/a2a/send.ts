import { RPC_CODES } from '../../../core/interface/service.ts'
import { type RpcContext, RpcError } from '../rpc/method.ts'
import type { Answering } from './answer.ts'
import { taskEnded } from './codes.ts'
import type { ContextIds } from './context_ids.ts'
import type { SentMessage } from './message.ts'
import type { OpenTasks } from './open_tasks.ts'
import { invalidParams } from './params.ts'
import type { TaskPayments } from './pay.ts'
import { newRecord, type Stamp, withMessage } from './record.ts'
import { isTerminal, type TaskRecord } from './task.ts'
import type { StoredTask } from './tasks.ts'

/** Options of sending. */
export interface SendOptions {
  open: OpenTasks
  answering: Answering
  payments: TaskPayments
  contexts: ContextIds
  stamp: Stamp
}

/** Maximum number of caller messages in a task. */
const MAX_MESSAGES = 20
/** Maximum number of attempts with a message when others change the same task first. */
const MAX_TRIES = 4

/** Returns the task after a message: a new one, or the one that the message names. */
export async function send(sent: SentMessage, context: RpcContext, o: SendOptions): Promise<TaskRecord> {
  if (sent.taskId === null) return start(sent, context, o)
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const next = await continueTask(await o.open.find(sent.taskId, context), sent, context, o)
    if (next !== null) return next
  }
  throw new RpcError(
    RPC_CODES.internal,
    'Other messages to this task arrived at the same time. Send this one again.',
  )
}

async function start(sent: SentMessage, context: RpcContext, o: SendOptions): Promise<TaskRecord> {
  if (sent.payment !== null)
    throw invalidParams(
      'A payment belongs to a task: send the request first, then the payment with the taskId of its answer. Nothing was charged.',
    )
  const contextId = sent.contextId ?? (await o.contexts.create(o.stamp.newId()))
  const record = withMessage(newRecord(contextId, o.stamp), sent.message)
  return o.open.add(await o.answering.answer(record, sent, context), context)
}

/** Returns the task after one more message; null if another message changed it meanwhile. */
async function continueTask(
  stored: StoredTask,
  sent: SentMessage,
  context: RpcContext,
  o: SendOptions,
): Promise<TaskRecord | null> {
  const { record } = stored
  if (sent.contextId !== null && sent.contextId !== record.task.contextId)
    throw invalidParams(
      'This task belongs to another context. Send its own contextId, or leave contextId out.',
    )
  const { payment } = sent
  if (payment?.kind === 'submitted') {
    if (payment.hash !== record.payment) checkCount(record)
    return o.payments.pay(stored, payment, sent, context)
  }
  if (payment?.kind === 'rejected')
    return o.open.change(stored, o.payments.reject(withMessage(record, sent.message)), context)
  checkOpen(record)
  checkCount(record)
  const next = await o.answering.answer(withMessage(record, sent.message), sent, context)
  return o.open.change(stored, next, context)
}

function checkOpen({ task, payment }: TaskRecord): void {
  if (isTerminal(task))
    throw taskEnded(
      `This task is ${task.status.state} and takes no more messages. Send the message without a taskId to start a new task.`,
    )
  if (payment !== null)
    throw invalidParams(
      'A payment for this task is being settled. Send that payment again to get its result.',
    )
}

function checkCount({ task }: TaskRecord): void {
  if (task.history.filter(({ role }) => role === 'user').length >= MAX_MESSAGES)
    throw invalidParams(
      `A task takes at most ${MAX_MESSAGES} messages. Send the message without a taskId to start a new task.`,
    )
}
