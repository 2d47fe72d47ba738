import type { z } from 'zod'
import type { findCandidate } from '../interface/schemas/find.ts'
import { compactView } from './compact.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'

/** Where the answers of find take an agent from, on the private side. */
export const candidatePath = (handle: string): string => `candidates/${handle}.json`

/** One agent as find answers it; it has not departed. */
export const findCandidateView = (agent: Dossier, facts: Facts): z.input<typeof findCandidate> => ({
  ...compactView(agent, facts),
  liveness: agent.liveness ?? 'unknown',
  description: agent.description,
  secondary_categories: agent.secondary_categories,
  scores: Object.fromEntries(agent.standings.map(({ category, score, rank }) => [category, { score, rank }])),
  endpoints: agent.endpoints,
})
