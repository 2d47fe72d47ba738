import type { z } from 'zod'
import type { publicTrust } from '../interface/schemas/public_trust.ts'
import type { Dossier, TrustRow } from './dossier.ts'
import type { Facts } from './facts.ts'
import { adviceLimitations } from './trust_parts.ts'

type Record = z.infer<typeof publicTrust>

/** US dollars that an agent of each level may be paid, for one transaction and a day (-00 of the draft). */
const LIMITS: [perTransaction: number, daily: number][] = [
  [0, 0],
  [10, 50],
  [100, 500],
  [1_000, 5_000],
  [50_000, 200_000],
]

/** What a verdict recommends, and the highest level whose limits it leaves. */
const VERDICTS: {
  [verdict in TrustRow['verdict']]: { recommendation: Record['recommendation']; most: number }
} = {
  proceed: { recommendation: 'ALLOW', most: 4 },
  caution: { recommendation: 'ALLOW_WITH_LIMITS', most: 2 },
  reject: { recommendation: 'DENY', most: 0 },
}

const SCORED =
  'The score is that of this index and not the five dimensions of the draft, most of which nobody can see from outside; how often transactions succeed is not observed.'

/** The public trust record. Everything that is of the draft’s shape stands in this file. */
export function publicTrustView(agent: Dossier, facts: Facts): Record {
  const { score, verdict, known_since } = agent.trust
  const level = levelOf(score)
  const { recommendation, most } = VERDICTS[verdict]
  const [perTransaction, daily] = LIMITS[Math.min(level, most)] ?? [0, 0]
  return {
    type: 'public_trust',
    agentId: agent.handle,
    status: agent.liveness === 'alive' ? 'ACTIVE' : 'UNKNOWN',
    trust: { score, level },
    recommendation,
    spendLimits: { perTransaction, daily, currency: 'USD' },
    history: {
      operationalDays: known_since === null ? null : daysBetween(known_since, facts.day),
      successRate: null,
      transactionCount: null,
    },
    dimensions: null,
    authoritative: false,
    shape: 'Shaped after draft-sharif-agent-payment-trust-00, without a claim to conform to it.',
    limitations: [...adviceLimitations(facts), SCORED],
    last_updated: facts.last_updated,
  }
}

/** A level is 20 points wide; the highest holds 100 too. */
const levelOf = (score: number): number => Math.min(Math.floor(score / 20), 4)

const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000))
