import { HttpError } from '../../../core/interface/errors.ts'
import { RPC_CODES } from '../../../core/interface/service.ts'
import type { Tool } from '../../../core/interface/tools.ts'
import { NOTICE } from '../../../core/resources/short/untrusted.ts'
import { fitRows } from '../../handler/tools/fit_rows.ts'
import type { ToolCall, ToolRun } from '../../handler/tools/tool.ts'
import { type RpcContext, RpcError, type RpcMethod } from '../rpc/method.ts'
import { type Arguments, argumentsReader } from './arguments.ts'
import { MAX_CHARACTERS, toolAnswerTooLong } from './result_limit.ts'
import { success } from './success.ts'

/** A tool with its run. */
export interface ServedTool {
  tool: Tool
  run: ToolRun<Record<string, unknown>>
}

type PreparedTool = ServedTool & { read: (given: unknown) => Arguments }
type Readable = Extract<Arguments, { values: unknown }>

/** Maximum bytes of a result whose size the caller left to us; with its envelope the answer is below 8,192. */
const MAX_BYTES = 7_900

/** `tools/call`. Invalid arguments and missing data are a result with isError; an unknown tool is an error. */
export function toolsCall(tools: readonly ServedTool[]): RpcMethod {
  const known = new Map<unknown, PreparedTool>(
    tools.map((tool) => [tool.tool.name, { ...tool, read: argumentsReader(tool.tool.arguments) }]),
  )
  return async (params, context) => {
    const served = known.get(params.name)
    if (served === undefined) throw unknownTool([...known.keys()])
    const read = served.read(params.arguments)
    if ('problems' in read) return failure({ error: 'invalid_arguments', message: read.problems.join(' ') })
    try {
      return await answerCall(served, read, context)
    } catch (error) {
      if (error instanceof HttpError) return failure(toFailure(error))
      throw error
    }
  }
}

const unknownTool = (names: unknown[]): RpcError =>
  new RpcError(RPC_CODES.invalidParams, `params.name must be the name of a tool: ${names.join(', ')}.`)

/** True if the caller did not limit the size. */
function isSizeFree({ given, values }: Readable): boolean {
  const { limit, days, filters } = given
  const inner = (Object(filters) as Record<string, unknown>).limit
  return values.detail !== 'full' && [limit, days, inner].every((item) => item === undefined)
}

async function answerCall(
  { tool, run }: ServedTool,
  read: Readable,
  { release, today }: RpcContext,
): Promise<string> {
  const call: ToolCall = { release, today }
  const runAnswer = (await run(read.values, call)) as Record<string, unknown>
  const answer = withWarnings(runAnswer, read.warnings)
  const whole = success(answer)
  const text =
    isSizeFree(read) && isTooLarge(whole)
      ? success(fitRows(answer, (answer) => isTooLarge(success(answer))))
      : whole
  if (text.length > MAX_CHARACTERS) throw toolAnswerTooLong(answer, text.length, tool)
  return text
}

/** Adds a sentence for each ignored argument; the answer's last field stays last. */
function withWarnings(answer: Record<string, unknown>, warnings: string[]): Record<string, unknown> {
  if (warnings.length === 0) return answer
  const { notice, ...rest } = answer
  return { ...rest, warnings, ...(notice === undefined ? {} : { notice }) }
}

const isTooLarge = (text: string): boolean => Buffer.byteLength(text) > MAX_BYTES

/** REST's error body. */
interface Failure {
  error: string
  message: string
  suggestions?: { handle: string; name: string }[]
}

const toFailure = ({ code, message, more }: HttpError): Failure => ({ error: code, message, ...more.body })

function failure(body: Failure): string {
  const { message, suggestions = [] } = body
  const near = suggestions.map(({ handle }) => handle).join(', ')
  const text = near === '' ? message : `${message} Did you mean one of: ${near}? search_agents finds more.`
  const marked = near === '' ? body : { ...body, untrusted_fields: ['suggestions.name'], notice: NOTICE }
  return JSON.stringify({ content: [{ type: 'text', text }], structuredContent: marked, isError: true })
}
