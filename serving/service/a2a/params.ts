import { z } from 'zod'
import { RPC_CODES } from '../../../core/interface/service.ts'
import { type Params, RpcError } from '../rpc/method.ts'

const MAX_PARTS = 50
const MAX_ID = 200

/** The most messages of a task's history that its caller wants. */
export const historyLength = z.int().min(0).nullish()

/** The fields of a message that every revision spells alike. */
export const MESSAGE_FIELDS = {
  messageId: z.string().min(1).max(MAX_ID),
  parts: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_PARTS),
  taskId: z.string().nullish(),
  contextId: z.string().max(MAX_ID).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
}

/** The same of the configuration beside it. */
export const CONFIGURATION_FIELDS = {
  acceptedOutputModes: z.array(z.string()).nullish(),
  historyLength,
}

const taskParams = z.looseObject({ id: z.string().min(1), historyLength })
const TASK_SHAPE = 'Send {"id":"the id of a task"}; "historyLength" is optional, a whole number from 0.'

/** Reads the params of a method about a task. Throws RpcError -32602. */
export function readTask(params: Params): { id: string; historyLength: number | null } {
  const { id, historyLength } = readParams(taskParams, params, TASK_SHAPE)
  return { id, historyLength: historyLength ?? null }
}

/** Reads params by a schema. Throws RpcError -32602, which ends with `shape`. */
export function readParams<T>(schema: z.ZodType<T>, params: Params, shape: string): T {
  const { success, data, error } = schema.safeParse(params)
  if (success) return data
  const wrong = error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}.`)
  throw invalidParams(`Invalid params. ${wrong.join(' ')} ${shape}`)
}

/** Returns the error for invalid params; the message says how to repair them. */
export const invalidParams = (message: string): RpcError => new RpcError(RPC_CODES.invalidParams, message)
