import type { PaidVariant } from './call.ts'
import { agentHistory } from './paid/agent_history.ts'
import { findFull } from './paid/find_full.ts'
import { trustEvaluationFull } from './paid/trust_evaluation_full.ts'
import { trustSummary } from './paid/trust_summary.ts'
import { verificationStatus } from './paid/verification_status.ts'

/** Paid endpoint → its body. One that is not here cannot be bought yet. */
export const PAID: Readonly<Record<string, PaidVariant>> = {
  agent_history: agentHistory,
  find_full: findFull,
  trust_evaluation_full: trustEvaluationFull,
  trust_summary: trustSummary,
  verification_status: verificationStatus,
}
