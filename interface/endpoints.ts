import type { Endpoint } from './endpoint.ts'
import * as p from './parameters.ts'
import { A2A, MCP } from './service.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML_TYPE = 'text/html; charset=utf-8'

/** What most endpoints are: a free GET for JSON that may be kept for five minutes. */
const USUAL = {
  method: 'GET',
  servedAs: 'file',
  file: null,
  lifetime: 300,
  parameters: [],
  body: null,
  contentType: JSON_TYPE,
  answer: null,
  errors: [],
  isRpc: false,
  price: null,
} satisfies Partial<Endpoint>

type Given = Pick<Endpoint, 'path' | 'title'> & Partial<Endpoint>

const endpoint = (id: string, given: Given): Endpoint => ({ ...USUAL, id, ...given })

/** One JSON file of the release, at its own address. */
const file = (id: string, path: string, title: string, given: Partial<Endpoint> = {}): Endpoint =>
  endpoint(id, { path, title, file: path.slice(1), ...given })

/** JSON about one agent, named in the path. */
const agentFile = (id: string, path: string, title: string, given: Partial<Endpoint> = {}): Endpoint =>
  file(id, path, title, {
    parameters: [path.includes('{agentId}') ? p.pathAgentId : p.pathHandle],
    errors: [404],
    ...given,
  })

const slice = (id: string, path: string, title: string, given: Partial<Endpoint>): Endpoint =>
  endpoint(id, { path, title, servedAs: 'slice', errors: [400], ...given })

const page = (
  id: string,
  path: string,
  title: string,
  htmlFile: string,
  given: Partial<Endpoint> = {},
): Endpoint => endpoint(id, { path, title, file: htmlFile, contentType: HTML_TYPE, ...given })

const service = (id: string, path: string, title: string, given: Partial<Endpoint>): Endpoint =>
  endpoint(id, { path, title, servedAs: 'service', ...given })

const paid = (id: string, path: string, title: string, price: string, given: Partial<Endpoint>): Endpoint =>
  service(id, path, title, { price, lifetime: 0, ...given, errors: [402, ...(given.errors ?? []), 409, 503] })

const rpc = (id: string, path: string, title: string, maxBytes: number): Endpoint =>
  service(id, path, title, {
    method: 'POST',
    lifetime: 0,
    body: { schema: 'JsonRpcRequest', maxBytes },
    answer: 'JsonRpcResponse',
    errors: [202, 400, 403, 413, 429],
    isRpc: true,
  })

/** The free reads of the interface. */
const READS: Endpoint[] = [
  file('economy_summary', '/api/agent-economy/llm-summary', 'The agent economy in one page', {
    answer: 'EconomySummary',
  }),
  slice('category_ranking', '/api/rankings/{category}/llm-summary', 'The ranking of a category', {
    file: 'api/rankings/{category}/llm-summary',
    parameters: [p.restCategory, p.evidenceReadyOnly, p.rankingLimit],
    answer: 'CategoryRanking',
  }),
  agentFile(
    'agent_summary',
    '/api/agent/{handle}/llm-summary',
    'One agent with its scores and every signal',
    {
      answer: 'AgentSummary',
    },
  ),
  slice('agents_bulk', '/api/agents/bulk', 'Up to 50 agents at once', {
    parameters: [p.bulkHandles],
    answer: 'BulkAgents',
  }),
  slice('comparison', '/api/compare/llm-summary', 'Two to five agents side by side', {
    parameters: [p.comparedAgents],
    answer: 'Comparison',
    errors: [400, 404],
  }),
  file('methodology', '/api/methodology/{category}/llm-summary', 'How a category is scored', {
    parameters: [p.restCategory],
    lifetime: 3600,
    answer: 'Methodology',
    errors: [400],
  }),
  slice('trust_evaluation', '/api/trust/evaluate', 'Whether to deal with an agent, and why', {
    parameters: [p.requiredHandle],
    answer: 'TrustEvaluation',
    errors: [400, 404],
  }),
  slice('ghost_index', '/api/ghost-index/v1', 'What share of the agents is alive', {
    file: 'api/ghost-index/v1',
    parameters: [p.historyDays, p.isLive],
    answer: 'GhostIndex',
  }),
  slice('reliability', '/api/reliability/v1', 'How steadily agents are alive', {
    file: 'api/reliability/v1',
    parameters: [p.optionalHandle],
    answer: 'Reliability',
    errors: [400, 404],
  }),
  slice('x402_demand', '/api/x402/demand/v1', 'Who is paid through x402, by unique payers', {
    file: 'api/x402/demand/v1',
    parameters: [p.demandDays, p.demandTop, p.demandChain],
    answer: 'X402Demand',
  }),
  agentFile('public_trust', '/api/public/trust/{agentId}', 'The public trust record of an agent', {
    answer: 'PublicTrust',
  }),
  slice('public_trust_batch', '/api/public/trust/batch', 'The public trust records of up to 50 agents', {
    method: 'POST',
    lifetime: 0,
    body: { schema: 'PublicTrustBatchRequest', maxBytes: 65_536 },
    answer: 'PublicTrustBatch',
    errors: [400, 413],
  }),
  agentFile('price_multiplier', '/api/reputation/multiplier/{agentId}', 'What trust does to a price', {
    answer: 'PriceMultiplier',
  }),
  slice('changes', '/api/changes/v1', 'What changed in the last days', {
    file: 'api/changes/v1',
    parameters: [p.changeDays],
    answer: 'Changes',
  }),
  file('proof_of_index', '/api/proof-of-index/v1', 'The daily digests and their anchors', {
    answer: 'ProofOfIndex',
  }),
  agentFile(
    'agent_trust',
    '/api/agent/{handle}/trust',
    'The trust score of an agent and what it is made of',
    {
      answer: 'AgentTrust',
    },
  ),
  slice('agent_changes', '/api/agent/{handle}/changes', 'What changed about an agent', {
    file: 'api/agent/{handle}/changes',
    parameters: [p.pathHandle, p.changesSince, p.changesLimit],
    answer: 'AgentChanges',
    errors: [400, 404],
  }),
  file('ecosystem_summary', '/api/trends/summary', 'How the agent economy moves', {
    answer: 'EcosystemSummary',
  }),
]

/** Pictures, feeds, pages and downloads. */
const FILES: Endpoint[] = [
  endpoint('badge', {
    path: '/embed/{handle}',
    title: 'A badge with rank and tier; .svg at the end is optional',
    file: 'embed/{handle}.svg',
    parameters: [p.pathHandle],
    contentType: 'image/svg+xml; charset=utf-8',
  }),
  file('changes_rss', '/changes.xml', 'The changes as RSS 2.0', {
    contentType: 'application/rss+xml; charset=utf-8',
  }),
  file('changes_json_feed', '/changes.json', 'The changes as a JSON Feed', {
    contentType: 'application/feed+json; charset=utf-8',
  }),
  page('home', '/', 'The home page', 'index.html'),
  page('ranking_page', '/rankings/{category}', 'The ranking of a category', 'rankings/{category}.html', {
    parameters: [p.restCategory],
    errors: [400],
  }),
  page('agent_page', '/agents/{handle}', 'One agent', 'agents/{handle}.html', {
    parameters: [p.pathHandle],
    errors: [404],
  }),
  page('compare_page', '/compare', 'Agents side by side', 'compare.html', {
    servedAs: 'slice',
    parameters: [{ ...p.comparedAgents, isRequired: false }],
    errors: [400, 404],
  }),
  page(
    'methodology_page',
    '/methodology/{category}',
    'How a category is scored',
    'methodology/{category}.html',
    {
      parameters: [p.restCategory],
      lifetime: 3600,
      errors: [400],
    },
  ),
  page('changes_page', '/changes', 'What changed', 'changes.html'),
  page('run_page', '/runs/latest', 'How the last run went', 'runs/latest.html'),
  endpoint('style', {
    path: '/assets/style.css',
    title: 'The style of the pages',
    file: 'assets/style.css',
    contentType: 'text/css; charset=utf-8',
  }),
  endpoint('sitemap_parts', {
    path: '/sitemaps/*',
    title: 'The parts of a sitemap that is too long for one file',
    file: 'sitemaps/*',
    contentType: 'application/xml; charset=utf-8',
    errors: [404],
  }),
  endpoint('data', {
    path: '/data/*',
    title: 'The downloads; they answer range requests',
    file: 'data/*',
    errors: [404],
  }),
]

/** Where machines find the rest. */
const DISCOVERY: Endpoint[] = [
  file('mcp_manifest', '/.well-known/mcp.json', 'The tool server'),
  file('mcp_server_card', '/.well-known/mcp/server-card.json', 'The tool server as a server card'),
  file('agent_card', '/.well-known/agent-card.json', 'The A2A agent card'),
  file('x402_manifest', '/.well-known/x402', 'What is sold, and for how much'),
  file('jwks', '/.well-known/jwks.json', 'The public keys of the oracle', { lifetime: 3600 }),
  file('ai_catalog', '/.well-known/ai-catalog.json', 'What there is for agents'),
  file('openapi', '/openapi.json', 'This interface as OpenAPI 3.1.0', { lifetime: 3600 }),
  file('llms_txt', '/llms.txt', 'This index in words, for language models', {
    contentType: 'text/plain; charset=utf-8',
  }),
  file('robots_txt', '/robots.txt', 'What crawlers may read', { contentType: 'text/plain; charset=utf-8' }),
  file('sitemap', '/sitemap.xml', 'Every page', { contentType: 'application/xml; charset=utf-8' }),
]

const FIND = [p.query, p.findCategory, p.rails, p.alive, p.minTier]

/** What keeps state or takes money. */
const SERVICE: Endpoint[] = [
  slice('find', '/api/agents/find', 'Agents that can do something, the best three', {
    parameters: FIND,
    lifetime: 60,
    answer: 'FindResult',
    errors: [400],
  }),
  service('feedback', '/api/agent-feedback', 'Tell what is wrong or missing', {
    method: 'POST',
    lifetime: 0,
    body: { schema: 'FeedbackRequest', maxBytes: 65_536 },
    answer: 'FeedbackResponse',
    errors: [201, 400, 413, 429, 503],
  }),
  paid('find_full', '/api/agents/find/full', 'Agents that can do something, ranked', '0.05', {
    answer: 'FindFullResult',
    parameters: [...FIND, p.findLimit],
    errors: [400],
  }),
  paid(
    'trust_evaluation_full',
    '/api/trust/evaluate/full',
    'The verdict with every signal behind it',
    '0.10',
    {
      answer: 'TrustEvaluationFull',
      parameters: [p.requiredHandle],
      errors: [400, 404],
    },
  ),
  paid('attestation', '/api/oracle/attest', 'A signed statement about an agent or the index', '0.25', {
    answer: 'Attestation',
    parameters: [p.metric, p.attestedHandle],
    errors: [400, 404],
  }),
  paid('trust_summary', '/api/agent/{handle}/trust-summary', 'The trust state of an agent', '0.02', {
    answer: 'TrustSummary',
    parameters: [p.pathHandle],
    errors: [404],
  }),
  paid('agent_history', '/api/agent/{handle}/history', 'Thirty days of rank and score', '0.02', {
    answer: 'AgentHistory',
    parameters: [p.pathHandle],
    errors: [404],
  }),
  paid(
    'verification_status',
    '/api/agent/{handle}/verification-status',
    'Whether an agent is verified',
    '0.005',
    {
      answer: 'VerificationStatus',
      parameters: [p.pathHandle],
      errors: [404],
    },
  ),
]

/** Where agents call in their own protocols. */
const RPC: Endpoint[] = [
  rpc('mcp', MCP.path, 'The tool server (MCP)', 65_536),
  rpc('mcp_legacy', MCP.legacyPath, 'The tool server that came before, with four tools', 65_536),
  rpc('a2a', A2A.path, 'The agent-to-agent interface (A2A)', 32_768),
]

/** Every address of the interface, in the order in which it is documented. */
export const ENDPOINTS: Endpoint[] = [...READS, ...FILES, ...DISCOVERY, ...SERVICE, ...RPC]
