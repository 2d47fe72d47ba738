import type { LegacyArgumentsOf, LegacyToolName } from '../interface/legacy_tools.ts'
import { compactView } from '../views/compact.ts'
import type { Dossier } from '../views/dossier.ts'
import type { Facts } from '../views/facts.ts'
import { livenessView } from '../views/parts.ts'
import { agentNotFound } from './errors.ts'
import { compare } from './slices/comparison.ts'
import { getAgentHistory } from './tools/get_agent_history.ts'
import { searchAgents } from './tools/search_agents.ts'
import type { ToolRun } from './tools/tool.ts'
import { NOTICE, thirdParty } from './tools/untrusted.ts'

/** What answers each legacy tool: rank and score are those of an agent's primary category, which is not told. */
export const LEGACY_TOOL_RUNS: { [Name in LegacyToolName]: ToolRun<LegacyArgumentsOf<Name>> } = {
  async search_agents({ query, evidence_ranked_only, limit }, call) {
    const found = await searchAgents({ query, filters: { evidence_ranked_only, limit } }, call)
    return { ...found, agents: found.agents.map(({ primary_category, ...row }) => row) }
  },

  async get_agent_details({ handle }, { release }) {
    const agent = await release.dossier(handle)
    if (agent === null) throw await agentNotFound(release, handle)
    const facts = await release.facts()
    const { description, website } = agent
    const { untrusted, ...row } = rowOf(agent, facts)
    return {
      ...row,
      liveness: livenessView(agent),
      untrusted: { ...untrusted, ...thirdParty({ description, website }) },
      limitations: facts.limitations,
      last_updated: agent.last_updated,
      notice: NOTICE,
    }
  },

  async get_agent_history(args, call) {
    const { category, methodology_version, limitations_left_out, ...history } = await getAgentHistory(
      args,
      call,
    )
    return { ...history, limitations: (await call.release.facts()).limitations }
  },

  async compare_agents({ handles }, { release }) {
    const compared = await compare(release, handles)
    const facts = await release.facts()
    const agents = await Promise.all(compared.agents.map(({ handle }) => release.dossier(handle)))
    return {
      agents: agents.filter((agent) => agent !== null).map((agent) => rowOf(agent, facts)),
      compare_page_url: compared.compare_page_url,
      limitations: facts.limitations,
      last_updated: facts.last_updated,
      notice: NOTICE,
    }
  },
}

function rowOf(agent: Dossier, facts: Facts) {
  const { name, primary_category, last_updated, ...row } = compactView(agent, facts)
  return { ...row, untrusted: thirdParty({ name }) }
}
