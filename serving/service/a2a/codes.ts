import { RPC_CODES } from '../../../core/interface/service.ts'
import { RpcError } from '../rpc/method.ts'

/** The error codes that A2A adds to those of JSON-RPC; the last is of version 1.0, for clients of another version. */
export const A2A_CODES = {
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
  noExtendedCard: -32007,
  versionNotSupported: -32009,
} as const

/** A message to a task that takes no more. It has the code of 0.3; that of 1.0 is another. */
export class TaskEnded extends RpcError {
  override name = 'TaskEnded'
}

/** Returns the error for a message to a task that takes no more. */
export const taskEnded = (message: string): TaskEnded => new TaskEnded(RPC_CODES.invalidParams, message)
