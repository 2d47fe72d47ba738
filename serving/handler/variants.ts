import { CALLS, READS, type Resource, type ResourceId } from '../../core/resources/resources.ts'
import type { Variant } from './call.ts'
import { ownerVariant } from './find_owner.ts'
import { agentsBulkVariant } from './resources/agents_bulk.ts'
import { badgeEndpointVariant } from './resources/badge_endpoint.ts'
import { changesVariant } from './resources/changes.ts'
import { comparisonVariant } from './resources/comparison.ts'
import { findVariant } from './resources/find.ts'
import { ghostIndexVariant } from './resources/ghost_index.ts'
import { publicTrustBatchVariant } from './resources/public_trust_batch.ts'
import { resolutionVariant } from './resources/resolution.ts'
import { trustEvaluationVariant } from './resources/trust_evaluation.ts'
import { x402DemandVariant } from './resources/x402_demand.ts'
import { byView, hasView } from './views.ts'

type Variants = { readonly [Id in ResourceId]?: Variant<Resource<Id>> }

const byViews: Variants = Object.fromEntries(
  [...READS, ...CALLS]
    .filter((read) => read.servedAs === 'variant' && hasView(read))
    .map((read) => [read.id, byView(read)]),
)

/** Endpoint → its JSON where no plain file is enough: its view, or code of its own. */
export const VARIANTS: Variants = {
  ...byViews,
  agents_bulk: agentsBulkVariant,
  badge_endpoint: badgeEndpointVariant,
  changes: changesVariant,
  comparison: comparisonVariant,
  find: findVariant,
  ghost_index: ghostIndexVariant,
  owner: ownerVariant,
  public_trust_batch: publicTrustBatchVariant,
  resolution: resolutionVariant,
  trust_evaluation: trustEvaluationVariant,
  x402_demand: x402DemandVariant,
}
