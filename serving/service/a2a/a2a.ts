import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import type { ByteBudget } from '../limits/byte_budget.ts'
import { RpcError, type RpcInterface, type RpcMethod } from '../rpc/method.ts'
import type { StateDatabase } from '../store/database.ts'
import { installationSecret } from '../store/installation_secret.ts'
import { Answering } from './answer.ts'
import { ContextIds } from './context_ids.ts'
import { OpenTasks } from './open_tasks.ts'
import { createOperations, type TaskOperations } from './operations.ts'
import type { PaidSkills } from './paid_skills.ts'
import { TaskPayments } from './pay.ts'
import type { Revision, RevisionMethod } from './revisions/revision.ts'
import { EXAMPLE } from './revisions/v0_3.ts'
import { findRevision, REVISIONS, refuseVersion } from './revisions.ts'
import { TaskIds } from './task_ids.ts'
import { listTasks } from './task_list.ts'
import { Tasks } from './tasks.ts'

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

/** Creates the agent-to-agent interface, in all its revisions. Its methods throw StoreUnavailable. */
export function createA2a(options: A2aOptions): RpcInterface {
  const operations = createTaskOperations(options)
  const methods = REVISIONS.flatMap((revision) =>
    Object.entries(revision.methods).map(
      ([name, method]) => [name, serveMethod(method, revision, operations)] as const,
    ),
  )
  return {
    methods: Object.fromEntries(methods),
    unsupported: UNSUPPORTED,
    example: EXAMPLE,
    checkParams: (name, params) => findRevision(name)?.methods[name]?.check(params),
    window: (name) => ({
      ...{ name: 'a2a', limit: RATE_LIMITS.a2a },
      writeRetry: findRevision(name)?.writeRetry,
    }),
    refuse: refuseVersion,
    isPure: false,
  }
}

function createTaskOperations({ db, budget, paid, now, newId }: A2aOptions): TaskOperations {
  const stamp = { now, newId }
  const secret = installationSecret(db, 'a2a_tasks')
  const contexts = new ContextIds(secret)
  const tasks = new Tasks(db, { now, budget, contexts })
  const open = new OpenTasks({ tasks, ids: new TaskIds(secret, now), paid })
  const answering = new Answering(paid, stamp)
  const payments = new TaskPayments({ tasks, answering, paid, stamp })
  return createOperations({ open, answering, payments, contexts, stamp }, (query) =>
    listTasks(query, { db, contexts, now }),
  )
}

const serveMethod =
  (method: RevisionMethod, { writeError }: Revision, operations: TaskOperations): RpcMethod =>
  async (params, context) => {
    try {
      return await method.run(params, context, operations)
    } catch (error) {
      throw error instanceof RpcError ? writeError(error) : error
    }
  }

/** Methods that A2A leaves optional, and that are not served. */
const UNSUPPORTED = Object.fromEntries(
  REVISIONS.flatMap(({ unsupported, writeError }) =>
    Object.entries(unsupported).map(([name, error]) => [name, () => writeError(error())] as const),
  ),
)
