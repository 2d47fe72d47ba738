import { HttpError } from '../../handler/errors.ts'
import { fitted } from '../../handler/tools/fitting.ts'
import type { ToolCall, ToolRun } from '../../handler/tools/tool.ts'
import { NOTICE } from '../../handler/tools/untrusted.ts'
import { RPC_CODES } from '../../interface/service.ts'
import type { Tool } from '../../interface/tools.ts'
import { type RpcContext, RpcError, type RpcMethod } from '../rpc/method.ts'
import { type ArgumentSchema, readArguments, schemaOf } from './arguments.ts'

/** A tool with what answers it. */
export interface ServedTool {
  tool: Tool
  run: ToolRun<Record<string, unknown>>
}

type Prepared = ServedTool & { schema: ArgumentSchema }

/** The most bytes of a result whose size the caller left to us; with its envelope the answer is below 8,192. */
const MOST_BYTES = 7_900

/**
 * `tools/call`. What is wrong with the arguments, and what is not found, is a result with isError; an unknown tool is
 * an error.
 */
export function toolsCall(tools: readonly ServedTool[]): RpcMethod {
  const known = new Map<unknown, Prepared>(
    tools.map((one) => [one.tool.name, { ...one, schema: schemaOf(one.tool.arguments) }]),
  )
  return async (params, context) => {
    const served = known.get(params.name)
    if (served === undefined) throw unknownTool([...known.keys()])
    const { tool, schema } = served
    const read = readArguments(tool.arguments, schema, params.arguments)
    if ('wrong' in read) return failure({ error: 'invalid_arguments', message: read.wrong.join(' ') })
    try {
      return await answered(served, read.values, context, isSizeFree(params.arguments, read.values))
    } catch (error) {
      if (error instanceof HttpError) return failure(bodyOf(error))
      throw error
    }
  }
}

const unknownTool = (names: unknown[]): RpcError =>
  new RpcError(RPC_CODES.invalidParams, `params.name must be the name of a tool: ${names.join(', ')}.`)

/** Whether the caller said nothing of how much it wants. */
function isSizeFree(given: unknown, { detail }: Record<string, unknown>): boolean {
  const { limit, days, filters } = Object(given) as Record<string, unknown>
  const inner = (Object(filters) as Record<string, unknown>).limit
  return detail !== 'full' && [limit, days, inner].every((one) => one === undefined || one === null)
}

async function answered(
  { run }: Prepared,
  values: Record<string, unknown>,
  { release, today }: RpcContext,
  isFree: boolean,
): Promise<string> {
  const call: ToolCall = { release, today }
  const answer = (await run(values, call)) as Record<string, unknown>
  return success(isFree ? fitted(answer, (one) => bytesOf(success(one)) > MOST_BYTES) : answer)
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

function success(answer: Record<string, unknown>): string {
  const text = JSON.stringify(answer)
  return `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text},"isError":false}`
}

/** The body that REST answers with. */
interface Failure {
  error: string
  message: string
  suggestions?: { handle: string; name: string }[]
}

const bodyOf = ({ code, message, more }: HttpError): Failure => ({ error: code, message, ...more.body })

function failure(body: Failure): string {
  const { message, suggestions = [] } = body
  const near = suggestions.map(({ handle }) => handle).join(', ')
  const text = near === '' ? message : `${message} Did you mean one of: ${near}? search_agents finds more.`
  const marked = near === '' ? body : { ...body, untrusted_fields: ['suggestions.name'], notice: NOTICE }
  return JSON.stringify({ content: [{ type: 'text', text }], structuredContent: marked, isError: true })
}
