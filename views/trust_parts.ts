import type { z } from 'zod'
import type { priceAdvice, riskFlags, trustScore } from '../interface/schemas/trust_parts.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'

const ADVICE =
  'Advice from public records of the day: no authorization, no guarantee and no financial advice. What nobody can see from outside is not in it.'

/** The limitations of a resource that says whether to trust an agent. */
export const adviceLimitations = (facts: Facts): string[] => [...facts.limitations, ADVICE]

/** Score and class. */
export const trustScoreView = ({ trust }: Dossier): z.infer<typeof trustScore> => ({
  score: trust.score,
  class: trust.class,
})

/** Whether the owner claims the identity: a host of the agent names its ERC-8004 registration back. */
export const claimStatus = ({ trust }: Dossier): 'claimed' | 'unclaimed' =>
  trust.identity === 'erc8004_proven' ? 'claimed' : 'unclaimed'

/** What is known of its ERC-8004 registration; `registered` is null while the registry was never read. */
export const erc8004View = ({ is_erc8004_registered, trust }: Dossier) => ({
  registered: is_erc8004_registered,
  verified: trust.is_erc8004_verified,
})

/** Since when and why no source lists an agent any more; null for one that is listed. */
export const departedView = ({ departed_on, departed_reason }: Dossier) =>
  departed_on === null ? null : { on: departed_on, reason: departed_reason ?? 'unknown' }

/** What speaks against an agent. */
export const riskFlagsView = ({ trust }: Dossier): z.infer<typeof riskFlags> =>
  trust.flags.map(({ flag, severity, reason, related }) => ({ flag, severity, reason, related }))

/** What trust does to a price. */
export const priceAdviceView = ({ trust }: Dossier): z.infer<typeof priceAdvice> => ({
  price_multiplier: trust.price_multiplier,
  risk_premium_pct: trust.risk_premium_pct,
  recommendation: trust.recommendation,
})
