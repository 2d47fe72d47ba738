import type { Artifact } from '../release/artifact.ts'
import { shownName } from './agent_view.ts'
import { isRestCategory } from './category_ranking.ts'
import type { Site } from './site.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
const TOP_ROWS = 10

interface TopRow {
  rank: number
  handle: string
  name: string
  score: number
  score_low: number
  score_high: number
  liveness: 'alive' | 'not_alive' | 'unknown'
}

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
  const rows = await site.db.rows<TopRow>(
    `select rankings.rank, rankings.handle, agents.name, rankings.score, rankings.score_low, rankings.score_high, agents.liveness
     from rankings join agents using (handle)
     where rankings.category = '${category}' and rankings.rank <= ${TOP_ROWS} order by rankings.rank`,
  )
  return rows.map((row) => ({
    ...row,
    name: shownName(row),
    summary_url: `/api/agent/${row.handle}/llm-summary`,
  }))
}
