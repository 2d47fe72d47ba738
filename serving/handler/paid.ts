import type { PaidVariant } from './call.ts'
import { agentHistoryBody } from './paid/agent_history.ts'
import { findFullBody } from './paid/find_full.ts'
import { trustEvaluationFullBody } from './paid/trust_evaluation_full.ts'
import { trustSummaryBody } from './paid/trust_summary.ts'
import { verificationStatusBody } from './paid/verification_status.ts'

/** Paid endpoint → its body. One that is not here cannot be bought yet. */
export const PAID: Readonly<Record<string, PaidVariant>> = {
  agent_history: agentHistoryBody,
  find_full: findFullBody,
  trust_evaluation_full: trustEvaluationFullBody,
  trust_summary: trustSummaryBody,
  verification_status: verificationStatusBody,
}
