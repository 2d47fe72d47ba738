import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'

/** The downloads, each a file under the table's one address. */
const DOWNLOADS = {
  signal_inputs: 'signal-inputs.parquet',
  agents: 'agents.csv',
  corrections: 'corrections.json',
  counts: 'counts.json',
}

/**
 * Returns the map of the interface: name → URI of every free endpoint for programs. Parameters in a path make it a URI
 * template (RFC 6570, level 1); query parameters are left to OpenAPI.
 */
export function endpointMap(baseUrl: string): Record<string, string> {
  const mapped = ENDPOINTS.filter(isMapped).map((endpoint) => [
    endpoint.mapName ?? endpoint.id,
    formatAddress(endpoint),
  ])
  const downloads = Object.entries(DOWNLOADS).map(([name, file]) => [name, `/data/${file}`])
  return Object.fromEntries([...mapped, ...downloads].map(([name, path]) => [name, `${baseUrl}${path}`]))
}

// Feedback writes; all other free endpoints read.
const isMapped = ({ id, price, contentType, path }: Endpoint): boolean =>
  price === null && id !== 'feedback' && !path.endsWith('*') && !/^text\/(?:html|css)/.test(contentType)

const formatAddress = ({ id, path }: Endpoint): string => (id === 'badge' ? `${path}.svg` : path)
