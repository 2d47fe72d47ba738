import {
  ATOM_TYPE,
  CSS_TYPE,
  FONT_TYPE,
  JSON_FEED_TYPE,
  MARKDOWN_TYPE,
  PNG_TYPE,
  RSS_TYPE,
  SCRIPT_TYPE,
  SVG_TYPE,
  TEXT_TYPE,
  XML_TYPE,
} from './content.ts'
import { assetEndpoint, endpoint, fileEndpoint, pageEndpoint } from './define_endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import * as p from './parameters.ts'

/** The page about what share of the addresses of a topic answers, and the same as JSON. */
function statePages(topic: string, subject: string): Endpoint[] {
  const path = `/state-of-${topic}`
  return [
    pageEndpoint(
      `state_of_${topic}_page`,
      path,
      `What share of ${subject} answers`,
      `state-of-${topic}.html`,
    ),
    fileEndpoint(
      'market',
      `state_of_${topic}`,
      `${path}.json`,
      `The state of ${subject}, as asked each day`,
      {
        answer: 'ProbeReport',
      },
    ),
  ]
}

/** Pages, what they load, pictures, feeds and downloads. */
export const PAGES: Endpoint[] = [
  endpoint('files', 'badge', {
    path: '/embed/{handle}',
    title: 'Badge with rank and tier; the .svg suffix is optional',
    file: 'embed/{handle}.svg',
    parameters: [p.pathHandle, p.badgeStyle],
    contentType: SVG_TYPE,
  }),
  fileEndpoint('files', 'changes_rss', '/changes.xml', 'Changes as RSS 2.0', {
    contentType: RSS_TYPE,
  }),
  fileEndpoint('files', 'changes_json_feed', '/changes.json', 'Changes as a JSON Feed', {
    contentType: JSON_FEED_TYPE,
  }),
  endpoint('files', 'ranking_feed', {
    path: '/rankings/{category}.atom',
    title: 'Changes of a category in the last 7 days, as Atom',
    file: 'rankings/{category}.atom',
    parameters: [p.pageCategory],
    contentType: ATOM_TYPE,
    errors: [400],
  }),
  endpoint('agents', 'agent_feed', {
    path: '/agents/{handle}.atom',
    title: 'Changes of one agent, an entry a day, as Atom',
    servedAs: 'variant',
    parameters: [p.pathHandle],
    contentType: ATOM_TYPE,
    errors: [404],
  }),
  pageEndpoint('home', '/', 'Home page', 'index.html'),
  pageEndpoint(
    'ranking_page',
    '/rankings/{category}',
    'The agents of a category, up to 10,000, the first page',
    'rankings/{category}.html',
    { parameters: [p.pageCategory], errors: [400] },
  ),
  pageEndpoint(
    'ranking_pages',
    '/rankings/{category}/{page}',
    'The agents of a category, up to 10,000, one page',
    'rankings/{category}/{page}.html',
    { parameters: [p.pageCategory, p.pageNumber], errors: [400, 404] },
  ),
  pageEndpoint('departed_page', '/departed', 'Agents that have departed, the first page', 'departed.html'),
  pageEndpoint(
    'departed_pages',
    '/departed/{page}',
    'Agents that have departed, one page',
    'departed/{page}.html',
    {
      parameters: [p.pageNumber],
      errors: [404],
    },
  ),
  pageEndpoint('agent_page', '/agents/{handle}', 'One agent', 'agents/{handle}.html', {
    parameters: [p.pathHandle],
    errors: [404],
  }),
  endpoint('agents', 'agent_markdown', {
    path: '/agents/{handle}.md',
    title: 'The page of one agent as Markdown',
    file: 'agents/{handle}.md',
    parameters: [p.pathHandle],
    contentType: MARKDOWN_TYPE,
    errors: [404],
  }),
  pageEndpoint('compare_page', '/compare', 'Agents side by side', 'compare.html', {
    servedAs: 'variant',
    parameters: [p.comparedText],
    errors: [400, 404],
  }),
  pageEndpoint(
    'search_page',
    '/search',
    'Find agents by name, handle, repository or operator',
    'search.html',
    {
      servedAs: 'variant',
      parameters: [p.searched],
      lifetime: 60,
      errors: [400],
    },
  ),
  endpoint('files', 'search_index', {
    path: '/search/*',
    title: 'The index that the search of the pages reads',
    file: 'search/*',
    errors: [404],
  }),
  pageEndpoint(
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
  pageEndpoint('changes_page', '/changes', 'What changed', 'changes.html'),
  pageEndpoint('ghost_index_page', '/ghost-index', 'Which share of the agents is alive', 'ghost-index.html'),
  pageEndpoint('x402_page', '/x402', 'Who is paid over x402', 'x402.html'),
  ...statePages('mcp', 'MCP servers'),
  ...statePages('erc8004', 'ERC-8004 agents'),
  ...statePages('x402', 'x402 resources'),
  pageEndpoint(
    'probes_page',
    '/probes',
    'Who asks the addresses of agents, what is sent, and how to stop it',
    'probes.html',
  ),
  fileEndpoint('proof', 'probes', '/probes.json', 'The rules of probes, and the counts of the last day', {
    answer: 'ProbePolicy',
  }),
  pageEndpoint('status_page', '/status', 'The last runs, the sources and the log', 'status.html'),
  fileEndpoint(
    'proof',
    'status',
    '/status.json',
    'The same for machines: runs, sources, lag of chains, log, anchor',
    {
      answer: 'IndexStatus',
    },
  ),
  pageEndpoint('data_page', '/data', 'All tables to download', 'data.html'),
  pageEndpoint('run_page', '/runs/latest', 'How the last run went', 'runs/latest.html'),
  pageEndpoint(
    'attestation_page',
    '/attestations/v1',
    'What an attestation says, and how to check one',
    'attestations/v1.html',
    { lifetime: 3600 },
  ),
  pageEndpoint(
    'market_rules_page',
    '/market-rules',
    'How an attestation settles a question',
    'market-rules.html',
    {
      lifetime: 3600,
    },
  ),
  fileEndpoint(
    'proof',
    'market_rules_example',
    '/market-rules/example.json',
    'The attestation of their worked example',
    {
      lifetime: 3600,
      answer: 'Attestation',
    },
  ),
  pageEndpoint('api_page', '/api', 'Every address of the API, with forms to try the free ones', 'api.html'),
  pageEndpoint(
    'connect_page',
    '/connect',
    'How to connect an agent: settings of each client',
    'connect.html',
    {
      lifetime: 3600,
    },
  ),
  pageEndpoint('badge_page', '/badge', 'A badge to choose and copy', 'badge.html', {
    parameters: [p.agentOfPage, p.badgeStyle],
    errors: [400],
  }),
  pageEndpoint('about_page', '/about', 'Who this is for, how it is paid for and governed', 'about.html'),
  pageEndpoint(
    'corrections_page',
    '/corrections',
    'What was corrected and why, and how to ask',
    'corrections.html',
    {
      parameters: [p.agentOfPage],
      errors: [400],
    },
  ),
  pageEndpoint('verify_page', '/verify', 'Check an attestation or an agent in the browser', 'verify.html'),
  fileEndpoint(
    'proof',
    'verify_by_hand',
    '/verify.md',
    'How to check all of this with openssl, sha256sum, curl and jq',
    {
      contentType: TEXT_TYPE,
      lifetime: 3600,
    },
  ),
  endpoint('files', 'home_preview', {
    path: '/og/home.png',
    title: 'The picture that previews of the home page show',
    file: 'og/home.png',
    contentType: PNG_TYPE,
  }),
  endpoint('files', 'ranking_preview', {
    path: '/og/rankings/{category}.png',
    title: 'The picture that previews of a ranking show',
    file: 'og/rankings/{category}.png',
    parameters: [p.pageCategory],
    contentType: PNG_TYPE,
    errors: [400],
  }),
  endpoint('files', 'agent_preview', {
    path: '/og/agents/{handle}.png',
    title: 'The picture that previews of one of the first 100 agents of a category show',
    file: 'og/agents/{handle}.png',
    parameters: [p.pathHandle],
    contentType: PNG_TYPE,
    errors: [404],
  }),
  assetEndpoint('favicon', 'favicon.svg', 'The icon of the pages', SVG_TYPE),
  assetEndpoint('style', 'style.css', 'Style sheet of the pages', CSS_TYPE),
  assetEndpoint('font_regular', 'inter-400.woff2', 'Their type: Inter, regular', FONT_TYPE),
  assetEndpoint('font_semibold', 'inter-600.woff2', 'Their type: Inter, semibold', FONT_TYPE),
  assetEndpoint('site_script', 'site.js', 'The script of every page', SCRIPT_TYPE),
  assetEndpoint('ranking_script', 'ranking.js', 'The script of rankings', SCRIPT_TYPE),
  assetEndpoint('calculator_script', 'calculator.js', 'The script of /methodology', SCRIPT_TYPE),
  assetEndpoint('try_it_script', 'try_it.js', 'The script of /api', SCRIPT_TYPE),
  assetEndpoint('badge_script', 'badge.js', 'The script of /badge', SCRIPT_TYPE),
  assetEndpoint('report_script', 'report.js', 'The script of /corrections', SCRIPT_TYPE),
  assetEndpoint('search_script', 'search.js', 'The script of /search', SCRIPT_TYPE),
  assetEndpoint('status_script', 'status.js', 'The script of /status', SCRIPT_TYPE),
  assetEndpoint('verify_script', 'verify.js', 'The script of /verify', SCRIPT_TYPE),
  endpoint('discovery', 'sitemap_parts', {
    path: '/sitemaps/*',
    title: 'Parts of a sitemap that is too long for one file',
    file: 'sitemaps/*',
    contentType: XML_TYPE,
    errors: [404],
  }),
  endpoint('files', 'data', {
    path: '/data/*',
    title: 'Downloads; range requests are supported',
    file: 'data/*',
    errors: [404],
  }),
]
