import { resolveAgent } from '../known_agents.ts'
import type { ToolRun } from './tool.ts'

/** Runs a tool for the agent that a key names; the answer says how it was found, before its last field. */
export const byKey =
  <Arguments extends { handle: string }>(run: ToolRun<Arguments>): ToolRun<Arguments> =>
  async (args, call) => {
    const { agent, resolvedFrom } = await resolveAgent(call.release, args.handle)
    const answer = await run({ ...args, handle: agent.handle }, call)
    if (resolvedFrom === null) return answer
    const { notice, ...rest } = answer as { notice?: string }
    return { ...rest, resolved_from: resolvedFrom, ...(notice === undefined ? {} : { notice }) }
  }
