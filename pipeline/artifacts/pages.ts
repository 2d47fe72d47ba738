import type { Artifact } from '../release/artifact.ts'
import type { HomeView, LinkView } from '../render/page_views.ts'
import { isRestCategory } from './category_ranking.ts'
import { changesPage } from './changes_page.ts'
import { methodologyPage } from './methodology_page.ts'
import { categoryPaths, htmlPage, pageBase } from './page_parts.ts'
import { firstRanked, rankingPage } from './ranking_page.ts'
import type { Site } from './site.ts'

const TOP_ROWS = 10

const LINKS: LinkView[] = [
  { href: '/changes', text: 'What changed' },
  { href: '/changes.xml', text: 'Changes as RSS' },
  { href: '/changes.json', text: 'Changes as JSON Feed' },
  { href: '/compare', text: 'Agents side by side' },
  { href: '/runs/latest', text: 'How the last run went' },
  { href: '/api/agent-economy/llm-summary', text: 'Economy summary (JSON)' },
  { href: '/llms.txt', text: 'This index in words, for language models' },
  { href: '/openapi.json', text: 'The interface (OpenAPI 3.1.0)' },
  { href: '/data/counts.json', text: 'All counts (JSON)' },
  { href: '/data/agents.csv', text: 'All agents (CSV)' },
  { href: '/data/corrections.json', text: 'What was corrected, and why (JSON)' },
  {
    href: '/data/signal-inputs.parquet',
    text: 'Every signal and the recorded responses it was read from (Parquet)',
  },
]

/** The pages of the site and the style of all pages; those of single agents are made one by one, from their dossiers. */
export async function* pageArtifacts(site: Site): AsyncGenerator<Artifact> {
  yield {
    path: 'assets/style.css',
    body: site.pages.style,
    contentType: 'text/css; charset=utf-8',
    side: 'public',
  }
  yield await homePage(site)
  yield runPage(site)
  for (const methodology of site.methodologies.filter((one) => isRestCategory(one.category))) {
    yield await rankingPage(methodology, site)
    yield methodologyPage(methodology, site)
  }
  yield await changesPage(site)
  // The handler puts a table of the agents asked for in the place of its mark.
  yield htmlPage('compare.html', site.pages.compare(pageBase(site, 'Agents side by side: Assay', '/compare')))
}

async function homePage(site: Site): Promise<Artifact> {
  const count = (name: string) => site.counts[name] ?? 0
  const view: HomeView = {
    ...pageBase(site, 'Assay: an index of AI agents', '/'),
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
    links: LINKS,
  }
  return htmlPage('index.html', site.pages.home(view))
}

function runPage(site: Site): Artifact {
  const body = site.pages.run({
    ...pageBase(site, 'Assay: how the last run went', '/runs/latest'),
    code_version: site.codeVersion,
    sources: site.sources,
    checks: site.checks.map(({ name, says }) => ({ name, says })),
  })
  return htmlPage('runs/latest.html', body)
}
