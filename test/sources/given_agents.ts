import type { KnownRow } from '../../pipeline/source/source.ts'

const OBSERVED = {
  observed_on: '2026-01-08',
  observed_at: '2026-01-08T00:00:00.000Z',
  source_url: 'https://mainnet.base.org/',
  response_sha256: '0'.repeat(64),
}

/** An event of the identity registry as its source knows it. */
export const registered = (
  agent_id: string,
  uri: string | null,
  more: Record<string, unknown> = {},
): KnownRow => ({
  ...{ chain: 'eip155:8453', agent_id, uri, kind: 'registered', block_number: 1, log_index: 1 },
  ...OBSERVED,
  ...more,
})

/** A registration file as its source knows it, with these services by name. */
export const fileWith = (agent_id: string, services: [string, string][]): KnownRow => ({
  ...{ chain: 'eip155:8453', agent_id, outcome: 'ok', ...OBSERVED },
  services: services.map(([name, endpoint]) => ({ name, endpoint, version: null })),
})

/** A listing of the Bazaar as its source knows it. */
export const listed = (resource: string, more: Record<string, unknown> = {}): KnownRow => ({
  ...{ type: 'http', method: null, resource, gone_since: null, ...OBSERVED },
  ...more,
})

/** A day after 8 January 2026. */
export const later = (days: number): string =>
  new Date(Date.parse('2026-01-08') + days * 86_400_000).toISOString().slice(0, 10)
