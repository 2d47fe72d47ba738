import type { Resource, ResourceId } from '../../core/interface/endpoints.ts'
import type { Variant } from './call.ts'
import { agentChanges } from './variants/agent_changes.ts'
import { agentsBulk } from './variants/agents_bulk.ts'
import { categoryRanking } from './variants/category_ranking.ts'
import { changes } from './variants/changes.ts'
import { comparison } from './variants/comparison.ts'
import { find } from './variants/find.ts'
import { ghostIndex } from './variants/ghost_index.ts'
import { publicTrustBatch } from './variants/public_trust_batch.ts'
import { reliability } from './variants/reliability.ts'
import { trustEvaluation } from './variants/trust_evaluation.ts'
import { x402Demand } from './variants/x402_demand.ts'

/** Endpoint → what answers it with JSON where no plain file does. */
export const VARIANTS: { readonly [Id in ResourceId]?: Variant<Resource<Id>> } = {
  agent_changes: agentChanges,
  agents_bulk: agentsBulk,
  category_ranking: categoryRanking,
  changes,
  comparison,
  find,
  ghost_index: ghostIndex,
  public_trust_batch: publicTrustBatch,
  reliability,
  trust_evaluation: trustEvaluation,
  x402_demand: x402Demand,
}
