import { categoryPaths, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { frozenLimits } from '../../../core/resources/ghost_index.ts'
import type { HomeView, LeaderView, ListedView } from '../../render/page_views.ts'
import { readGhostIndex } from '../answers/ghost_index.ts'
import { HOME_CARD } from '../cards.ts'
import { describeNotWhole } from '../coverage.ts'
import type { Site } from '../site.ts'
import { demandFigure } from './demand_figures.ts'
import { ghostIndexFigure } from './ghost_figures.ts'
import { readNews } from './news.ts'
import { readFirstRanked } from './ranking.ts'
import { CATEGORY_ORDER } from './ranking_words.ts'

const TOP_ROWS = 5

/** `/`: a field to check a seller, two figures, and the first agents of each category. */
export async function homePage(site: Site): Promise<Artifact> {
  const categories = await readLeaders(site)
  const first = categories.flatMap(({ top }) => top)[0]
  const view: HomeView = {
    ...pageBase(site, {
      title: 'Assay: an index of AI agents',
      path: '/',
      card: HOME_CARD,
      description:
        'An index of AI agents: model families, tokens, services, developers and MCP servers, ranked by public evidence that anybody can trace and recompute.',
    }),
    agents: site.counts.indexed_agents ?? 0,
    example: first?.handle ?? 'HANDLE',
    ghost: await ghostIndexFigure(site),
    demand: await demandFigure(site),
    frozen: frozenLimits(await readGhostIndex(site.db, 'day = (select day from run)')),
    categories,
    ...(await readNews(site)),
    not_whole: describeNotWhole(site.coverage, ['erc8004_identity', 'x402_payments']),
  }
  return htmlPage('index.html', site.pages.fill('home', view))
}

/** Returns the first agents of each category, in the order of the tabs. */
async function readLeaders(site: Site): Promise<HomeView['categories']> {
  const count = (name: string) => site.counts[name] ?? 0
  const ordered = CATEGORY_ORDER.flatMap(
    (category) => site.methodologies.find((methodology) => methodology.category === category) ?? [],
  )
  return Promise.all(
    ordered.map(async (methodology) => ({
      id: methodology.category,
      name: methodology.name,
      evidence_ranked: count(`category/${methodology.category}/evidence_ranked`),
      indexed: count(`category/${methodology.category}/indexed`),
      ranking_url: categoryPaths(methodology.category).ranking_url,
      top: (await readFirstRanked(site, methodology, TOP_ROWS)).map(toLeader),
    })),
  )
}

function toLeader(row: ListedView): LeaderView {
  const { place, handle, name, page_url, flagged, noted, bar, score, liveness, advice } = row
  return { place, handle, name, page_url, flagged, noted, bar, score, liveness, advice }
}
