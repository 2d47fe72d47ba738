import { NAME, VERSION } from '../../../interface/service.ts'
import type { Facts } from '../../../views/facts.ts'
import { worldSentence } from './words.ts'

/** `/.well-known/ai-catalog.json`: what there is for agents, as an AI Catalog 1.0. */
export function aiCatalog(facts: Facts) {
  const { host } = new URL(facts.base_url)
  const entry = (id: string, type: string, path: string, description: string, displayName?: string) => ({
    identifier: `urn:air:${host.replaceAll(':', '-')}:${id}`,
    ...(displayName === undefined ? {} : { displayName }),
    type,
    url: `${facts.base_url}${path}`,
    description: [description, ...worldSentence(facts)].join(' '),
    version: VERSION,
    updatedAt: facts.last_updated,
  })
  return {
    specVersion: '1.0',
    host: { displayName: NAME, identifier: host, documentationUrl: `${facts.base_url}/llms.txt` },
    entries: [
      entry(
        'assay:mcp',
        'application/mcp-server-card+json',
        '/.well-known/mcp/server-card.json',
        'Fourteen read-only tools over the index.',
      ),
      entry(
        'assay:a2a',
        'application/a2a-agent-card+json',
        '/.well-known/agent-card.json',
        'Four skills: find agents, evaluate trust, the Ghost Index, attestations.',
      ),
      entry(
        'assay:openapi',
        'application/vnd.oai.openapi+json',
        '/openapi.json',
        'Every address of the REST interface with its schemas.',
        `${NAME} REST interface`,
      ),
      entry(
        'signal-inputs:dataset',
        'application/vnd.apache.parquet',
        '/data/signal-inputs.parquet',
        'Every signal input with the recorded response that it was read from.',
        `${NAME} signal inputs`,
      ),
    ],
  }
}
