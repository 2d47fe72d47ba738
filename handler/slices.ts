import type { Slice } from './call.ts'
import { agentChanges } from './slices/agent_changes.ts'
import { agentsBulk } from './slices/agents_bulk.ts'
import { categoryRanking } from './slices/category_ranking.ts'
import { changes } from './slices/changes.ts'
import { comparePage } from './slices/compare_page.ts'
import { comparison } from './slices/comparison.ts'
import { find } from './slices/find.ts'
import { ghostIndex } from './slices/ghost_index.ts'
import { publicTrustBatch } from './slices/public_trust_batch.ts'
import { reliability } from './slices/reliability.ts'
import { trustEvaluation } from './slices/trust_evaluation.ts'
import { x402Demand } from './slices/x402_demand.ts'

/** Endpoint → what answers it where no plain file does. */
export const SLICES: Readonly<Record<string, Slice>> = {
  agent_changes: agentChanges,
  agents_bulk: agentsBulk,
  category_ranking: categoryRanking,
  changes,
  compare_page: comparePage,
  comparison,
  find,
  ghost_index: ghostIndex,
  public_trust_batch: publicTrustBatch,
  reliability,
  trust_evaluation: trustEvaluation,
  x402_demand: x402Demand,
}
