import { livenessRule } from '../../core/domain/liveness.ts'
import { CSS_TYPE, SVG_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { errorPage, NOTHING_HERE } from '../../core/views/error_page.ts'
import { frozenLimits, testedSentence } from '../../core/views/ghost_index.ts'
import type { HomeView, LinkView } from '../render/page_views.ts'
import { changesPage } from './changes_page.ts'
import { departedPages } from './departed_page.ts'
import { readBacktest, readGhostIndex } from './ghost_index.ts'
import { departedIn } from './list_pages.ts'
import { marketRulesArtifacts } from './market_rules.ts'
import { methodologyPage } from './methodology_page.ts'
import { categoryPaths, htmlPage, pageBase } from './page_parts.ts'
import { firstRanked, rankingPages } from './ranking_page.ts'
import type { Site } from './site.ts'
import { verifyPageArtifacts } from './verify_page.ts'

const TOP_ROWS = 10

const LINKS: LinkView[] = [
  { href: '/changes', text: 'What changed' },
  { href: '/changes.xml', text: 'Changes as RSS' },
  { href: '/changes.json', text: 'Changes as JSON Feed' },
  { href: '/compare', text: 'Compare agents' },
  { href: '/departed', text: 'Departed agents' },
  { href: '/runs/latest', text: 'How the last run went' },
  { href: '/attestations/v1', text: 'What an attestation says, and how to verify one' },
  { href: '/verify', text: 'Verify an attestation or an agent in this browser' },
  { href: '/market-rules', text: 'Market rules: how an attestation settles a question' },
  { href: '/api/agent-economy/llm-summary', text: 'Economy summary (JSON)' },
  { href: '/llms.txt', text: 'This index as text, for language models (llms.txt)' },
  { href: '/openapi.json', text: 'The API (OpenAPI 3.1.0)' },
  { href: '/data/counts.json', text: 'All counts (JSON)' },
  { href: '/data/agents.csv', text: 'All agents (CSV)' },
  { href: '/data/corrections.json', text: 'Corrections, with reasons (JSON)' },
  {
    href: '/data/signal-inputs.parquet',
    text: 'Every signal with the recorded responses behind it (Parquet)',
  },
]

/** The pages of the site and what they share; those of single agents are made one by one, from their agent records. */
export async function* pageArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield {
    path: 'assets/style.css',
    body: site.pages.style,
    contentType: CSS_TYPE,
    side: 'public',
  }
  yield {
    path: 'assets/favicon.svg',
    body: site.pages.favicon,
    contentType: SVG_TYPE,
    side: 'public',
  }
  yield await homePage(site)
  yield runPage(site)
  for (const methodology of site.methodologies) {
    yield* rankingPages(methodology, site)
    yield methodologyPage(methodology, site)
  }
  yield* departedPages(site)
  yield await changesPage(site)
  yield comparePage(site)
  yield attestationPage(site)
  yield* marketRulesArtifacts(site)
  yield* verifyPageArtifacts(site)
  yield* errorPages(site)
}

async function homePage(site: Site): Promise<Artifact> {
  const count = (name: string) => site.counts[name] ?? 0
  const view: HomeView = {
    ...pageBase(site, {
      title: 'Assay: an index of AI agents',
      path: '/',
      description:
        'An index of AI agents: model families, tokens, services, developers and MCP servers, ranked by public evidence that anybody can trace and recompute.',
    }),
    liveness_rule: livenessRule(),
    tested: testedSentence(await readBacktest(site.db)),
    frozen: frozenLimits(await readGhostIndex(site.db, 'day = (select day from run)')),
    counts: {
      indexed_agents: count('indexed_agents'),
      evidence_ranked_total: count('evidence_ranked_total'),
      alive: count('alive'),
      not_alive: count('not_alive'),
      liveness_unknown: count('liveness_unknown'),
    },
    categories: await Promise.all(
      site.methodologies.map(async ({ category, name, version }) => ({
        id: category,
        name,
        methodology_version: version,
        evidence_ranked: count(`category/${category}/evidence_ranked`),
        indexed: count(`category/${category}/indexed`),
        ...categoryPaths(category),
        top: await firstRanked(site, category, TOP_ROWS),
      })),
    ),
    departed: departedIn(site.counts),
    links: LINKS,
  }
  return htmlPage('index.html', site.pages.home(view))
}

function runPage(site: Site): Artifact {
  const body = site.pages.run({
    ...pageBase(site, {
      title: 'How the last run went: Assay',
      path: '/runs/latest',
      description: `The run of ${site.day}: which sources were read, how fresh each one is, and which checks passed before publishing.`,
    }),
    code_version: site.codeVersion,
    sources: site.sources,
    catalog_notices: site.catalogNotices,
    checks: site.checks.map(({ name, says }) => ({ name, says })),
  })
  return htmlPage('runs/latest.html', body)
}

/** The handler puts what was asked for, and a table of the agents, in the place of its marks. */
function comparePage(site: Site): Artifact {
  const view = pageBase(site, {
    title: 'Compare agents: Assay',
    path: '/compare',
    description:
      'Compare two to five AI agents by name or handle: rank, score, liveness, trust and risk flags.',
  })
  return htmlPage('compare.html', site.pages.compare(view))
}

function attestationPage(site: Site): Artifact {
  const view = pageBase(site, {
    title: 'Attestations, version 1: Assay',
    path: '/attestations/v1',
    description:
      'The predicate of the attestations that Assay signs: every field, what a signature proves and what not, and how to verify one.',
  })
  return htmlPage('attestations/v1.html', site.pages.attestation(view))
}

/** What the handler shows to people in the place of an error, and the page of hosts that have no handler. */
function* errorPages(site: Site): Generator<Artifact> {
  const view = pageBase(site, {
    title: 'Error: Assay',
    path: '/',
    description: 'There is nothing at this address.',
  })
  const shell = site.pages.error(view)
  yield { ...htmlPage(PRIVATE_PATHS.errorPage, shell), side: 'private' }
  yield htmlPage('404.html', errorPage(shell, { heading: 'Page not found', message: NOTHING_HERE }))
}
