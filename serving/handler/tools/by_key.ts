import { HttpError } from '../../../core/interface/errors.ts'
import { HANDLE } from '../../../core/interface/value_schemas.ts'
import { parseKeys } from '../../../core/keys/parse_keys.ts'
import { resolveAgent } from '../known_agents.ts'
import type { ToolRun } from './tool.ts'

/** Runs a tool for the agent that a key names; the answer says how it was found, before its last field. */
export const byKey =
  <Arguments extends { handle: string }>(run: ToolRun<Arguments>): ToolRun<Arguments> =>
  async (args, call) => {
    const known = isHandle(args.handle) ? await run(args, call).catch(rethrowUnlessUnknown) : null
    if (known !== null) return known
    const { agent, resolvedFrom } = await resolveAgent(call.release, args.handle)
    const answer = await run({ ...args, handle: agent.handle }, call)
    if (resolvedFrom === null) return answer
    const { notice, ...rest } = answer as { notice?: string }
    return { ...rest, resolved_from: resolvedFrom, ...(notice === undefined ? {} : { notice }) }
  }

/** True for a text that, if it is the handle of an agent, can be nothing else: most calls then read one file alone. */
const isHandle = (text: string): boolean => HANDLE.test(text) && !parseKeys(text).isClear

function rethrowUnlessUnknown(error: unknown): null {
  if (error instanceof HttpError && error.status === 404) return null
  throw error
}
