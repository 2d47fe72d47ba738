import * as z from 'zod/mini'
import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { adviceLimitations, priceAdviceView, riskFlagsView, trustScoreView } from '../views/trust_parts.ts'
import type { AgentTrust } from './agent_trust.schema.ts'
import { agentFile } from './resource.ts'
import { handleArgument } from './short/arguments.ts'
import { DATED, LIMITED, MORE, NAMED, RESOLVED, TRUST } from './short/outputs.ts'
import { shortLimitations } from './short/short_limitations.ts'
import type { ToolEntry } from './short/tool.ts'
import { NOTICE, thirdParty } from './short/untrusted.ts'

/** The trust score of an agent. */
export const AGENT_TRUST = agentFile({
  id: 'agent_trust',
  path: '/api/agent/{handle}/trust',
  title: 'Trust score of an agent and its components',
  group: 'trust',
  answer: 'AgentTrust',
  fromAgent: agentTrustView,
})

/** The trust score, in short. */
export const getAgentTrustTool = () =>
  ({
    endpoint: 'agent_trust',
    title: 'Trust score of an agent',
    description:
      'The trust score of an agent and its components. Use it to explain the score; for a decision use verify_counterparty.',
    arguments: z.looseObject({ handle: handleArgument() }),
    output: {
      ...RESOLVED,
      ...{
        handle: 'string',
        ...TRUST,
        points: 'object[]',
        confidence_tier: 'string',
        evidence_tier: 'string',
      },
      ...{
        identity: 'object',
        risk_flags: 'object[]',
        erc8004: 'object',
        known_since: 'string?',
        price: 'object',
        ...LIMITED,
        ...DATED,
        ...NAMED,
        ...MORE,
      },
    },
    inShort: agentTrustInShort,
  }) as const satisfies ToolEntry

/** The trust score of an agent and what it is made of. */
export function agentTrustView(agent: AgentRecord, info: ReleaseInfo): AgentTrust {
  const { handle, name, trust } = agent
  return {
    type: 'agent_trust',
    handle,
    name,
    url: agentUrl(info.base_url, handle),
    trust: trustScoreView(agent),
    points: trust.points,
    confidence_tier: trust.confidence,
    evidence_tier: trust.evidence,
    identity: { proof: trust.identity, verified: agent.is_verified, verification: agent.verification },
    erc8004: { registered: agent.is_erc8004_registered, verified: trust.is_erc8004_verified },
    known_since: trust.known_since,
    risk_flags: riskFlagsView(agent),
    verdict: trust.verdict,
    reasons: trust.reasons,
    price: priceAdviceView(agent),
    untrusted_fields: ['name'],
    limitations: adviceLimitations(info),
    last_updated: info.last_updated,
  }
}

/** Drops the reasons of the verdict, which verify_counterparty returns. */
function agentTrustInShort(all: AgentTrust) {
  const { type, name, url, reasons, risk_flags, untrusted_fields, limitations, last_updated, ...info } = all
  return {
    ...info,
    risk_flags: risk_flags.map(({ flag, severity }) => ({ flag, severity })),
    untrusted: thirdParty({ name }),
    ...shortLimitations(limitations),
    last_updated,
    more: 'verify_counterparty gives the reasons for the verdict and for each risk flag.',
    notice: NOTICE,
  }
}
