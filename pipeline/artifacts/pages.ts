import type { Artifact } from '../release/artifact.ts'
import { shownName } from './agent_view.ts'
import { isRestCategory } from './category_ranking.ts'
import type { Dossier } from './dossier.ts'
import type { Site } from './site.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
const TOP_ROWS = 10

/** The home page, and the page that says how the run went. */
export async function* pageArtifacts(site: Site): AsyncGenerator<Artifact> {
  const { pages, world, day, baseUrl, limitations } = site
  yield page(
    'index.html',
    pages.home({ base_url: baseUrl, world, date: day, limitations, ...(await homeView(site)) }),
  )
  yield page(
    'runs/latest.html',
    pages.run({
      base_url: baseUrl,
      world,
      date: day,
      limitations,
      code_version: site.codeVersion,
      sources: site.sources,
      checks: site.checks.map(({ name, says }) => ({ name, says })),
    }),
  )
}

const page = (path: string, body: string): Artifact => ({
  path,
  body,
  contentType: HTML_TYPE,
  side: 'public',
})

async function homeView(site: Site) {
  const count = (name: string) => site.counts[name] ?? 0
  return {
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
        ranking_url: isRestCategory(category) ? `/api/rankings/${category}/llm-summary` : null,
        methodology_url: isRestCategory(category) ? `/api/methodology/${category}/llm-summary` : null,
        top: await topRows(site, category),
      })),
    ),
    links: [
      { href: '/api/agent-economy/llm-summary', text: 'Economy summary (JSON)' },
      { href: '/runs/latest', text: 'How the last run went' },
      { href: '/data/counts.json', text: 'All counts (JSON)' },
      {
        href: '/data/signal-inputs.parquet',
        text: 'Every signal and the recorded responses it was read from (Parquet)',
      },
    ],
  }
}

async function topRows(site: Site, category: string) {
  const agents = await site.db.rows<
    Dossier & { top_rank: number; top_score: number; low: number; high: number }
  >(
    `select dossiers.*, rankings.rank as top_rank, rankings.score as top_score, rankings.score_low as low, rankings.score_high as high
     from dossiers join rankings using (handle)
     where rankings.category = '${category}' and rankings.rank is not null order by rankings.rank limit ${TOP_ROWS}`,
  )
  return agents.map((agent) => ({
    rank: agent.top_rank,
    handle: agent.handle,
    name: shownName(agent),
    score: agent.top_score,
    score_low: agent.low,
    score_high: agent.high,
    liveness: agent.liveness ?? 'unknown',
    summary_url: `/api/agent/${agent.handle}/llm-summary`,
  }))
}
