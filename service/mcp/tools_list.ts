import { RPC_CODES } from '../../interface/service.ts'
import type { Tool } from '../../interface/tools.ts'
import { RpcError, type RpcMethod } from '../rpc/method.ts'
import { schemaOf } from './arguments.ts'

/** `tools/list`: all tools on one page, in their order. */
export function toolsList(tools: readonly Tool[]): RpcMethod {
  const text = JSON.stringify({ tools: tools.map(listed) })
  return async ({ cursor }) => {
    if (cursor !== undefined && cursor !== null && cursor !== '')
      throw new RpcError(
        RPC_CODES.invalidParams,
        'cursor is unknown: all tools stand on one page; leave it out.',
      )
    return text
  }
}

const listed = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: schemaOf(tool.arguments),
  annotations: {
    title: tool.title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
