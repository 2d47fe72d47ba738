import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { type OwnToolName, TOOLS, type ToolArguments, type ToolName } from '../../core/interface/tools.ts'
import type { ResourceId } from '../../core/resources/resources.ts'
import { NOTICE } from '../../core/resources/short/untrusted.ts'
import { readToolResource } from './resource.ts'
import { byKey } from './tools/by_key.ts'
import { compareAgents } from './tools/compare_agents.ts'
import { runFindAgents } from './tools/find_agents.ts'
import { getAgentDetails } from './tools/get_agent_details.ts'
import { getAgentHistory } from './tools/get_agent_history.ts'
import { getMethodology } from './tools/get_methodology.ts'
import { getTopMovers } from './tools/get_top_movers.ts'
import { runSearchAgents } from './tools/search_agents.ts'
import type { ToolRun } from './tools/tool.ts'

/** Tools that do more than omit fields of a resource. */
const OWN: { [Name in OwnToolName]: ToolRun<ToolArguments<Name>> } = {
  search_agents: runSearchAgents,
  get_agent_details: byKey(getAgentDetails),
  get_agent_history: byKey(getAgentHistory),
  compare_agents: compareAgents,
  get_methodology: getMethodology,
  get_top_movers: getTopMovers,
  find_agents: runFindAgents,
}

type AnyTool = (typeof TOOLS)[number]
type AnyRun = ToolRun<Record<string, unknown> & { handle: string }>

/** Runs a tool with the short form of its resource, or the full one with detail=full. */
const inShort =
  ({ endpoint, output, inShort: shorten }: AnyTool): AnyRun =>
  async (args, call) => {
    const whole: object = await readToolResource(endpoint as ResourceId, args, call)
    if (args.detail === 'full') return 'notice' in output ? { ...whole, notice: NOTICE } : whole
    return (shorten as (whole: object, args: object) => object)(whole, args)
  }

/** True for a tool that takes a handle where its resource takes nothing else. */
const takesHandle = ({ arguments: { shape }, endpoint }: AnyTool): boolean =>
  'handle' in shape && ENDPOINTS.some(({ id, path }) => id === endpoint && path.includes('{handle}'))

const shortened = TOOLS.filter((tool) => tool.inShort !== undefined)

/** Runs of the tools: each fact is one that the tool's REST twin shows. */
export const TOOL_RUNS = {
  ...Object.fromEntries(
    shortened.map((tool) => [tool.name, takesHandle(tool) ? byKey(inShort(tool)) : inShort(tool)]),
  ),
  ...OWN,
} as { [Name in ToolName]: ToolRun<ToolArguments<Name>> }
