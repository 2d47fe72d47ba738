import { RPC_CODES } from '../../../core/interface/service.ts'
import type { ToolOutput } from '../../../core/interface/tool_outputs.ts'
import type { Tool } from '../../../core/interface/tools.ts'
import { RpcError, type RpcMethod } from '../rpc/method.ts'
import { schemaOf } from './arguments.ts'

/** `tools/list`: all tools on one page, in their order. */
export function toolsList(tools: readonly Tool[]): RpcMethod {
  const text = JSON.stringify({ tools: tools.map(listed) })
  return async ({ cursor }) => {
    if (cursor !== undefined && cursor !== null && cursor !== '')
      throw new RpcError(
        RPC_CODES.invalidParams,
        'cursor is not valid: the list has a single page. Leave cursor out.',
      )
    return text
  }
}

const listed = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: schemaOf(tool.arguments),
  outputSchema: { type: 'object', properties: propertiesOf(tool.output) },
  annotations: {
    title: tool.title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})

const propertiesOf = (output: ToolOutput) =>
  Object.fromEntries(Object.entries(output).map(([name, type]) => [name, { type }]))
