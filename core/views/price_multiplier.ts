import type { z } from 'zod'
import type { priceMultiplier } from '../interface/schemas/price_multiplier.ts'
import type { AgentRecord } from './agent_record.ts'
import { agentUrl } from './parts.ts'
import type { ReleaseInfo } from './release_info.ts'
import { adviceLimitations, priceAdviceView, trustScoreView, unknownLimitations } from './trust_parts.ts'

/** What trust does to a price. */
export function priceMultiplierView(agent: AgentRecord, info: ReleaseInfo): z.infer<typeof priceMultiplier> {
  return {
    type: 'price_multiplier',
    handle: agent.handle,
    url: agentUrl(info.base_url, agent.handle),
    ...priceAdviceView(agent),
    advisory: true,
    trust: trustScoreView(agent),
    verdict: agent.trust.verdict,
    limitations: [...adviceLimitations(info), ...unknownLimitations(agent)],
    last_updated: info.last_updated,
  }
}
