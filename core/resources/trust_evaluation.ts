import * as z from 'zod/mini'
import * as p from '../interface/parameters.ts'
import type { AgentRecord, ReliabilityRow } from '../views/agent_record.ts'
import { confidenceReasons } from '../views/confidence.ts'
import {
  agentUrl,
  categoryScoreView,
  categoryView,
  identityView,
  livenessView,
  scoreChangeView,
} from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import {
  adviceLimitations,
  claimStatusView,
  departedView,
  erc8004View,
  paymentAdviceView,
  priceAdviceView,
  riskFlagsView,
  trustScoreView,
} from '../views/trust_parts.ts'
import { paid, variant } from './resource.ts'
import { handleArgument } from './short/arguments.ts'
import { firstFittingForm, MAX_BYTES } from './short/fitting_form.ts'
import { DATED, LIMITED, NAMED, PAYER, RESOLVED } from './short/outputs.ts'
import { shortLimitations } from './short/short_limitations.ts'
import type { ToolEntry } from './short/tool.ts'
import { NOTICE, thirdParty } from './short/untrusted.ts'
import type { TrustEvaluation, TrustEvaluationFull } from './trust_evaluation.schema.ts'

/** Recommendation on dealing with an agent. */
export const TRUST_EVALUATION = variant({
  id: 'trust_evaluation',
  path: '/api/trust/evaluate',
  title: 'Verdict on an agent as a counterparty, with reasons',
  group: 'trust',
  parameters: [p.requiredHandle, p.payeeWallet, p.amountUsd],
  answer: 'TrustEvaluation',
  errors: [400, 404],
  fromAgent: trustEvaluationView,
})

/** The same with all that is behind it. */
export const TRUST_EVALUATION_FULL = paid({
  id: 'trust_evaluation_full',
  path: '/api/trust/evaluate/full',
  title: 'Verdict on an agent with all underlying signals',
  price: '0.10',
  parameters: [p.requiredHandle, p.payeeWallet, p.amountUsd],
  answer: 'TrustEvaluationFull',
  errors: [400, 404],
  fromAgent: trustEvaluationFullView,
})

/** The verdict and its reasons, in short. */
export const verifyCounterpartyTool = () =>
  ({
    endpoint: 'trust_evaluation',
    title: 'Verify a counterparty',
    description:
      'Proceed, caution or reject, with reasons. Use it before you pay an agent or rely on it: ask with the URL you call and the wallet it names. Advice, not an authorization.',
    arguments: z.looseObject({
      handle: handleArgument(),
      wallet: p.payeeWallet.schema,
      amount_usd: p.amountUsd.schema,
    }),
    output: {
      ...{ handle: 'string', verdict: 'string', reasons: 'object[]', confidence_tier: 'string' },
      ...{ evidence_tier: 'string', trust: 'object', liveness: 'object?', risk_flags: 'object[]' },
      ...{ claim_status: 'string', rails: 'string[]', payment_days_read: 'integer?', payable: 'boolean' },
      ...{
        per_transaction: 'number?',
        daily: 'number?',
        cost_to_fake_usd: 'number?',
        cost_parts: 'object[]',
        wallets: 'object[]',
      },
      ...{ advice: 'string', ...PAYER, ...RESOLVED, ...LIMITED, ...DATED, ...NAMED },
    },
    inShort: trustEvaluationInShort,
  }) as const satisfies ToolEntry

/** Returns the recommendation on dealing with an agent, with reasons. */
export function trustEvaluationView(agent: AgentRecord, info: ReleaseInfo): TrustEvaluation {
  const { handle, name, trust, rails } = agent
  return {
    type: 'trust_evaluation',
    handle,
    name,
    url: agentUrl(info.base_url, handle),
    verdict: trust.verdict,
    reasons: trust.reasons,
    confidence_tier: trust.confidence,
    evidence_tier: trust.evidence,
    trust: trustScoreView(agent),
    liveness: livenessView(agent),
    risk_flags: riskFlagsView(agent),
    claim_status: claimStatusView(agent),
    rails,
    payment_days_read: agent.payment_days,
    ...paymentAdviceView(agent),
    untrusted_fields: ['name'],
    limitations: adviceLimitations(info),
    last_updated: info.last_updated,
  }
}

/** `/api/trust/evaluate/full`: the verdict with every signal behind it. */
export function trustEvaluationFullView(agent: AgentRecord, info: ReleaseInfo): TrustEvaluationFull {
  const { trust, standings } = agent
  const { untrusted_fields, ...identity } = identityView(agent)
  return {
    ...trustEvaluationView(agent, info),
    type: 'trust_evaluation_full',
    points: trust.points,
    confidence_reasons: confidenceReasons(agent),
    identity_proof: trust.identity,
    verified: agent.is_verified,
    erc8004: erc8004View(agent),
    known_since: trust.known_since,
    departed: departedView(agent),
    price: priceAdviceView(agent),
    reliability: agent.reliability && figures(agent.reliability),
    primary_category: agent.primary_category,
    scores_by_category: Object.fromEntries(
      standings.map((row) => [
        row.category,
        { ...categoryScoreView(row), change: scoreChangeView(row.change) },
      ]),
    ),
    signals: standings.flatMap((row) =>
      categoryView(row, agent.handle, info).signals.map((signal) => ({ category: row.category, ...signal })),
    ),
    endpoints: agent.endpoints,
    identity,
    source_urls: agent.source_urls,
    untrusted_fields: [...untrusted_fields, 'endpoints.url'],
  }
}

// Named one by one: a column that the mart gets later must not reach a paid answer by itself.
const figures = (row: ReliabilityRow): NonNullable<TrustEvaluationFull['reliability']> => ({
  reliability_30d: row.reliability_30d,
  reliability_90d: row.reliability_90d,
  observed_days_30: row.observed_days_30,
  observed_days_90: row.observed_days_90,
  coverage: row.coverage,
})

type Flag = TrustEvaluation['risk_flags'][number]

/** The verdict and its reasons first, and every risk flag, be it without its reason. */
export function trustEvaluationInShort(all: TrustEvaluation) {
  const { type, name, url, untrusted_fields, limitations, last_updated, ...info } = all
  const answer = (flagOf: (flag: Flag) => object) => ({
    ...info,
    risk_flags: info.risk_flags.map(flagOf),
    untrusted: thirdParty({ name }),
    ...shortLimitations(limitations),
    last_updated,
    notice: NOTICE,
  })
  return firstFittingForm(
    MAX_BYTES,
    answer((flag) => flag),
    () => answer(({ flag, severity }) => ({ flag, severity })),
  )
}
