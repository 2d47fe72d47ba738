import type { z } from 'zod'
import { daysBetween } from '../domain/dates.ts'
import type { publicTrust } from '../interface/schemas/public_trust.ts'
import type { AgentRecord, TrustRow } from './agent_record.ts'
import type { ReleaseInfo } from './release_info.ts'
import { adviceLimitations, unknownLimitations } from './trust_parts.ts'

type PublicTrust = z.infer<typeof publicTrust>

/** The draft's word for each recommendation on a price. */
const WORDS: { [advice in TrustRow['recommendation']]: PublicTrust['recommendation'] } = {
  pay_in_full: 'ALLOW',
  pay_with_limits: 'ALLOW_WITH_LIMITS',
  pay_little: 'ALLOW_WITH_LIMITS',
  not_enough_known: 'DENY',
  do_not_pay: 'DENY',
}

const SCORED =
  'The score is computed by this index. It does not use the five dimensions of the draft, most of which cannot be observed from outside. How often transactions succeed is not observed.'

/** The public trust record. Everything that is of the draft’s shape stands in this file. */
export function publicTrustView(agent: AgentRecord, info: ReleaseInfo): PublicTrust {
  const { score, known_since, recommendation, per_transaction, daily } = agent.trust
  return {
    type: 'public_trust',
    agentId: agent.handle,
    status: agent.liveness === 'alive' ? 'ACTIVE' : 'UNKNOWN',
    trust: { score, level: levelOf(score) },
    recommendation: WORDS[recommendation],
    spendLimits: { perTransaction: per_transaction, daily, currency: 'USD' },
    history: {
      operationalDays: known_since === null ? null : Math.max(0, daysBetween(known_since, info.day)),
      successRate: null,
      transactionCount: null,
    },
    dimensions: null,
    authoritative: false,
    shape: 'Modelled on draft-sharif-agent-payment-trust-00; conformance is not claimed.',
    limitations: [...adviceLimitations(info), SCORED, MEASURED, ...unknownLimitations(agent)],
    last_updated: info.last_updated,
  }
}

const MEASURED =
  'status is ACTIVE where the agent is alive: it acted, or answered our probe, in the days that the rule of liveness names. That does not say that it works. operationalDays counts the days since it is known (first seen, registered or listed), and not days on which it ran.'

/** A level is 20 points wide; the highest holds 100 too. */
const levelOf = (score: number): number => Math.min(Math.floor(score / 20), 4)
