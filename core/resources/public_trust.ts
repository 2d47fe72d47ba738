import { daysBetween } from '../domain/dates.ts'
import type { AgentRecord, TrustRow } from '../views/agent_record.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { RequestedAgents } from '../views/requested_agents.ts'
import { adviceLimitations, noLimitLimitations } from '../views/trust_parts.ts'
import type { PublicTrust, PublicTrustBatch } from './public_trust.schema.ts'
import { agentFile, variant } from './resource.ts'

/** The public trust record of an agent. */
export const PUBLIC_TRUST = agentFile({
  id: 'public_trust',
  path: '/api/public/trust/{agentId}',
  title: 'Public trust record of an agent',
  group: 'trust',
  answer: 'PublicTrust',
  fromAgent: publicTrustView,
})

/** Several of them. */
export const PUBLIC_TRUST_BATCH = variant({
  id: 'public_trust_batch',
  path: '/api/public/trust/batch',
  title: 'Public trust records of up to 50 agents',
  group: 'trust',
  method: 'POST',
  lifetime: 0,
  body: { schema: 'PublicTrustBatchRequest', maxBytes: 65_536 },
  answer: 'PublicTrustBatch',
  errors: [400, 413],
})

/** The draft's word for each recommendation on a price. */
const WORDS: { [advice in TrustRow['recommendation']]: PublicTrust['recommendation'] } = {
  pay_in_full: 'ALLOW',
  pay_with_limits: 'ALLOW_WITH_LIMITS',
  pay_little: 'ALLOW_WITH_LIMITS',
  not_enough_known: 'DENY',
  no_known_rail: 'ALLOW_WITH_LIMITS',
  do_not_pay: 'DENY',
}

const SCORED =
  'The score is computed by this index. It does not use the five dimensions of the draft, most of which cannot be observed from outside. How often transactions succeed is not observed.'

/** The public trust record. All of the draft’s shape is in this file. */
export function publicTrustView(agent: AgentRecord, info: ReleaseInfo): PublicTrust {
  const { score, known_since, recommendation, payable, per_transaction, daily, advice } = agent.trust
  return {
    type: 'public_trust',
    agentId: agent.handle,
    status: agent.liveness === 'alive' ? 'ACTIVE' : 'UNKNOWN',
    trust: { score, level: toLevel(score) },
    recommendation: WORDS[recommendation],
    spendLimits: { perTransaction: per_transaction ?? 0, daily: daily ?? 0, currency: 'USD' },
    payable,
    advice,
    history: {
      operationalDays: known_since === null ? null : Math.max(0, daysBetween(known_since, info.day)),
      successRate: null,
      transactionCount: null,
    },
    dimensions: null,
    authoritative: false,
    shape:
      'Modelled on draft-sharif-agent-payment-trust-00, which expired on 26 September 2026; no text of -01 was found. Conformance is not claimed.',
    limitations: [...adviceLimitations(info), SCORED, MEASURED, ...noLimitLimitations(agent)],
    last_updated: info.last_updated,
  }
}

const MEASURED =
  'status is ACTIVE where the agent is alive: it acted, or answered our probe, in the days that the rule of liveness names. That does not say that it works. operationalDays counts the days since it is known (first seen, registered or listed), and not days on which it ran.'

/** A level is 20 points wide; the highest holds 100 too. */
const toLevel = (score: number): number => Math.min(Math.floor(score / 20), 4)

/** The records of several agents; `missing` are requested ids that are not indexed. */
export const publicTrustBatchView = (
  { requested, agents, missing, resolved_from }: RequestedAgents,
  info: ReleaseInfo,
): PublicTrustBatch => ({
  type: 'public_trust_batch',
  count: agents.length,
  requested,
  records: agents.map((agent) => publicTrustView(agent, info)),
  not_found: missing,
  ...(resolved_from === undefined ? {} : { resolved_from }),
  limitations: info.limitations,
  last_updated: info.last_updated,
})
