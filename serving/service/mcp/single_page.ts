import { RPC_CODES } from '../../../core/interface/service.ts'
import { type Params, RpcError, type RpcMethod } from '../rpc/method.ts'

/** Returns a method for the JSON text of a list that has a single page. */
export function singlePage(text: string): RpcMethod {
  return async ({ cursor }: Params) => {
    if (cursor !== undefined && cursor !== null && cursor !== '')
      throw new RpcError(
        RPC_CODES.invalidParams,
        'cursor is not valid: the list has a single page. Leave cursor out.',
      )
    return text
  }
}
