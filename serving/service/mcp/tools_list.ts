import { argumentsSchema } from '../../../core/interface/parameter_schema.ts'
import type { Tool } from '../../../core/interface/tools.ts'
import type { RpcMethod } from '../rpc/method.ts'
import { buildOutputSchema } from './output_schema.ts'
import { singlePage } from './single_page.ts'

/** `tools/list`: all tools on one page, in their order. */
export const toolsList = (tools: readonly Tool[]): RpcMethod =>
  singlePage(JSON.stringify({ tools: tools.map(toListedTool) }))

const toListedTool = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: argumentsSchema(tool.arguments),
  outputSchema: buildOutputSchema(tool),
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
