import type { Artifact } from '../../core/release/artifact.ts'
import { categoryRankingArtifacts } from './answers/category_ranking.ts'
import { changesArtifacts } from './answers/changes.ts'
import { economySummaryArtifacts } from './answers/economy_summary.ts'
import { ecosystemSummaryArtifacts } from './answers/ecosystem_summary.ts'
import { ghostIndexArtifacts } from './answers/ghost_index.ts'
import { methodologyArtifacts } from './answers/methodology.ts'
import { reliabilityArtifacts } from './answers/reliability.ts'
import { x402DemandArtifacts } from './answers/x402_demand.ts'
import { x402ChainArtifacts, x402FacilitatorArtifacts } from './answers/x402_markets.ts'
import type { Site } from './site.ts'

type Publish = (site: Site) => Iterable<Artifact> | AsyncIterable<Artifact>

/** The publishers of resources that need more than a view of an agent, in the order of their files. */
export const ANSWERS: readonly Publish[] = [
  economySummaryArtifacts,
  ecosystemSummaryArtifacts,
  methodologyArtifacts,
  categoryRankingArtifacts,
  ghostIndexArtifacts,
  reliabilityArtifacts,
  x402DemandArtifacts,
  x402FacilitatorArtifacts,
  x402ChainArtifacts,
  changesArtifacts,
]
