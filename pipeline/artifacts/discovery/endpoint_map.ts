import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'

/** The downloads, each of which is a file under the one address of the table. */
const DOWNLOADS = {
  signal_inputs: 'signal-inputs.parquet',
  agents: 'agents.csv',
  corrections: 'corrections.json',
  counts: 'counts.json',
}

/**
 * The map of the interface: name → URI of everything that is free and meant for programs. What a path names is a URI
 * template (RFC 6570, level 1); query parameters are left to OpenAPI.
 */
export function endpointMap(baseUrl: string): Record<string, string> {
  const mapped = ENDPOINTS.filter(isMapped).map((endpoint) => [
    endpoint.mapName ?? endpoint.id,
    addressOf(endpoint),
  ])
  const downloads = Object.entries(DOWNLOADS).map(([name, file]) => [name, `/data/${file}`])
  return Object.fromEntries([...mapped, ...downloads].map(([name, path]) => [name, `${baseUrl}${path}`]))
}

// Feedback writes; all else that is free reads.
const isMapped = ({ id, price, contentType, path }: Endpoint): boolean =>
  price === null && id !== 'feedback' && !path.endsWith('*') && !/^text\/(?:html|css)/.test(contentType)

const addressOf = ({ id, path }: Endpoint): string => (id === 'badge' ? `${path}.svg` : path)
