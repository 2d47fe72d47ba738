import type { z } from 'zod'
import type {
  graveFlags,
  paymentAdvice,
  priceAdvice,
  riskFlags,
  trustScore,
} from '../interface/schemas/trust_parts.ts'
import type { AgentRecord } from './agent_record.ts'
import type { ReleaseInfo } from './release_info.ts'

const ADVICE =
  'This advice is based on the public records of the day. It is not an authorization, a guarantee or financial advice, and it leaves out everything that is not public.'

const NO_LIMIT = 'A limit of 0 or a DENY means only this; it is not an accusation.'

/** The limitations of a resource that says whether to trust an agent. */
export const adviceLimitations = (info: ReleaseInfo): string[] => [...info.limitations, ADVICE]

/** Explains why an agent has no limit, so that it does not read as an accusation. */
export const noLimitLimitations = ({ trust }: AgentRecord): string[] =>
  ['not_enough_known', 'no_known_rail'].includes(trust.recommendation) ? [`${trust.advice} ${NO_LIMIT}`] : []

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

/** Returns the limits of payments to an agent, and why they are so. */
export function paymentAdviceView({ trust }: AgentRecord): z.infer<typeof paymentAdvice> {
  const { payable, per_transaction, daily, cost_to_fake_usd, cost_parts, wallets, advice } = trust
  return { payable, per_transaction, daily, cost_to_fake_usd, cost_parts, wallets, advice }
}

/** Returns the effect of trust on a price, and the limits. */
export const priceAdviceView = (agent: AgentRecord): z.infer<typeof priceAdvice> => ({
  price_multiplier: agent.trust.price_multiplier,
  risk_premium_pct: agent.trust.risk_premium_pct,
  recommendation: agent.trust.recommendation,
  ...paymentAdviceView(agent),
})
