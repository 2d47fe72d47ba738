import { type Params, type RpcContext, RpcError } from '../../rpc/method.ts'
import { A2A_CODES } from '../codes.ts'
import type { TaskOperations } from '../operations.ts'
import type { Task } from '../task.ts'

/** The spelling of one revision of A2A: the names of its methods, and what they read and write. */
export interface Revision {
  /** As the header A2A-Version names it. */
  version: string
  methods: Readonly<Record<string, RevisionMethod>>
  /** Methods of the revision that are not served, with their errors. */
  unsupported: Readonly<Record<string, () => RpcError>>
  /** Returns an error as the revision writes it. */
  writeError(error: RpcError): RpcError
  /** Returns the data of the error for too many requests. */
  writeRetry(seconds: number): unknown
}

/** A method of a revision. */
export interface RevisionMethod {
  /** Throws RpcError for params that it cannot use. */
  check(params: Params): unknown
  /** Returns the JSON of its result. */
  run(params: Params, context: RpcContext, operations: TaskOperations): Promise<string>
}

/** Returns a method from the reader of its params and what it answers to them. */
export const defineMethod = <Input>(
  check: (params: Params) => Input,
  answer: (input: Input, context: RpcContext, operations: TaskOperations) => Promise<object>,
): RevisionMethod => ({
  check,
  run: async (params, context, operations) =>
    JSON.stringify(await answer(check(params), context, operations)),
})

/** Returns a task with the last messages of its history, if so many were requested. */
export const limitHistory = (task: Task, length: number | null): Task =>
  length === null ? task : { ...task, history: length === 0 ? [] : task.history.slice(-length) }

/** Returns the error for streams. `send` is the method that answers at once. */
export const noStreaming = (send: string) => (): RpcError =>
  new RpcError(
    A2A_CODES.unsupportedOperation,
    `This operation is not supported: there is no streaming. Use ${send}, whose answer is complete.`,
  )

/** Returns the error for push notifications. `send` and `get` are the methods that make them needless. */
export const noPush = (send: string, get: string) => (): RpcError =>
  new RpcError(
    A2A_CODES.pushNotSupported,
    `Push notifications are not supported: the answer to ${send} is complete, and ${get} shows it again.`,
  )

/** Returns the error for an extended card, with a revision's code. */
export const noExtendedCard = (code: number) => (): RpcError =>
  new RpcError(code, 'There is no extended agent card: /.well-known/agent-card.json has everything.')
