import { SERVICE_NAME, SERVICE_VERSION } from '../../../core/interface/service.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { worldSentence } from './service_texts.ts'

/** `/.well-known/ai-catalog.json`: the offers for agents, as an AI Catalog 0.9. */
export function aiCatalog(info: ReleaseInfo) {
  const { host } = new URL(info.base_url)
  const entry = (id: string, type: string, path: string, description: string, displayName?: string) => ({
    identifier: `urn:air:${host.replaceAll(':', '-')}:${id}`,
    ...(displayName === undefined ? {} : { displayName }),
    type,
    url: `${info.base_url}${path}`,
    description: [description, ...worldSentence(info)].join(' '),
    version: SERVICE_VERSION,
    updatedAt: info.last_updated,
  })
  return {
    specVersion: '0.9',
    host: { displayName: SERVICE_NAME, identifier: host, documentationUrl: `${info.base_url}/llms.txt` },
    entries: [
      entry(
        'assay:mcp',
        'application/mcp-server-card+json',
        '/.well-known/mcp/server-card.json',
        'MCP server with fourteen read-only tools.',
      ),
      entry(
        'assay:a2a',
        'application/a2a-agent-card+json',
        '/.well-known/agent-card.json',
        'A2A agent with four skills: find agents, evaluate trust, Ghost Index, attestations.',
      ),
      entry(
        'assay:openapi',
        'application/vnd.oai.openapi+json',
        '/openapi.json',
        'All endpoints of the REST API with their schemas.',
        `${SERVICE_NAME} REST API`,
      ),
      entry(
        'signal-inputs:dataset',
        'application/vnd.apache.parquet',
        '/data/signal-inputs.parquet',
        'Every signal input with the recorded response it was read from.',
        `${SERVICE_NAME} signal inputs`,
      ),
    ],
  }
}
