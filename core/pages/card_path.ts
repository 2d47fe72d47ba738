import type { World } from '../domain/world.ts'
import type { AgentRecord } from '../views/agent_record.ts'

/**
 * Number of agents of each category with a card: those that people share links to. Nobody shares the sample, whose days
 * are built by the dozen when it is first opened.
 */
export const MAX_RANK: Record<World, number> = { live: 100, replay: 100, sample: 3 }
/** The address of an agent's card; null for one that has none. */
export const cardPath = (
  { handle, rank, departed_on }: Pick<AgentRecord, 'handle' | 'rank' | 'departed_on'>,
  world: World,
) => (departed_on === null && rank !== null && rank <= MAX_RANK[world] ? `/og/agents/${handle}.png` : null)
