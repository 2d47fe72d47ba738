import { livenessRule } from '../../../core/domain/liveness.ts'
import { categoryPaths, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { frozenLimits, testedSentence } from '../../../core/resources/ghost_index.ts'
import type { HomeView } from '../../render/page_views.ts'
import { readBacktest, readGhostIndex } from '../answers/ghost_index.ts'
import { HOME_CARD } from '../cards.ts'
import { describeNotWhole, estimateAgents } from '../coverage.ts'
import type { Site } from '../site.ts'
import { type ChangeWindow, changesIn, changeView } from './changes.ts'
import { demandFigure } from './demand_figures.ts'
import { ghostIndexFigure } from './ghost_figures.ts'
import { countDeparted } from './lists.ts'
import { readFirstRanked } from './ranking.ts'

const TOP_ROWS = 5

/** The groups of the day's changes in its story, in order, with their titles. */
const STORY = [
  { kind: 'mover', name: 'rank_movers', title: 'Moved' },
  { kind: 'newly_measured', name: 'newly_measured', title: 'Newly measured' },
  { kind: 'new', name: 'new_agents', title: 'New' },
  { kind: 'death', name: 'deaths', title: 'Stopped responding' },
  { kind: 'resurrection', name: 'resurrections', title: 'Came back' },
  { kind: 'departure', name: 'departures', title: 'Departed' },
  { kind: 'tools_changed', name: 'tools_changed', title: 'Changed tools' },
] as const

/** `/`: a description of the index, and the first agents of each category. */
export async function homePage(site: Site): Promise<Artifact> {
  const count = (name: string) => site.counts[name] ?? 0
  const view: HomeView = {
    ...pageBase(site, {
      title: 'Assay: an index of AI agents',
      path: '/',
      card: HOME_CARD,
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
    about_agents: estimateAgents(site.coverage, count('indexed_agents')),
    not_whole: describeNotWhole(site.coverage, ['erc8004_identity', 'x402_payments']),
    story: await readStory(site),
    ghost: await ghostIndexFigure(site),
    demand: await demandFigure(site),
    categories: await Promise.all(
      site.methodologies.map(async (methodology) => ({
        id: methodology.category,
        name: methodology.name,
        methodology_version: methodology.version,
        evidence_ranked: count(`category/${methodology.category}/evidence_ranked`),
        indexed: count(`category/${methodology.category}/indexed`),
        ...categoryPaths(methodology.category),
        top: await readFirstRanked(site, methodology, TOP_ROWS),
      })),
    ),
    sources: sourcesView(site),
    departed: countDeparted(site.counts),
  }
  return htmlPage('index.html', site.pages.fill('home', view))
}

/** Returns the changes since the day before: the number of each kind, and the most significant ones. */
async function readStory(site: Site): Promise<HomeView['story']> {
  const [window] = await site.db.rows<ChangeWindow>('select * from change_windows where days = 1')
  if (window === undefined || window.observed_days === 0) return null
  const listed = await changesIn(site, [1], TOP_ROWS)
  return STORY.map(({ kind, name, title }) => ({
    title,
    total: window[name],
    rows: listed.filter((row) => row.kind === kind).map((row) => changeView(row, site)),
  }))
}

/** Returns the freshness of the sources: the number read on the day, and those that were not. */
function sourcesView({ day, sources }: Site): HomeView['sources'] {
  const late = sources.filter((source) => source.last_ok_on !== day)
  return {
    total: sources.length,
    fresh: sources.length - late.length,
    late: late.map(({ title, last_ok_on }) => ({ title, last_ok_on })),
  }
}
