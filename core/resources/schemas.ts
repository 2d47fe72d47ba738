import type { z } from 'zod'
import { errorBody, notFoundBody } from '../interface/schemas/errors.ts'
import { jsonRpcRequest, jsonRpcResponse } from '../interface/schemas/json_rpc.ts'
import { paymentRequired } from '../interface/schemas/payment_required.ts'
import { probePolicy } from '../interface/schemas/probe_policy.ts'
import { probeReport } from '../interface/schemas/probe_report.ts'
import { indexStatus } from '../interface/schemas/status.ts'
import { priceAdvice, riskFlags, trustScore } from '../interface/schemas/trust_parts.ts'
import { agentChanges } from './agent_changes.schema.ts'
import { agentHistory } from './agent_history.schema.ts'
import {
  agentSummary,
  categoryScore,
  identity,
  liveness,
  scoreChange,
  signalScore,
} from './agent_summary.schema.ts'
import { agentTrust } from './agent_trust.schema.ts'
import { bulkAgents, compactAgent } from './agents_bulk.schema.ts'
import { attestation } from './attestation.schema.ts'
import { badgeEndpoint } from './badge_endpoint.schema.ts'
import { categoryRanking, rankingRow } from './category_ranking.schema.ts'
import { changes } from './changes.schema.ts'
import { comparedAgent, comparison } from './comparison.schema.ts'
import { economySummary } from './economy_summary.schema.ts'
import { ecosystemSummary } from './ecosystem_summary.schema.ts'
import { feedbackRequest, feedbackResponse } from './feedback.schema.ts'
import { findCandidate, findFullResult, findResult } from './find.schema.ts'
import { ghostIndex, ghostIndexFigures } from './ghost_index.schema.ts'
import { methodology } from './methodology.schema.ts'
import { owner } from './owner.schema.ts'
import { priceMultiplier } from './price_multiplier.schema.ts'
import { proofOfIndex } from './proof_of_index.schema.ts'
import { publicTrust, publicTrustBatch, publicTrustBatchRequest } from './public_trust.schema.ts'
import { reliability } from './reliability.schema.ts'
import { payments, resolution, resolvedFrom, resolvedItem } from './resolution.schema.ts'
import { trustEvaluation, trustEvaluationFull } from './trust_evaluation.schema.ts'
import { trustSummary } from './trust_summary.schema.ts'
import { verificationStatus } from './verification_status.schema.ts'
import { x402Chains } from './x402_chains.schema.ts'
import { x402Demand, x402Totals, x402Window } from './x402_demand.schema.ts'
import { x402Facilitators } from './x402_facilitators.schema.ts'
import { x402Payments } from './x402_payments.schema.ts'

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
  X402Facilitators: x402Facilitators,
  X402Chains: x402Chains,
  X402Payments: x402Payments,
  Owner: owner,
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
  ProbeReport: probeReport,
  ProbePolicy: probePolicy,
  BadgeEndpoint: badgeEndpoint,
  FindResult: findResult,
  FindFullResult: findFullResult,
  Resolution: resolution,
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

/** Type that the schema of this name describes. */
export type SchemaValue<Name extends ResourceName> = z.infer<(typeof NAMED)[Name]>

/** The schema of every resource, request and error by the name that the table of endpoints uses. */
export const RESOURCES: Readonly<Record<string, z.ZodType>> = NAMED

/** Schemas that several resources share, so that a description of all names them once. */
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
  ResolvedFrom: resolvedFrom,
  ResolvedItem: resolvedItem,
  RiskFlags: riskFlags,
  ScoreChange: scoreChange,
  SignalScore: signalScore,
  TrustScore: trustScore,
  WalletPayments: payments,
  X402Totals: x402Totals,
  X402Window: x402Window,
}
