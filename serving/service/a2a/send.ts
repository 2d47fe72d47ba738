import { RPC_CODES } from '../../../core/interface/service.ts'
import { callerOf, type RpcContext, RpcError } from '../rpc/method.ts'
import type { Answering } from './answer.ts'
import { A2A_CODES } from './codes.ts'
import { invalidParams, type Sent } from './message.ts'
import type { TaskPayments } from './pay.ts'
import { newRecord, type Stamp, withMessage, withStatus } from './record.ts'
import { isTerminal, type TaskRecord } from './task.ts'
import type { KeptTask, Tasks } from './tasks.ts'

/** What sending works with. */
export interface SendOptions {
  tasks: Tasks
  answering: Answering
  payments: TaskPayments
  stamp: Stamp
}

/** How many messages of the caller one task takes. */
const MOST_MESSAGES = 20
const NOT_KEPT =
  'There is no space for this task now, so it is closed: send the corrected request without a taskId, as a new one.'
/** How often a message is taken up again when another one to the same task came first. */
const MOST_TRIES = 4

/** The task after a message: a new one, or the one that the message names. */
export async function send(sent: Sent, context: RpcContext, o: SendOptions): Promise<TaskRecord> {
  if (sent.taskId === null) return start(sent, context, o)
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const next = await goOn(await keptTask(o.tasks, sent.taskId), sent, context, o)
    if (next !== null) return next
  }
  throw new RpcError(
    RPC_CODES.internal,
    'Other messages to this task arrived at the same time. Send this one again.',
  )
}

/** The task of this id. Throws RpcError -32001. */
export async function keptTask(tasks: Tasks, id: string): Promise<KeptTask> {
  const kept = await tasks.find(id)
  if (kept !== null) return kept
  throw new RpcError(
    A2A_CODES.taskNotFound,
    'There is no task with this id, or it has expired. Send the request without a taskId for a new one.',
  )
}

async function start(sent: Sent, context: RpcContext, o: SendOptions): Promise<TaskRecord> {
  if (sent.payment !== null)
    throw invalidParams(
      'A payment belongs to a task: send the request first, then the payment with the taskId of its answer. Nothing was charged.',
    )
  const record = withMessage(newRecord(sent.contextId, o.stamp), sent.message)
  const next = await o.answering.answer(record, sent, context)
  return (await o.tasks.add(next, callerOf(context))) ? next : closed(next, o.stamp)
}

/** A task that is not kept: one that asks its caller something takes no answer, so that a new request has to follow. */
function closed(record: TaskRecord, stamp: Stamp): TaskRecord {
  if (isTerminal(record.task)) return record
  const [part] = record.task.status.message?.parts ?? []
  const question = part?.kind === 'text' ? part.text : ''
  return withStatus(record, 'rejected', `${question} ${NOT_KEPT}`, stamp)
}

/** The task after one more message; null when another message changed it meanwhile. */
async function goOn(
  kept: KeptTask,
  sent: Sent,
  context: RpcContext,
  o: SendOptions,
): Promise<TaskRecord | null> {
  const { record } = kept
  if (sent.contextId !== null && sent.contextId !== record.task.contextId)
    throw invalidParams(
      'This task belongs to another context. Send its own contextId, or leave contextId out.',
    )
  const { payment } = sent
  if (payment?.kind === 'submitted') {
    if (payment.hash !== record.payment) checkCount(record)
    return o.payments.pay(kept, payment, sent, context)
  }
  if (payment?.kind === 'rejected')
    return changed(o.tasks, kept, o.payments.reject(withMessage(record, sent.message)), context)
  checkOpen(record)
  checkCount(record)
  const next = await o.answering.answer(withMessage(record, sent.message), sent, context)
  return changed(o.tasks, kept, next, context)
}

const changed = async (
  tasks: Tasks,
  kept: KeptTask,
  next: TaskRecord,
  context: RpcContext,
): Promise<TaskRecord | null> => (await tasks.change(kept, next, callerOf(context))) && next

function checkOpen({ task, payment }: TaskRecord): void {
  if (isTerminal(task))
    throw invalidParams(
      `This task is ${task.status.state} and takes no more messages. Send the message without a taskId to start a new task.`,
    )
  if (payment !== null)
    throw invalidParams(
      'A payment for this task is being settled. Send that payment again to get its result.',
    )
}

function checkCount({ task }: TaskRecord): void {
  if (task.history.filter(({ role }) => role === 'user').length >= MOST_MESSAGES)
    throw invalidParams(
      `A task takes at most ${MOST_MESSAGES} messages. Send the message without a taskId to start a new task.`,
    )
}
