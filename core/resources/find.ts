import * as p from '../interface/parameters.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { compactView } from '../views/compact.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { FindCandidate } from './find.schema.ts'
import { paid, variant } from './resource.ts'

const FIND_PARAMETERS = [p.query, p.findCategory, p.rails, p.alive, p.minTier]

/** Agents that can do something: the best three. It is cut from the index of each release, as any other free read. */
export const FIND = variant({
  id: 'find',
  path: '/api/agents/find',
  title: 'Find agents by capability: the best three',
  group: 'agents',
  parameters: FIND_PARAMETERS,
  lifetime: 60,
  answer: 'FindResult',
})

/** All of them. */
export const FIND_FULL = paid({
  id: 'find_full',
  path: '/api/agents/find/full',
  title: 'Find agents by capability: the full ranked list',
  price: '0.05',
  parameters: [...FIND_PARAMETERS, p.findLimit],
  answer: 'FindFullResult',
  errors: [400, 404],
})

/** One agent as find answers it; it has not departed. */
export const findCandidateView = (agent: AgentRecord, info: ReleaseInfo): FindCandidate => ({
  ...compactView(agent, info),
  liveness: agent.liveness ?? 'unknown',
  description: agent.description,
  secondary_categories: agent.secondary_categories,
  scores: Object.fromEntries(agent.standings.map(({ category, score, rank }) => [category, { score, rank }])),
  endpoints: agent.endpoints,
})
