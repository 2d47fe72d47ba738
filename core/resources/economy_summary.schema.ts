import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'

/** The agent economy summary of the interface. A metric that no source has observed yet is null. */
export const economySummary = z.object({
  type: z.literal('agent_economy_summary'),
  url: z.url(),
  summary: z.string(),
  metrics: z.object({
    indexed_agents: z.int().min(0),
    evidence_ranked_total: z.int().min(0),
    historical_snapshots: z.int().min(0),
    x402_endpoints_in_bazaar: z.int().min(0).nullable(),
    tracked_protocol_surfaces: z.int().min(0),
  }),
  categories: z.array(
    z.object({
      category: z.enum(CATEGORIES),
      name: z.string(),
      methodology_version: z.string(),
      indexed: z.int().min(0),
      evidence_ranked: z.int().min(0),
      ranking_url: z.url().nullable(),
      methodology_url: z.url().nullable(),
    }),
  ),
  tracked_surfaces: z.array(z.string()),
  machine_readable_endpoints: z.record(z.string(), z.string()),
  positioning: z.string(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
  source_urls: z.array(z.url()),
})

export type EconomySummary = z.infer<typeof economySummary>
