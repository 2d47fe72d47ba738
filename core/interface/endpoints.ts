import {
  AI_CATALOG_TYPE,
  BYTES_TYPE,
  CSS_TYPE,
  FONT_TYPE,
  HTML_TYPE,
  JSON_FEED_TYPE,
  JSON_TYPE,
  MARKDOWN_TYPE,
  PNG_TYPE,
  RSS_TYPE,
  SCRIPT_TYPE,
  SERVER_CARD_TYPE,
  SVG_TYPE,
  TEXT_TYPE,
  XML_TYPE,
} from './content.ts'
import type { Endpoint } from './endpoint.ts'
import * as p from './parameters.ts'
import type { Named, ResourceName } from './resources.ts'
import { A2A, MCP } from './service.ts'

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

/** An endpoint of which the compiler knows the id, and the name of what it answers. */
type Entry<Id extends string, Answer extends ResourceName | null> = Endpoint & { id: Id; answer: Answer }

/** What of an endpoint is not usual. `Answer` is null where none is given. */
type Given<Answer> = Omit<Partial<Endpoint>, 'answer'> & { answer?: Answer }

// Where `Answer` is not given it is null, as the usual answer is.
const endpoint = <Id extends string, Answer extends ResourceName | null = null>(
  id: Id,
  given: Given<Answer> & Pick<Endpoint, 'path' | 'title'>,
): Entry<Id, Answer> => ({ ...USUAL, id, ...given }) as Entry<Id, Answer>

/** One JSON file of the release, at its own address. */
const file = <Id extends string, Answer extends ResourceName | null = null>(
  id: Id,
  path: string,
  title: string,
  given: Given<Answer> = {},
): Entry<Id, Answer> => endpoint(id, { path, title, file: path.slice(1), ...given })

/** JSON about one agent, named in the path. */
const agentFile = <Id extends string, Answer extends ResourceName>(
  id: Id,
  path: string,
  title: string,
  given: Given<Answer>,
): Entry<Id, Answer> =>
  file(id, path, title, {
    parameters: [path.includes('{agentId}') ? p.pathAgentId : p.pathHandle],
    errors: [404],
    ...given,
  })

const variant = <Id extends string, Answer extends ResourceName>(
  id: Id,
  path: string,
  title: string,
  given: Given<Answer>,
): Entry<Id, Answer> => endpoint(id, { path, title, servedAs: 'variant', errors: [400], ...given })

const page = (id: string, path: string, title: string, htmlFile: string, given: Given<null> = {}): Endpoint =>
  endpoint(id, { path, title, file: htmlFile, contentType: HTML_TYPE, ...given })

/** A file that pages load. */
const asset = (id: string, name: string, title: string, contentType: string): Endpoint =>
  endpoint(id, { path: `/assets/${name}`, title, file: `assets/${name}`, contentType })

const service = (id: string, path: string, title: string, given: Given<ResourceName>): Endpoint =>
  endpoint(id, { path, title, servedAs: 'service', ...given })

const paid = (id: string, path: string, title: string, price: string, given: Given<ResourceName>): Endpoint =>
  service(id, path, title, {
    price,
    lifetime: 0,
    ...given,
    errors: [402, ...new Set([400, ...(given.errors ?? [])] as const), 409, 429, 503],
  })

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
const READS = [
  file('economy_summary', '/api/agent-economy/llm-summary', 'Summary of the agent economy', {
    answer: 'EconomySummary',
  }),
  variant('category_ranking', '/api/rankings/{category}/llm-summary', 'Ranking of a category', {
    file: 'api/rankings/{category}/llm-summary',
    parameters: [p.restCategory, p.evidenceReadyOnly, p.rankingLimit],
    answer: 'CategoryRanking',
  }),
  agentFile('agent_summary', '/api/agent/{handle}/llm-summary', 'One agent with its scores and all signals', {
    answer: 'AgentSummary',
  }),
  variant('agents_bulk', '/api/agents/bulk', 'Up to 50 agents at once', {
    parameters: [p.bulkHandles],
    answer: 'BulkAgents',
  }),
  variant('comparison', '/api/compare/llm-summary', 'Compare two to five agents', {
    parameters: [p.comparedAgents],
    answer: 'Comparison',
    errors: [400, 404],
  }),
  file('methodology', '/api/methodology/{category}/llm-summary', 'Scoring methodology of a category', {
    parameters: [p.restCategory],
    lifetime: 3600,
    answer: 'Methodology',
    errors: [400],
  }),
  variant('trust_evaluation', '/api/trust/evaluate', 'Verdict on an agent as a counterparty, with reasons', {
    parameters: [p.requiredHandle],
    answer: 'TrustEvaluation',
    errors: [400, 404],
  }),
  variant('ghost_index', '/api/ghost-index/v1', 'Share of agents that are alive', {
    file: 'api/ghost-index/v1',
    parameters: [p.historyDays, p.isLive],
    answer: 'GhostIndex',
  }),
  variant('reliability', '/api/reliability/v1', 'Reliability of agents over time', {
    file: 'api/reliability/v1',
    parameters: [p.optionalHandle],
    answer: 'Reliability',
    errors: [400, 404],
  }),
  variant('x402_demand', '/api/x402/demand/v1', 'Operators receiving x402 payments, by unique payers', {
    file: 'api/x402/demand/v1',
    parameters: [p.demandDays, p.demandTop, p.demandChain],
    answer: 'X402Demand',
  }),
  agentFile('public_trust', '/api/public/trust/{agentId}', 'Public trust record of an agent', {
    answer: 'PublicTrust',
  }),
  variant('public_trust_batch', '/api/public/trust/batch', 'Public trust records of up to 50 agents', {
    method: 'POST',
    lifetime: 0,
    body: { schema: 'PublicTrustBatchRequest', maxBytes: 65_536 },
    answer: 'PublicTrustBatch',
    errors: [400, 413],
  }),
  agentFile('price_multiplier', '/api/reputation/multiplier/{agentId}', 'Price multiplier based on trust', {
    answer: 'PriceMultiplier',
  }),
  variant('changes', '/api/changes/v1', 'Changes of the last days', {
    file: 'api/changes/v1',
    parameters: [p.changeDays],
    answer: 'Changes',
  }),
  file('proof_of_index', '/api/proof-of-index/v1', 'Daily digests with their chain transactions', {
    answer: 'ProofOfIndex',
  }),
  agentFile('agent_trust', '/api/agent/{handle}/trust', 'Trust score of an agent and its components', {
    answer: 'AgentTrust',
  }),
  variant('agent_changes', '/api/agent/{handle}/changes', 'Changes of an agent', {
    file: 'api/agent/{handle}/changes',
    parameters: [p.pathHandle, p.changesSince, p.changesLimit],
    answer: 'AgentChanges',
    errors: [400, 404],
  }),
  file('ecosystem_summary', '/api/trends/summary', 'Trends of the agent economy', {
    answer: 'EcosystemSummary',
  }),
  endpoint('badge_endpoint', {
    path: '/embed/{handle}.json',
    title: 'What the badge says, as shields.io reads it from an endpoint',
    servedAs: 'variant',
    parameters: [p.pathHandle],
    answer: 'BadgeEndpoint',
  }),
]

/** Pictures, feeds, pages and downloads. */
const FILES: Endpoint[] = [
  endpoint('badge', {
    path: '/embed/{handle}',
    title: 'Badge with rank and tier; the .svg suffix is optional',
    file: 'embed/{handle}.svg',
    parameters: [p.pathHandle, p.badgeStyle],
    contentType: SVG_TYPE,
  }),
  file('changes_rss', '/changes.xml', 'Changes as RSS 2.0', {
    contentType: RSS_TYPE,
  }),
  file('changes_json_feed', '/changes.json', 'Changes as a JSON Feed', {
    contentType: JSON_FEED_TYPE,
  }),
  page('home', '/', 'Home page', 'index.html'),
  page(
    'ranking_page',
    '/rankings/{category}',
    'The agents of a category, up to 10,000, the first page',
    'rankings/{category}.html',
    { parameters: [p.pageCategory], errors: [400] },
  ),
  page(
    'ranking_pages',
    '/rankings/{category}/{page}',
    'The agents of a category, up to 10,000, one page',
    'rankings/{category}/{page}.html',
    { parameters: [p.pageCategory, p.pageNumber], errors: [400, 404] },
  ),
  page('departed_page', '/departed', 'Agents that have departed, the first page', 'departed.html'),
  page('departed_pages', '/departed/{page}', 'Agents that have departed, one page', 'departed/{page}.html', {
    parameters: [p.pageNumber],
    errors: [404],
  }),
  page('agent_page', '/agents/{handle}', 'One agent', 'agents/{handle}.html', {
    parameters: [p.pathHandle],
    errors: [404],
  }),
  endpoint('agent_markdown', {
    path: '/agents/{handle}.md',
    title: 'The page of one agent as Markdown',
    file: 'agents/{handle}.md',
    parameters: [p.pathHandle],
    contentType: MARKDOWN_TYPE,
    errors: [404],
  }),
  page('compare_page', '/compare', 'Agents side by side', 'compare.html', {
    servedAs: 'variant',
    parameters: [p.comparedText],
    errors: [400, 404],
  }),
  page('search_page', '/search', 'Find agents by name, handle, repository or operator', 'search.html', {
    servedAs: 'variant',
    parameters: [p.searched],
    lifetime: 60,
    errors: [400],
  }),
  endpoint('search_index', {
    path: '/search/*',
    title: 'The index that the search of the pages reads',
    file: 'search/*',
    errors: [404],
  }),
  page(
    'methodology_page',
    '/methodology/{category}',
    'How a category is scored',
    'methodology/{category}.html',
    {
      parameters: [p.pageCategory, p.agentOfPage],
      lifetime: 3600,
      errors: [400],
    },
  ),
  page('changes_page', '/changes', 'What changed', 'changes.html'),
  page('ghost_index_page', '/ghost-index', 'Which share of the agents is alive', 'ghost-index.html'),
  page('x402_page', '/x402', 'Who is paid over x402', 'x402.html'),
  page('status_page', '/status', 'The last runs, the sources and the log', 'status.html'),
  file('status', '/status.json', 'The same for machines: runs, sources, lag of chains, log, anchor', {
    answer: 'IndexStatus',
  }),
  page('data_page', '/data', 'All tables to download', 'data.html'),
  page('run_page', '/runs/latest', 'How the last run went', 'runs/latest.html'),
  page(
    'attestation_page',
    '/attestations/v1',
    'What an attestation says, and how to check one',
    'attestations/v1.html',
    { lifetime: 3600 },
  ),
  page('market_rules_page', '/market-rules', 'How an attestation settles a question', 'market-rules.html', {
    lifetime: 3600,
  }),
  file('market_rules_example', '/market-rules/example.json', 'The attestation of their worked example', {
    lifetime: 3600,
    answer: 'Attestation',
  }),
  page('api_page', '/api', 'Every address of the API, with forms to try the free ones', 'api.html'),
  page('connect_page', '/connect', 'How to connect an agent: settings of each client', 'connect.html', {
    lifetime: 3600,
  }),
  page('badge_page', '/badge', 'A badge to choose and copy', 'badge.html', {
    parameters: [p.agentOfPage, p.badgeStyle],
    errors: [400],
  }),
  page('about_page', '/about', 'Who this is for, how it is paid for and governed', 'about.html'),
  page('corrections_page', '/corrections', 'What was corrected and why, and how to ask', 'corrections.html', {
    parameters: [p.agentOfPage],
    errors: [400],
  }),
  page('verify_page', '/verify', 'Check an attestation or an agent in the browser', 'verify.html'),
  file('verify_by_hand', '/verify.md', 'How to check all of this with openssl, sha256sum, curl and jq', {
    contentType: TEXT_TYPE,
    lifetime: 3600,
  }),
  endpoint('home_preview', {
    path: '/og/home.png',
    title: 'The picture that previews of the home page show',
    file: 'og/home.png',
    contentType: PNG_TYPE,
  }),
  endpoint('ranking_preview', {
    path: '/og/rankings/{category}.png',
    title: 'The picture that previews of a ranking show',
    file: 'og/rankings/{category}.png',
    parameters: [p.pageCategory],
    contentType: PNG_TYPE,
    errors: [400],
  }),
  endpoint('agent_preview', {
    path: '/og/agents/{handle}.png',
    title: 'The picture that previews of one of the first 100 agents of a category show',
    file: 'og/agents/{handle}.png',
    parameters: [p.pathHandle],
    contentType: PNG_TYPE,
    errors: [404],
  }),
  asset('favicon', 'favicon.svg', 'The icon of the pages', SVG_TYPE),
  asset('style', 'style.css', 'Style sheet of the pages', CSS_TYPE),
  asset('font_regular', 'inter-400.woff2', 'Their type: Inter, regular', FONT_TYPE),
  asset('font_semibold', 'inter-600.woff2', 'Their type: Inter, semibold', FONT_TYPE),
  asset('site_script', 'site.js', 'The script of every page', SCRIPT_TYPE),
  asset('ranking_script', 'ranking.js', 'The script of rankings', SCRIPT_TYPE),
  asset('calculator_script', 'calculator.js', 'The script of /methodology', SCRIPT_TYPE),
  asset('try_it_script', 'try_it.js', 'The script of /api', SCRIPT_TYPE),
  asset('badge_script', 'badge.js', 'The script of /badge', SCRIPT_TYPE),
  asset('report_script', 'report.js', 'The script of /corrections', SCRIPT_TYPE),
  asset('search_script', 'search.js', 'The script of /search', SCRIPT_TYPE),
  asset('status_script', 'status.js', 'The script of /status', SCRIPT_TYPE),
  asset('verify_script', 'verify.js', 'The script of /verify', SCRIPT_TYPE),
  endpoint('sitemap_parts', {
    path: '/sitemaps/*',
    title: 'Parts of a sitemap that is too long for one file',
    file: 'sitemaps/*',
    contentType: XML_TYPE,
    errors: [404],
  }),
  endpoint('data', {
    path: '/data/*',
    title: 'Downloads; range requests are supported',
    file: 'data/*',
    errors: [404],
  }),
]

/** The log of what was published, in the files of C2SP tlog-tiles, and what it is about. */
const LOG: Endpoint[] = [
  file('manifest', '/manifest.json', 'Every file of the release with its SHA-256'),
  file('log_checkpoint', '/log/checkpoint', 'Signed head of the log (C2SP tlog-checkpoint)', {
    contentType: TEXT_TYPE,
    lifetime: 60,
    errors: [404],
  }),
  file('log_key', '/log/key', 'Key that verifies the log', { contentType: TEXT_TYPE, errors: [404] }),
  endpoint('log_tiles', {
    path: '/log/tile/*',
    title: 'Tiles of hashes and bundles of entries (C2SP tlog-tiles)',
    file: 'log/tile/*',
    contentType: BYTES_TYPE,
    errors: [404],
  }),
  endpoint('log_entries', {
    path: '/log/entries/*',
    title: 'Where the entries about an agent stand, and the days of the log',
    file: 'log/entries/*',
    errors: [404],
  }),
  file('verify_bundle', '/verify.mjs', 'Program for Node that checks all of this: node verify.mjs --url …', {
    contentType: SCRIPT_TYPE,
  }),
  file('verify_bundle_hash', '/verify.mjs.sha256', 'Its SHA-256, as sha256sum reads it', {
    contentType: TEXT_TYPE,
  }),
]

/** Where machines find the rest. */
const DISCOVERY: Endpoint[] = [
  file('mcp_manifest', '/.well-known/mcp.json', 'Manifest of the MCP server'),
  file('mcp_server_card', '/.well-known/mcp/server-card.json', 'MCP server card', {
    contentType: SERVER_CARD_TYPE,
  }),
  file('agent_card', '/.well-known/agent-card.json', 'A2A agent card'),
  file('agent_card_legacy', '/.well-known/agent.json', 'A2A agent card, at its path before A2A 0.3'),
  file('x402_manifest', '/.well-known/x402', 'Paid endpoints and their prices'),
  file('jwks', '/.well-known/jwks.json', 'Public keys of the attestation oracle', { lifetime: 3600 }),
  file('ai_catalog', '/.well-known/ai-catalog.json', 'AI Catalog: MCP server, A2A agent, OpenAPI, data set', {
    contentType: AI_CATALOG_TYPE,
  }),
  file('openapi', '/openapi.json', 'OpenAPI 3.1.0 description of this API', { lifetime: 3600 }),
  file('server_json', '/server.json', 'Entry of the MCP server for the MCP registry'),
  file('llms_txt', '/llms.txt', 'Overview of this index for language models', {
    contentType: TEXT_TYPE,
  }),
  file('llms_full', '/llms-full.txt', 'The same with every parameter, tool, skill and methodology in words', {
    contentType: TEXT_TYPE,
  }),
  file('robots_txt', '/robots.txt', 'Rules for crawlers', { contentType: TEXT_TYPE }),
  file('sitemap', '/sitemap.xml', 'Sitemap of all pages', { contentType: XML_TYPE }),
]

const FIND = [p.query, p.findCategory, p.rails, p.alive, p.minTier]

/** Free, and cut from the index of each release: a read as any other, though it is documented with what is paid. */
const FINDING = [
  variant('find', '/api/agents/find', 'Find agents by capability: the best three', {
    parameters: FIND,
    lifetime: 60,
    answer: 'FindResult',
    errors: [400],
  }),
]

/** What keeps state or takes money. */
const SERVICE: Endpoint[] = [
  service('feedback', '/api/agent-feedback', 'Send feedback on wrong or missing data', {
    method: 'POST',
    lifetime: 0,
    body: { schema: 'FeedbackRequest', maxBytes: 65_536 },
    answer: 'FeedbackResponse',
    errors: [201, 400, 403, 413, 429, 503],
  }),
  paid('find_full', '/api/agents/find/full', 'Find agents by capability: the full ranked list', '0.05', {
    answer: 'FindFullResult',
    parameters: [...FIND, p.findLimit],
    errors: [400, 404],
  }),
  paid(
    'trust_evaluation_full',
    '/api/trust/evaluate/full',
    'Verdict on an agent with all underlying signals',
    '0.10',
    {
      answer: 'TrustEvaluationFull',
      parameters: [p.requiredHandle],
      errors: [400, 404],
    },
  ),
  paid('attestation', '/api/oracle/attest', 'Signed attestation about an agent or the index', '0.25', {
    answer: 'Attestation',
    parameters: [p.metric, p.attestedHandle],
    errors: [400, 404],
  }),
  paid('trust_summary', '/api/agent/{handle}/trust-summary', 'Trust state of an agent', '0.02', {
    answer: 'TrustSummary',
    parameters: [p.pathHandle],
    errors: [404],
  }),
  paid('agent_history', '/api/agent/{handle}/history', 'Rank and score of the last 30 days', '0.02', {
    answer: 'AgentHistory',
    parameters: [p.pathHandle],
    errors: [404],
  }),
  paid(
    'verification_status',
    '/api/agent/{handle}/verification-status',
    'Verification status of an agent',
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
  rpc('mcp', MCP.path, 'MCP server', 65_536),
  rpc('mcp_legacy', MCP.legacyPath, 'Legacy MCP server with four tools', 65_536),
  rpc('a2a', A2A.path, 'A2A interface', 32_768),
]

/** Every address of the interface, in the order in which it is documented. */
export const ENDPOINTS: Endpoint[] = [
  ...READS,
  ...FILES,
  ...LOG,
  ...DISCOVERY,
  ...FINDING,
  ...SERVICE,
  ...RPC,
]

type Read = (typeof READS | typeof FINDING)[number]

/** What each free read answers, by the id of its endpoint. */
type Resources = { [Entry in Read as Entry['id']]: Named<Entry['answer']> }

/** The endpoints whose answers are resources that are free to read. */
export type ResourceId = keyof Resources

/** The resource of an endpoint. */
export type Resource<Id extends ResourceId> = Resources[Id]
