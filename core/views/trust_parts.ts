import type { z } from 'zod'
import type { graveFlags, priceAdvice, riskFlags, trustScore } from '../interface/schemas/trust_parts.ts'
import type { AgentRecord } from './agent_record.ts'
import type { ReleaseInfo } from './release_info.ts'

const ADVICE =
  'This advice is based on the public records of the day. It is not an authorization, a guarantee or financial advice, and it leaves out everything that is not public.'

const TOO_LITTLE =
  'Too little is known about this agent to recommend a payment limit: it is not ranked on evidence, not alive, or new, or nobody vouches for it and what its standing costs to fake is cents. A limit of 0 or a DENY means only this; it is not an accusation.'

/** The limitations of a resource that says whether to trust an agent. */
export const adviceLimitations = (info: ReleaseInfo): string[] => [...info.limitations, ADVICE]

/** Explains low advice for an agent of which too little is known, so that it does not read as an accusation. */
export const unknownLimitations = ({ trust }: AgentRecord): string[] =>
  trust.recommendation === 'not_enough_known' ? [TOO_LITTLE] : []

/** Score and class. */
export const trustScoreView = ({ trust }: AgentRecord): z.infer<typeof trustScore> => ({
  score: trust.score,
  class: trust.class,
})

/** Claim by the owner: a host of the agent names its ERC-8004 registration back. */
export const claimStatusView = ({ trust }: AgentRecord): 'claimed' | 'unclaimed' =>
  trust.identity === 'erc8004_proven' ? 'claimed' : 'unclaimed'

/** Returns its ERC-8004 registration; `registered` is null while the registry was never read. */
export const erc8004View = ({ is_erc8004_registered, trust }: AgentRecord) => ({
  registered: is_erc8004_registered,
  verified: trust.is_erc8004_verified,
})

/** Since when and why no source lists an agent any more; null for one that is listed. */
export const departedView = ({ departed_on, departed_reason }: AgentRecord) =>
  departed_on === null ? null : { on: departed_on, reason: departed_reason ?? 'unknown' }

/** Returns the risk flags of an agent. */
export const riskFlagsView = ({ trust }: AgentRecord): z.infer<typeof riskFlags> =>
  trust.flags.map(({ flag, severity, reason, related }) => ({ flag, severity, reason, related }))

/** Returns the grave flags of an agent, as in every row about it: each flag once, at its highest severity. */
export function graveFlagsView({ trust }: Pick<AgentRecord, 'trust'>): z.infer<typeof graveFlags> {
  const flags = new Map<string, 'major' | 'critical'>()
  for (const { flag, severity } of trust.flags)
    if (severity !== 'minor' && flags.get(flag) !== 'critical') flags.set(flag, severity)
  return [...flags].map(([flag, severity]) => ({ flag, severity }))
}

/** Returns the effect of trust on a price. */
export const priceAdviceView = ({ trust }: AgentRecord): z.infer<typeof priceAdvice> => ({
  price_multiplier: trust.price_multiplier,
  risk_premium_pct: trust.risk_premium_pct,
  recommendation: trust.recommendation,
})
