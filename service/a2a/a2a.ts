import { A2A } from '../../interface/service.ts'
import { RpcError, type RpcInterface, type RpcMethod } from '../rpc/method.ts'
import type { Database } from '../store/database.ts'
import { Answering } from './answer.ts'
import { A2A_CODES } from './codes.ts'
import { pushNotSupported, readSend, readTask } from './message.ts'
import type { PaidSkills } from './paid_skills.ts'
import { TaskPayments } from './pay.ts'
import { moved } from './record.ts'
import { keptTask, send } from './send.ts'
import { isTerminal, type Task } from './task.ts'
import { Tasks } from './tasks.ts'

/** What the agent-to-agent interface works with. */
export interface A2aOptions {
  /** Keeps the tasks. */
  db: Database
  paid: PaidSkills
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUID. */
  newId(): string
}

/** The agent-to-agent interface. Its methods throw StoreUnavailable. */
export function createA2a({ db, paid, now, newId }: A2aOptions): RpcInterface {
  const stamp = { now, newId }
  const tasks = new Tasks(db, { now })
  const answering = new Answering(paid, stamp)
  const payments = new TaskPayments({ tasks, answering, paid, stamp })
  return {
    methods: {
      'message/send': async (params, context) => {
        const sent = readSend(params)
        return shown(
          (await send(sent, context, { tasks, answering, payments, stamp })).task,
          sent.historyLength,
        )
      },
      'tasks/get': async (params) => {
        const { id, historyLength } = readTask(params)
        return shown((await keptTask(tasks, id)).record.task, historyLength)
      },
      'tasks/cancel': async (params) => shown(await canceled(tasks, readTask(params).id, stamp), null),
      ...UNSUPPORTED,
    },
    window: () => ({ name: 'a2a', limit: A2A.limit }),
    isPure: false,
  }
}

/** The JSON of a task, with the last messages of its history where so many were asked for. */
const shown = (task: Task, historyLength: number | null): string =>
  JSON.stringify(
    historyLength === null
      ? task
      : { ...task, history: historyLength === 0 ? [] : task.history.slice(-historyLength) },
  )

async function canceled(tasks: Tasks, id: string, stamp: { now(): number; newId(): string }): Promise<Task> {
  const kept = await keptTask(tasks, id)
  const { task, payment } = kept.record
  if (isTerminal(task)) throw notCancelable(`This task is ${task.status.state} and cannot be canceled.`)
  if (payment !== null)
    throw notCancelable('A payment of this task is being settled, so it cannot be canceled now.')
  const next = moved(kept.record, 'canceled', 'Canceled as you asked; nothing was charged.', stamp)
  if ((await tasks.change(kept, next)) === null)
    throw notCancelable(
      'A message to this task came at the same time. tasks/get shows it; cancel it again then.',
    )
  return next.task
}

const notCancelable = (message: string): RpcError => new RpcError(A2A_CODES.taskNotCancelable, message)

const refuse =
  (error: () => RpcError): RpcMethod =>
  async () => {
    throw error()
  }

const noStreaming = refuse(
  () =>
    new RpcError(
      A2A_CODES.unsupportedOperation,
      'This operation is not supported: nothing is streamed here. Use message/send, whose answer is complete.',
    ),
)
const noPush = refuse(pushNotSupported)
const noExtendedCard = refuse(
  () =>
    new RpcError(
      A2A_CODES.noExtendedCard,
      'There is no extended card: all that there is stands in /.well-known/agent-card.json.',
    ),
)

/** Methods that A2A leaves to the server, and that are not served. */
const UNSUPPORTED: Record<string, RpcMethod> = {
  'message/stream': noStreaming,
  'tasks/resubscribe': noStreaming,
  'tasks/pushNotificationConfig/set': noPush,
  'tasks/pushNotificationConfig/get': noPush,
  'tasks/pushNotificationConfig/list': noPush,
  'tasks/pushNotificationConfig/delete': noPush,
  'agent/getAuthenticatedExtendedCard': noExtendedCard,
}
