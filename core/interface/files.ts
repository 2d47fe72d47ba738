import { AI_CATALOG_TYPE, BYTES_TYPE, SCRIPT_TYPE, SERVER_CARD_TYPE, TEXT_TYPE, XML_TYPE } from './content.ts'
import { endpoint, fileEndpoint } from './define_endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import * as p from './parameters.ts'

/** The log of what was published, in the files of C2SP tlog-tiles, and what it is about. */
export const LOG: Endpoint[] = [
  fileEndpoint('proof', 'manifest', '/manifest.json', 'Every file of the release with its SHA-256'),
  fileEndpoint(
    'proof',
    'log_checkpoint',
    '/log/checkpoint',
    'Signed head of the log (C2SP tlog-checkpoint)',
    {
      contentType: TEXT_TYPE,
      lifetime: 60,
      errors: [404],
    },
  ),
  fileEndpoint('proof', 'log_key', '/log/key', 'Key that verifies the log', {
    contentType: TEXT_TYPE,
    errors: [404],
  }),
  endpoint('proof', 'log_tiles', {
    path: '/log/tile/*',
    title: 'Tiles of hashes and bundles of entries (C2SP tlog-tiles)',
    file: 'log/tile/*',
    contentType: BYTES_TYPE,
    errors: [404],
  }),
  endpoint('proof', 'log_entries', {
    path: '/log/entries/*',
    title: 'Where the entries about an agent stand, and the days of the log',
    file: 'log/entries/*',
    errors: [404],
  }),
  endpoint('proof', 'evidence', {
    path: '/evidence/{sha256}',
    title:
      'A recorded answer on which a score rests, as a download; where it is not public, why, and what was read of it',
    servedAs: 'variant',
    parameters: [p.pathSha256, p.evidenceAgent],
    contentType: BYTES_TYPE,
    lifetime: 3600,
    errors: [400, 404, 410],
  }),
  fileEndpoint(
    'proof',
    'verify_bundle',
    '/verify.mjs',
    'Program for Node that checks all of this: node verify.mjs --url …',
    {
      contentType: SCRIPT_TYPE,
    },
  ),
  fileEndpoint('proof', 'verify_bundle_hash', '/verify.mjs.sha256', 'Its SHA-256, as sha256sum reads it', {
    contentType: TEXT_TYPE,
  }),
]

/** Endpoints that let machines discover the rest. */
export const DISCOVERY: Endpoint[] = [
  fileEndpoint('discovery', 'mcp_manifest', '/.well-known/mcp.json', 'Manifest of the MCP server'),
  fileEndpoint('discovery', 'mcp_server_card', '/.well-known/mcp/server-card.json', 'MCP server card', {
    contentType: SERVER_CARD_TYPE,
  }),
  fileEndpoint('discovery', 'agent_card', '/.well-known/agent-card.json', 'A2A agent card'),
  fileEndpoint(
    'discovery',
    'agent_card_legacy',
    '/.well-known/agent.json',
    'A2A agent card, at its path before A2A 0.3',
  ),
  fileEndpoint('discovery', 'agents_json', '/.well-known/agents.json', 'Flows of calls, as agents.json'),
  fileEndpoint('discovery', 'x402_manifest', '/.well-known/x402', 'Paid endpoints and their prices'),
  fileEndpoint('discovery', 'jwks', '/.well-known/jwks.json', 'Public keys of the attestation oracle', {
    lifetime: 3600,
  }),
  fileEndpoint(
    'discovery',
    'ai_catalog',
    '/.well-known/ai-catalog.json',
    'AI Catalog: MCP server, A2A agent, OpenAPI, data set',
    {
      contentType: AI_CATALOG_TYPE,
    },
  ),
  fileEndpoint('discovery', 'openapi', '/openapi.json', 'OpenAPI 3.1.0 description of this API', {
    lifetime: 3600,
  }),
  fileEndpoint('discovery', 'server_json', '/server.json', 'Entry of the MCP server for the MCP registry'),
  fileEndpoint('discovery', 'llms_txt', '/llms.txt', 'Overview of this index for language models', {
    contentType: TEXT_TYPE,
  }),
  fileEndpoint(
    'discovery',
    'llms_full',
    '/llms-full.txt',
    'The same with every parameter, tool, skill and methodology in words',
    {
      contentType: TEXT_TYPE,
    },
  ),
  fileEndpoint('discovery', 'robots_txt', '/robots.txt', 'Rules for crawlers', { contentType: TEXT_TYPE }),
  fileEndpoint('discovery', 'sitemap', '/sitemap.xml', 'Sitemap of all pages', { contentType: XML_TYPE }),
]
