import type { z } from 'zod'
import { agentChanges } from './schemas/agent_changes.ts'
import {
  agentSummary,
  categoryScore,
  identity,
  liveness,
  scoreChange,
  signalScore,
} from './schemas/agent_summary.ts'
import { agentTrust } from './schemas/agent_trust.ts'
import { attestation } from './schemas/attestation.ts'
import { badgeEndpoint } from './schemas/badge_endpoint.ts'
import { bulkAgents, compactAgent } from './schemas/bulk_agents.ts'
import { categoryRanking, rankingRow } from './schemas/category_ranking.ts'
import { changes } from './schemas/changes.ts'
import { comparedAgent, comparison } from './schemas/comparison.ts'
import { economySummary } from './schemas/economy_summary.ts'
import { ecosystemSummary } from './schemas/ecosystem_summary.ts'
import { errorBody, notFoundBody } from './schemas/errors.ts'
import { feedbackRequest, feedbackResponse } from './schemas/feedback.ts'
import { findCandidate, findFullResult, findResult } from './schemas/find.ts'
import { ghostIndex, ghostIndexFigures } from './schemas/ghost_index.ts'
import { jsonRpcRequest, jsonRpcResponse } from './schemas/json_rpc.ts'
import { methodology } from './schemas/methodology.ts'
import {
  agentHistory,
  paymentRequired,
  trustEvaluationFull,
  trustSummary,
  verificationStatus,
} from './schemas/paid.ts'
import { priceMultiplier } from './schemas/price_multiplier.ts'
import { proofOfIndex } from './schemas/proof_of_index.ts'
import { publicTrust, publicTrustBatch, publicTrustBatchRequest } from './schemas/public_trust.ts'
import { reliability } from './schemas/reliability.ts'
import { indexStatus } from './schemas/status.ts'
import { trustEvaluation } from './schemas/trust_evaluation.ts'
import { priceAdvice, riskFlags, trustScore } from './schemas/trust_parts.ts'
import { x402Demand, x402Totals, x402Window } from './schemas/x402_demand.ts'

const NAMED = {
  EconomySummary: economySummary,
  CategoryRanking: categoryRanking,
  AgentSummary: agentSummary,
  BulkAgents: bulkAgents,
  Comparison: comparison,
  Methodology: methodology,
  TrustEvaluation: trustEvaluation,
  GhostIndex: ghostIndex,
  Reliability: reliability,
  X402Demand: x402Demand,
  PublicTrust: publicTrust,
  PublicTrustBatchRequest: publicTrustBatchRequest,
  PublicTrustBatch: publicTrustBatch,
  PriceMultiplier: priceMultiplier,
  Changes: changes,
  ProofOfIndex: proofOfIndex,
  AgentTrust: agentTrust,
  AgentChanges: agentChanges,
  EcosystemSummary: ecosystemSummary,
  IndexStatus: indexStatus,
  BadgeEndpoint: badgeEndpoint,
  FindResult: findResult,
  FindFullResult: findFullResult,
  TrustEvaluationFull: trustEvaluationFull,
  Attestation: attestation,
  TrustSummary: trustSummary,
  AgentHistory: agentHistory,
  VerificationStatus: verificationStatus,
  FeedbackRequest: feedbackRequest,
  FeedbackResponse: feedbackResponse,
  JsonRpcRequest: jsonRpcRequest,
  JsonRpcResponse: jsonRpcResponse,
  PaymentRequired: paymentRequired,
  NotFoundBody: notFoundBody,
  ErrorBody: errorBody,
} satisfies Record<string, z.ZodType>

/** The name of a resource, request or error. */
export type ResourceName = keyof typeof NAMED

/** What the schema of this name describes. */
export type Named<Name extends ResourceName> = z.infer<(typeof NAMED)[Name]>

/** The schema of every resource, request and error by the name that the table of endpoints uses. */
export const RESOURCES: Readonly<Record<string, z.ZodType>> = NAMED

/** What several resources have in common, so that a description of all can name it once. */
export const PARTS: Record<string, z.ZodType> = {
  AgentIdentity: identity,
  CategoryScore: categoryScore,
  CompactAgent: compactAgent,
  ComparedAgent: comparedAgent,
  FindCandidate: findCandidate,
  GhostIndexFigures: ghostIndexFigures,
  Liveness: liveness,
  PriceAdvice: priceAdvice,
  RankingRow: rankingRow,
  RiskFlags: riskFlags,
  ScoreChange: scoreChange,
  SignalScore: signalScore,
  TrustScore: trustScore,
  X402Totals: x402Totals,
  X402Window: x402Window,
}
