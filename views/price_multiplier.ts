import type { z } from 'zod'
import type { priceMultiplier } from '../interface/schemas/price_multiplier.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'
import { agentUrl } from './parts.ts'
import { adviceLimitations, priceAdviceView, trustScoreView } from './trust_parts.ts'

/** What trust does to a price. */
export function priceMultiplierView(agent: Dossier, facts: Facts): z.infer<typeof priceMultiplier> {
  return {
    type: 'price_multiplier',
    handle: agent.handle,
    url: agentUrl(facts.base_url, agent.handle),
    ...priceAdviceView(agent),
    advisory: true,
    trust: trustScoreView(agent),
    verdict: agent.trust.verdict,
    limitations: adviceLimitations(facts),
    last_updated: facts.last_updated,
  }
}
