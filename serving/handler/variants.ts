import type { Resource, ResourceId } from '../../core/interface/endpoints.ts'
import type { Variant } from './call.ts'
import { agentChangesVariant } from './variants/agent_changes.ts'
import { agentsBulkVariant } from './variants/agents_bulk.ts'
import { badgeEndpointVariant } from './variants/badge_endpoint.ts'
import { categoryRankingVariant } from './variants/category_ranking.ts'
import { changesVariant } from './variants/changes.ts'
import { comparisonVariant } from './variants/comparison.ts'
import { findVariant } from './variants/find.ts'
import { ghostIndexVariant } from './variants/ghost_index.ts'
import { publicTrustBatchVariant } from './variants/public_trust_batch.ts'
import { reliabilityVariant } from './variants/reliability.ts'
import { trustEvaluationVariant } from './variants/trust_evaluation.ts'
import { x402DemandVariant } from './variants/x402_demand.ts'

/** Endpoint → what answers it with JSON where no plain file does. */
export const VARIANTS: { readonly [Id in ResourceId]?: Variant<Resource<Id>> } = {
  agent_changes: agentChangesVariant,
  agents_bulk: agentsBulkVariant,
  badge_endpoint: badgeEndpointVariant,
  category_ranking: categoryRankingVariant,
  changes: changesVariant,
  comparison: comparisonVariant,
  find: findVariant,
  ghost_index: ghostIndexVariant,
  public_trust_batch: publicTrustBatchVariant,
  reliability: reliabilityVariant,
  trust_evaluation: trustEvaluationVariant,
  x402_demand: x402DemandVariant,
}
