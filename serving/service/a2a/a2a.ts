import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import type { ByteBudget } from '../limits/byte_budget.ts'
import { type Params, type RpcContext, RpcError, type RpcInterface } from '../rpc/method.ts'
import type { StateDatabase } from '../store/database.ts'
import { installationSecret } from '../store/installation_secret.ts'
import { Answering } from './answer.ts'
import { A2A_CODES } from './codes.ts'
import { EXAMPLE, pushNotSupported, readSend, readTask } from './message.ts'
import { OpenTasks } from './open_tasks.ts'
import type { PaidSkills } from './paid_skills.ts'
import { TaskPayments } from './pay.ts'
import { type Stamp, withStatus } from './record.ts'
import { send } from './send.ts'
import { isTerminal, type Task } from './task.ts'
import { TaskIds } from './task_ids.ts'
import { Tasks } from './tasks.ts'
import { refuseVersion } from './version.ts'

/** Options of the agent-to-agent interface. */
export interface A2aOptions {
  /** Stores the tasks. */
  db: StateDatabase
  /** Bounds the bytes of stored tasks. */
  budget: ByteBudget
  paid: PaidSkills
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUID. */
  newId(): string
}

/** Creates the agent-to-agent interface. Its methods throw StoreUnavailable. */
export function createA2a({ db, budget, paid, now, newId }: A2aOptions): RpcInterface {
  const stamp = { now, newId }
  const tasks = new Tasks(db, { now, budget })
  const ids = new TaskIds(installationSecret(db, 'a2a_tasks'), now)
  const open = new OpenTasks({ tasks, ids, paid })
  const answering = new Answering(paid, stamp)
  const payments = new TaskPayments({ tasks, answering, paid, stamp })
  return {
    methods: {
      'message/send': async (params, context) => {
        const sent = readSend(params)
        const { task } = await send(sent, context, { open, answering, payments, stamp })
        return formatTask(task, sent.historyLength)
      },
      'tasks/get': async (params, context) => {
        const { id, historyLength } = readTask(params)
        return formatTask((await open.find(id, context)).record.task, historyLength)
      },
      'tasks/cancel': async (params, context) =>
        formatTask(await cancelTask(open, readTask(params).id, stamp, context), null),
    },
    unsupported: UNSUPPORTED,
    example: EXAMPLE,
    checkParams: (method, params) => PARAMS[method]?.(params),
    window: () => ({ name: 'a2a', limit: RATE_LIMITS.a2a }),
    refuse: refuseVersion,
    isPure: false,
  }
}

/** Returns the JSON of a task, with the last messages of its history if so many were requested. */
const formatTask = (task: Task, historyLength: number | null): string =>
  JSON.stringify(
    historyLength === null
      ? task
      : { ...task, history: historyLength === 0 ? [] : task.history.slice(-historyLength) },
  )

async function cancelTask(open: OpenTasks, id: string, stamp: Stamp, context: RpcContext): Promise<Task> {
  const stored = await open.find(id, context)
  const { task, payment } = stored.record
  if (isTerminal(task)) throw notCancelable(`This task is ${task.status.state} and cannot be canceled.`)
  if (payment !== null)
    throw notCancelable('A payment for this task is being settled, so it cannot be canceled now.')
  const next = withStatus(stored.record, 'canceled', 'Canceled as requested; nothing was charged.', stamp)
  if ((await open.change(stored, next, context)) === null)
    throw notCancelable(
      'Another message to this task arrived at the same time. Read it with tasks/get, then cancel again.',
    )
  return next.task
}

const notCancelable = (message: string): RpcError => new RpcError(A2A_CODES.taskNotCancelable, message)

/** Method → reader of its params. */
const PARAMS: Readonly<Record<string, (params: Params) => unknown>> = {
  'message/send': readSend,
  'tasks/get': readTask,
  'tasks/cancel': readTask,
}

const noStreaming = () =>
  new RpcError(
    A2A_CODES.unsupportedOperation,
    'This operation is not supported: there is no streaming. Use message/send, whose answer is complete.',
  )
const noExtendedCard = () =>
  new RpcError(
    A2A_CODES.noExtendedCard,
    'There is no extended agent card: /.well-known/agent-card.json has everything.',
  )

/** Methods that A2A leaves optional, and that are not served. */
const UNSUPPORTED = {
  'message/stream': noStreaming,
  'tasks/resubscribe': noStreaming,
  'tasks/pushNotificationConfig/set': pushNotSupported,
  'tasks/pushNotificationConfig/get': pushNotSupported,
  'tasks/pushNotificationConfig/list': pushNotSupported,
  'tasks/pushNotificationConfig/delete': pushNotSupported,
  'agent/getAuthenticatedExtendedCard': noExtendedCard,
}
