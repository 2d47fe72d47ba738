import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import {
  adviceLimitations,
  noLimitLimitations,
  priceAdviceView,
  trustScoreView,
} from '../views/trust_parts.ts'
import type { PriceMultiplier } from './price_multiplier.schema.ts'
import { agentFile } from './resource.ts'

/** Multiplier of trust on a price. */
export const PRICE_MULTIPLIER = agentFile({
  id: 'price_multiplier',
  path: '/api/reputation/multiplier/{agentId}',
  title: 'Price multiplier based on trust',
  group: 'trust',
  answer: 'PriceMultiplier',
  fromAgent: priceMultiplierView,
})

export function priceMultiplierView(agent: AgentRecord, info: ReleaseInfo): PriceMultiplier {
  return {
    type: 'price_multiplier',
    handle: agent.handle,
    url: agentUrl(info.base_url, agent.handle),
    ...priceAdviceView(agent),
    advisory: true,
    trust: trustScoreView(agent),
    verdict: agent.trust.verdict,
    limitations: [...adviceLimitations(info), ...noLimitLimitations(agent)],
    last_updated: info.last_updated,
  }
}
