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

/** What speaks against an agent. */
export const riskFlagsView = ({ trust }: Dossier): z.infer<typeof riskFlags> =>
  trust.flags.map(({ flag, severity, reason, related }) => ({ flag, severity, reason, related }))

/** What trust does to a price. */
export const priceAdviceView = ({ trust }: Dossier): z.infer<typeof priceAdvice> => ({
  price_multiplier: trust.price_multiplier,
  risk_premium_pct: trust.risk_premium_pct,
  recommendation: trust.recommendation,
})
