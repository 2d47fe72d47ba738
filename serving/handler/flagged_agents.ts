import type { Suggestion } from '../../core/views/error_page.ts'
import { describeFlags } from '../../core/views/flag_words.ts'
import type { AgentName } from './agent_index.ts'
import type { ServedRelease } from './served_release.ts'

/** Adds the grave risk flags: a name must not pass for another's where people choose between them. */
export const flaggedAgents = (release: ServedRelease, agents: AgentName[]): Promise<Suggestion[]> =>
  Promise.all(
    agents.map(async ({ handle, name }) => {
      const agentRecord = await release.agentRecord(handle)
      return { handle, name, flagged: describeFlags(agentRecord?.trust.flags ?? []) }
    }),
  )
