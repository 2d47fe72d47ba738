import type { ReleaseInfo } from '../../core/views/release_info.ts'

const LIMITATIONS = ['Sample data: every name and number is invented, to try the service out.']

/** Made-up facts of a release; those of a live one have no limitations. */
export function info(given: Partial<ReleaseInfo> = {}): ReleaseInfo {
  const world = given.world ?? 'sample'
  return {
    day: '2026-03-14',
    world,
    base_url: 'https://assay.example',
    last_updated: '2026-03-14T05:00:00Z',
    limitations: world === 'live' ? [] : LIMITATIONS,
    categories: [
      { category: 'developer', name: 'Developer agents', methodology_version: 'v9.made-up', limitations: [] },
      { category: 'mcp_server', name: 'MCP servers', methodology_version: 'v8.made-up', limitations: [] },
    ],
    counts: { indexed_agents: 41, evidence_ranked_total: 17, alive: 23, 'category/developer/indexed': 29 },
    ...given,
  }
}
