import { AI_CATALOG_TYPE, JSON_TYPE, SERVER_CARD_TYPE, TEXT_TYPE } from '../../../core/interface/content.ts'
import { jwks } from '../../../core/interface/schemas/jwks.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { type ApiDocument, apiPage } from '../pages/api.ts'
import { json, type Site } from '../site.ts'
import { agentCard } from './agent_card.ts'
import { agentsJson } from './agents_json.ts'
import { aiCatalog } from './ai_catalog.ts'
import { readExamples } from './examples.ts'
import { llmsFullTxt } from './llms_full.ts'
import { llmsTxt } from './llms_txt.ts'
import { mcpManifest, mcpServerCard } from './mcp.ts'
import { openapi } from './openapi.ts'
import { serverJson } from './server_json.ts'
import { x402Manifest } from './x402.ts'

/** Yields the discovery documents, one file each. */
export async function* discoveryArtifacts(site: Site): AsyncGenerator<Artifact> {
  const { info } = site
  yield document('.well-known/mcp.json', mcpManifest(info))
  yield document('.well-known/mcp/server-card.json', mcpServerCard(info), SERVER_CARD_TYPE)
  yield document('.well-known/agent-card.json', agentCard(info))
  // A2A clients before 0.3 read only this address.
  yield document('.well-known/agent.json', agentCard(info))
  yield document('.well-known/agents.json', agentsJson(info))
  yield document('.well-known/x402', x402Manifest(info))
  yield {
    ...document('.well-known/jwks.json', jwks.parse({ keys: site.oracleKeys })),
    entries: site.oracleKeys.map((key) => ({ kind: 'key', subject: `key:${key.kid}`, ...key })),
  }
  yield document('.well-known/ai-catalog.json', aiCatalog(info), AI_CATALOG_TYPE)
  const described = openapi(info, await readExamples(site))
  yield document('openapi.json', described)
  yield apiPage(described as unknown as ApiDocument, site)
  yield document('server.json', serverJson(info))
  yield text('llms.txt', llmsTxt(info))
  yield text('llms-full.txt', llmsFullTxt(info, site.methodologies))
  yield text('robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${info.base_url}/sitemap.xml\n`)
}

const document = (path: string, value: unknown, contentType = JSON_TYPE): Artifact => ({
  path,
  contentType,
  body: json(value),
  side: 'public',
})

const text = (path: string, body: string): Artifact => ({
  path,
  contentType: TEXT_TYPE,
  body,
  side: 'public',
})
