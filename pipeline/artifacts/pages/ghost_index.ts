import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { categoryName, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { GhostIndex } from '../../../core/resources/ghost_index.schema.ts'
import { frozenLimits, testedSentence } from '../../../core/resources/ghost_index.ts'
import { type FigureView, toFigure } from '../../render/figure.ts'
import type { TakeView } from '../../render/page_views.ts'
import { readGhostIndex, readStoredIndex } from '../answers/ghost_index.ts'
import { describeNotWhole, estimateAgents } from '../coverage.ts'
import { figureFiles } from '../figures.ts'
import { type PageTable, tableFiles, takeView } from '../page_tables.ts'
import type { Site } from '../site.ts'
import { aliveFigure, categoryFigures, protocolFigure, protocolName } from './ghost_figures.ts'
import { type ProbabilityView, toProbability } from './probability_view.ts'

type TestedCounts = Pick<
  NonNullable<GhostIndex['backtest']>['results'][number],
  'called_alive' | 'acted' | 'precision' | 'recall' | 'precision_with_answers' | 'recall_with_answers'
>

/** View of the page of the ghost index, with the figures of `/api/ghost-index/v1`. */
export interface GhostIndexView extends PageView {
  index: Pick<
    GhostIndex,
    'rule' | 'liveness_score_if_unknown_dead' | 'liveness_score_if_unknown_alive' | 'covered' | 'agents'
  >
  /** The agents that there would be with the registrations that were not read; null without any. */
  about_agents: number | null
  /** The parts of its figures that were not all read, a sentence for each chain. */
  not_whole: string[]
  frozen: string[]
  alive: FigureView
  by_protocol: FigureView
  /** A line for each category of which most is known. */
  by_category: FigureView[]
  breakdowns: {
    id: string
    title: string
    rows: Pick<
      Breakdown['rows'][number],
      'name' | 'agents' | 'alive' | 'ghosts' | 'unknown' | 'coverage' | 'frozen_on'
    >[]
  }[]
  take: TakeView
  /** The signs of the rule, by kind of agent. */
  kinds: { name: string; signs: { says: string; days: number; shows: string }[] }[]
  /** Null while no day is old enough. */
  probability: ProbabilityView | null
  probability_days: number
  /** Null while no day is old enough. */
  backtest: { says: string; results: (TestedCounts & { name: string })[] } | null
}

/** The agents of each group of one kind, by state. */
interface Breakdown {
  id: string
  title: string
  rows: (GhostIndex['breakdowns']['category'][number] & { name: string; unknown: number })[]
}

/** `/ghost-index`: the agents by state, over time and by group, how sure that is, its figures and its tables. */
export async function* ghostIndexPages(site: Site): AsyncGenerator<Artifact> {
  const index = await readStoredIndex(site)
  const breakdowns = toBreakdowns(index, site)
  const [alive, byProtocol] = [aliveFigure(index, site), protocolFigure(index, site)]
  const byCategory = await categoryFigures(site)
  const view: GhostIndexView = {
    ...pageBase(site, {
      title: 'How many AI agents are alive: Assay',
      path: '/ghost-index',
      description: `How many of the indexed AI agents are alive, silent or not known on ${site.day}, by category, protocol and day, and how sure that is.`,
    }),
    index,
    about_agents: estimateAgents(site.coverage, index.agents ?? 0),
    not_whole: describeNotWhole(site.coverage, ['erc8004_identity']),
    frozen: frozenLimits(await readGhostIndex(site.db, 'day = (select day from run)')),
    alive: toFigure(alive, site),
    by_protocol: toFigure(byProtocol, site),
    by_category: byCategory.map((figure) => toFigure(figure, site)),
    // Layers are nearly the categories: they are in the table to take away alone.
    breakdowns: breakdowns.filter(({ id }) => id !== 'ecosystem-layer'),
    take: takeView(toTable(breakdowns)),
    kinds: toKinds(index),
    probability: toProbability(index),
    probability_days: NUMBERS.probability_days,
    backtest: toBacktest(index, site),
  }
  yield htmlPage('ghost-index.html', site.pages.fill('ghost_index', view))
  yield* tableFiles(site, toTable(breakdowns))
  yield* figureFiles(site, [alive, byProtocol, ...byCategory])
}

/** The groups of the day, to take away. */
function toTable(breakdowns: Breakdown[]): PageTable {
  const rows = breakdowns.flatMap(({ id, rows }) =>
    rows.map((row) => ({ breakdown: id, ...row, group: row.name })),
  )
  return {
    path: 'ghost-index',
    title: 'Share of agents that are alive, by group',
    page: '/ghost-index',
    columns: TABLE_COLUMNS,
    rows,
    total: rows.length,
    untrusted: [],
  }
}

const TABLE_COLUMNS = [
  ...['breakdown', 'group', 'liveness_score', 'liveness_score_low', 'liveness_score_high', 'alive', 'ghosts'],
  ...['covered', 'agents', 'coverage', 'frozen_on'],
]

const KINDS: Record<string, string> = {
  asked: 'declares an address that was ever asked',
  unasked: 'declares an address that was never asked',
  unaddressed: 'server or service that declares no address',
  model_family: 'model family',
  developer: 'developer',
  tokenized: 'token',
}

const toKinds = ({ signs }: GhostIndex): GhostIndexView['kinds'] =>
  [...Map.groupBy(signs, ({ kind }) => kind)].map(([kind, own]) => ({
    name: KINDS[kind] ?? kind,
    signs: own.map(({ says, days, shows_life, shows_upkeep }) => ({
      ...{ says, days },
      shows: [shows_life ? 'alive' : [], shows_upkeep ? 'maintained' : []].flat().join(', '),
    })),
  }))

function toBreakdowns({ breakdowns }: GhostIndex, site: Site): Breakdown[] {
  const plain = (value: string): string => value.replaceAll('_', ' ')
  const of = (id: keyof GhostIndex['breakdowns'], title: string, name = plain) => ({
    ...{ id: id.replaceAll('_', '-'), title },
    rows: breakdowns[id].map((row) => ({
      ...row,
      ...{ name: name(row.value), unknown: row.agents - row.covered },
    })),
  })
  return [
    of('category', 'By category', (value) => categoryName(site, value)),
    of('ecosystem_layer', 'By layer'),
    of('protocol', 'By protocol', protocolName),
  ]
}

function toBacktest({ backtest }: GhostIndex, site: Site): GhostIndexView['backtest'] {
  const says = testedSentence(backtest)
  if (backtest === null || says === null) return null
  const results = backtest.results.map((result) => ({
    ...result,
    name: result.category === 'all' ? 'all agents' : categoryName(site, result.category),
  }))
  return { ...backtest, says, results }
}
