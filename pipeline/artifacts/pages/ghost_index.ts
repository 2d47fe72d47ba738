import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { categoryName, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { GhostIndex } from '../../../core/resources/ghost_index.schema.ts'
import { frozenLimits, testedSentence } from '../../../core/resources/ghost_index.ts'
import type { FigureView } from '../../render/figure.ts'
import type { TakeView } from '../../render/page_views.ts'
import { readGhostIndex, readStoredIndex } from '../answers/ghost_index.ts'
import { describeNotWhole, estimateAgents } from '../coverage.ts'
import { type PageTable, tableFiles, takeView } from '../page_tables.ts'
import type { Site } from '../site.ts'
import { categoryFigures, ghostFigure } from './ghost_figures.ts'
import { type ProbabilityView, toProbability } from './probability_view.ts'

type TestedCounts = Pick<
  NonNullable<GhostIndex['backtest']>['results'][number],
  'called_alive' | 'acted' | 'precision' | 'recall' | 'precision_with_answers' | 'recall_with_answers'
>

/** View of the page of the ghost index, with the figures of `/api/ghost-index/v1`. */
export interface GhostIndexView extends PageView {
  index: Pick<
    GhostIndex,
    | 'rule'
    | 'liveness_score'
    | 'liveness_score_low'
    | 'liveness_score_high'
    | 'liveness_score_if_unknown_dead'
    | 'liveness_score_if_unknown_alive'
    | 'agents'
    | 'covered'
    | 'coverage'
    | 'alive'
    | 'ghosts'
  >
  /** The agents that there would be with the registrations that were not read; null without any. */
  about_agents: number | null
  /** The parts of its figures that were not all read, a sentence for each chain. */
  not_whole: string[]
  frozen: string[]
  figure: FigureView
  by_category: FigureView[]
  breakdowns: {
    id: string
    title: string
    rows: (Omit<
      GhostIndex['breakdowns']['category'][number],
      'value' | 'liveness_score_if_unknown_dead' | 'liveness_score_if_unknown_alive'
    > & { name: string })[]
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

/** `/ghost-index`: the share of agents alive, over time and by group, its uncertainty, and its tables to take away. */
export async function* ghostIndexPages(site: Site): AsyncGenerator<Artifact> {
  const index = await readStoredIndex(site)
  const breakdowns = toBreakdowns(index, site)
  const view: GhostIndexView = {
    ...pageBase(site, {
      title: 'Ghost index: the share of AI agents that are alive: Assay',
      path: '/ghost-index',
      description: `The share of indexed AI agents that are alive on ${site.day}, by category and over time, with unknown ones and the accuracy of earlier calls.`,
    }),
    index,
    about_agents: estimateAgents(site.coverage, index.agents ?? 0),
    not_whole: describeNotWhole(site.coverage, ['erc8004_identity']),
    frozen: frozenLimits(await readGhostIndex(site.db, 'day = (select day from run)')),
    figure: ghostFigure(index, 'full'),
    by_category: await categoryFigures(site),
    breakdowns,
    take: takeView(toTable(breakdowns)),
    kinds: toKinds(index),
    probability: toProbability(index),
    probability_days: NUMBERS.probability_days,
    backtest: toBacktest(index, site),
  }
  yield htmlPage('ghost-index.html', site.pages.fill('ghost_index', view))
  yield* tableFiles(site, toTable(breakdowns))
}

/** The groups of the day, to take away. */
function toTable(breakdowns: GhostIndexView['breakdowns']): PageTable {
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

function toBreakdowns({ breakdowns }: GhostIndex, site: Site): GhostIndexView['breakdowns'] {
  const plain = (value: string): string => value.replaceAll('_', ' ')
  const of = (id: keyof GhostIndex['breakdowns'], title: string, name = plain) => ({
    ...{ id: id.replaceAll('_', '-'), title },
    rows: breakdowns[id].map((row) => ({ ...row, name: name(row.value) })),
  })
  return [
    of('category', 'By category', (value) => categoryName(site, value)),
    of('ecosystem_layer', 'By layer'),
    of('protocol', 'By protocol', (value) => value),
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
