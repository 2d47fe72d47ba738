import type { LegacyArguments, LegacyToolName } from '../../core/interface/legacy_tools.ts'
import { compactView } from '../../core/resources/agents_bulk.ts'
import { NOTICE, thirdParty } from '../../core/resources/short/untrusted.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { livenessView } from '../../core/views/parts.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { requireAgent } from './known_agents.ts'
import { compareHandles } from './resources/comparison.ts'
import { byKey } from './tools/by_key.ts'
import { getAgentHistory } from './tools/get_agent_history.ts'
import { runSearchAgents } from './tools/search_agents.ts'
import type { ToolRun } from './tools/tool.ts'

/** Runs of the legacy tools: rank and score are those of an agent's primary category, which is not named. */
export const LEGACY_TOOL_RUNS: { [Name in LegacyToolName]: ToolRun<LegacyArguments<Name>> } = {
  async search_agents({ query, evidence_ranked_only, limit }, call) {
    const found = await runSearchAgents({ query, filters: { evidence_ranked_only, limit } }, call)
    return { ...found, agents: found.agents.map(({ primary_category, ...row }) => row) }
  },

  get_agent_details: byKey(async ({ handle }, { release }) => {
    const agent = await requireAgent(release, handle)
    const info = await release.info()
    const { description, website } = agent
    const { untrusted, ...row } = toRow(agent, info)
    return {
      ...row,
      liveness: livenessView(agent),
      untrusted: { ...untrusted, ...thirdParty({ description, website }) },
      limitations: info.limitations,
      last_updated: agent.last_updated,
      notice: NOTICE,
    }
  }),

  get_agent_history: byKey(async (args, call) => {
    const { category, methodology_version, limitations_left_out, ...history } = await getAgentHistory(
      args,
      call,
    )
    return { ...history, limitations: (await call.release.info()).limitations }
  }),

  async compare_agents({ handles }, { release }) {
    const compared = await compareHandles(release, handles)
    const info = await release.info()
    const agents = await Promise.all(compared.agents.map(({ handle }) => release.agentRecord(handle)))
    return {
      agents: agents.filter((agent) => agent !== null).map((agent) => toRow(agent, info)),
      compare_page_url: compared.compare_page_url,
      ...(compared.resolved_from === undefined ? {} : { resolved_from: compared.resolved_from }),
      limitations: info.limitations,
      last_updated: info.last_updated,
      notice: NOTICE,
    }
  },
}

function toRow(agent: AgentRecord, info: ReleaseInfo) {
  const { name, primary_category, last_updated, known_vulnerabilities, advice, ...others } = compactView(
    agent,
    info,
  )
  const { payable, per_transaction, daily, ...row } = others
  return { ...row, untrusted: thirdParty({ name }) }
}
