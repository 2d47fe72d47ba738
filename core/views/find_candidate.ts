import type { z } from 'zod'
import type { findCandidate } from '../interface/schemas/find.ts'
import type { AgentRecord } from './agent_record.ts'
import { compactView } from './compact.ts'
import type { ReleaseInfo } from './release_info.ts'

/** One agent as find answers it; it has not departed. */
export const findCandidateView = (agent: AgentRecord, info: ReleaseInfo): z.input<typeof findCandidate> => ({
  ...compactView(agent, info),
  liveness: agent.liveness ?? 'unknown',
  description: agent.description,
  secondary_categories: agent.secondary_categories,
  scores: Object.fromEntries(agent.standings.map(({ category, score, rank }) => [category, { score, rank }])),
  endpoints: agent.endpoints,
})
