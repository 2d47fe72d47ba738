import type { AgentRecord } from '../views/agent_record.ts'
import { flagWords } from '../views/flag_words.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { BadgeValues } from './badge.ts'

/** What the badge of an agent says: rank or tier, or that it is flagged, and the date. */
export const agentBadge = (agent: AgentRecord, info: ReleaseInfo): BadgeValues => ({
  name: agent.name,
  label: labelOf(agent, info),
  tier: agent.tier,
  flagged: flagWords(agent.trust.flags),
  date: info.day,
  world: info.world,
})

function labelOf({ departed_on, rank, primary_category }: AgentRecord, { categories }: ReleaseInfo): string {
  if (departed_on !== null) return 'departed'
  if (rank === null) return 'indexed'
  return `${categories.find(({ category }) => category === primary_category)?.name} #${rank}`
}
