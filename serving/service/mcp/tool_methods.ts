import type { RpcMethod } from '../rpc/method.ts'
import { type ServedTool, toolsCall } from './tools_call.ts'
import { toolsList } from './tools_list.ts'

/** The methods that all revisions of a tool server share. */
export type ToolMethods = Record<'tools/list' | 'tools/call', RpcMethod>

/** Creates the methods of a list of tools. */
export const toolMethods = (tools: readonly ServedTool[]): ToolMethods => ({
  'tools/list': toolsList(tools.map(({ tool }) => tool)),
  'tools/call': toolsCall(tools),
})
