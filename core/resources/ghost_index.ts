import { daysBetween } from '../domain/dates.ts'
import { livenessRule } from '../domain/liveness.ts'
import { NUMBERS } from '../domain/numbers.ts'
import * as p from '../interface/parameters.ts'
import { formatAmount, thousands } from '../pages/numbers.ts'
import { PRIVATE_PATHS } from '../release/paths.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { GhostIndex, GhostIndexFigures } from './ghost_index.schema.ts'
import { variant } from './resource.ts'

/** The share of agents that are alive. The handler computes it for the day of the call on request. */
export const GHOST_INDEX = variant({
  id: 'ghost_index',
  path: '/api/ghost-index/v1',
  title: 'Share of agents that are alive',
  group: 'market',
  file: 'api/ghost-index/v1',
  parameters: [p.historyDays, p.isLive],
  answer: 'GhostIndex',
  cut: {
    path: () => PRIVATE_PATHS.ghostIndexHistory,
    view: (whole, parameters) => withHistory(whole, parameters.get(p.historyDays)),
  },
})

/** The figures of one value of a dimension. */
export interface GhostRow extends GhostIndexFigures {
  dimension: string
  value: string
}

/** Number of agents by the days, from the release's day on, that their liveness is known without another reading. */
export interface LivenessForecast {
  dimension: string
  value: string
  agents: number
  /** Number of live agents for 1, 2, … `alive_days` days, the release's own included. */
  alive: number[]
  not_alive: number[]
  /** Number of agents of unknown liveness for lack of a reading. */
  unread: number
}

/** The index of the release's day as it is stored. */
export function storedIndex(
  rows: GhostRow[],
  history: GhostIndex['history'],
  backtest: GhostIndex['backtest'],
  info: ReleaseInfo,
  rule: Pick<GhostIndex, 'signs' | 'probability'> = { signs: [], probability: null },
): GhostIndex {
  const as = { history, backtest, ...rule, live: false, computedFor: info.day, limits: [] }
  return indexView(rows, as, info)
}

/**
 * Computes the index of a day from the newest signals of the release; of the release's own day if the clock is before
 * it. Without a reading since, a live agent becomes unknown, and not dead, and a part in which too many do is frozen.
 * `stored` has the longest history; `days` is the number of snapshots listed before the computed one.
 */
export function liveIndex(
  holds: LivenessForecast[],
  stored: GhostIndex,
  window: { today: string; days: number },
  info: ReleaseInfo,
): GhostIndex {
  const computedFor = window.today > info.day ? window.today : info.day
  const passed = daysBetween(info.day, computedFor)
  const own = passed === 0 ? [] : [toSnapshot(stored)]
  const rows = toRows(stored)
  return indexView(
    holds.map((hold) => laterRow(hold, passed, rows, info.day)),
    {
      ...stored,
      history: [...own, ...stored.history].slice(0, window.days),
      live: true,
      computedFor,
      limits: [
        `Computed for ${computedFor} from the signals known at ${info.last_updated}. Later activity is not included.`,
      ],
    },
    info,
  )
}

/** The same index with fewer snapshots before it. */
export function withHistory(index: GhostIndex, days: number): GhostIndex {
  const history = index.history.slice(0, days)
  return { ...index, count: history.length, history }
}

/**
 * The figures of a group in percent, rounded to 2 decimals: the same arithmetic as the `ghost_index` mart, so that an
 * index computed later for the same day is the same.
 */
export function computeFigures(agents: number, covered: number, alive: number): GhostIndexFigures {
  const share = alive / covered
  const z2n = NUMBERS.wilson_z ** 2 / covered
  const margin = NUMBERS.wilson_z * Math.sqrt((share * (1 - share)) / covered + z2n / (4 * covered))
  const known = (percentage: number) => (covered === 0 ? null : roundPercentage(percentage))
  const listed = (count: number) => (agents === 0 ? null : roundPercentage((100 * count) / agents))
  return {
    liveness_score: known((100 * alive) / covered),
    liveness_score_low: known(100 * ((share + z2n / 2 - margin) / (1 + z2n))),
    liveness_score_high: known(100 * ((share + z2n / 2 + margin) / (1 + z2n))),
    liveness_score_if_unknown_dead: listed(alive),
    liveness_score_if_unknown_alive: listed(agents - covered + alive),
    agents,
    covered,
    coverage: listed(covered),
    alive,
    ghosts: covered - alive,
    frozen_on: null,
  }
}

const roundPercentage = (percentage: number): number => Math.round(percentage * 100) / 100

/** The figures of no agents. */
export const NO_FIGURES: GhostIndexFigures = computeFigures(0, 0, 0)

function laterRow(of: LivenessForecast, passed: number, stored: GhostRow[], day: string): GhostRow {
  const { dimension, value } = of
  const before = stored.find((row) => row.dimension === dimension && row.value === value)
  const covered = sum(of.alive) + sum(of.not_alive)
  const [alive, notAlive] = [sum(of.alive.slice(passed)), sum(of.not_alive.slice(passed))]
  const unread = of.unread + covered - alive - notAlive
  const isOut = passed > 0 && unread > 0 && 100 * unread >= NUMBERS.freeze_percent * (covered + of.unread)
  if (before !== undefined && (before.frozen_on !== null || isOut))
    return { ...before, frozen_on: before.frozen_on ?? day }
  return { dimension, value, ...computeFigures(of.agents, alive + notAlive, alive) }
}

const toRows = (index: GhostIndex): GhostRow[] => [
  { dimension: 'all', value: 'all', ...pickFigures(index) },
  ...Object.entries(index.breakdowns).flatMap(([dimension, rows]) =>
    rows.map((row) => ({ dimension, ...row })),
  ),
]

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)

function indexView(
  rows: GhostRow[],
  as: Pick<GhostIndex, 'history' | 'signs' | 'backtest' | 'probability' | 'live'> & {
    computedFor: string
    limits: string[]
  },
  info: ReleaseInfo,
): GhostIndex {
  const all = rows.find((row) => row.dimension === 'all')
  const breakdown = (dimension: string) =>
    rows.filter((row) => row.dimension === dimension).map(({ dimension: _, ...row }) => row)
  return {
    type: 'ghost_index',
    live: as.live,
    computed_for: as.computedFor,
    as_of: info.last_updated,
    rule: livenessRule(),
    ...(all === undefined ? NO_FIGURES : pickFigures(all)),
    signs: as.signs,
    backtest: as.backtest,
    probability: as.probability,
    breakdowns: {
      category: breakdown('category'),
      ecosystem_layer: breakdown('ecosystem_layer'),
      protocol: breakdown('protocol'),
    },
    count: as.history.length,
    history: as.history,
    limitations: [...info.limitations, ...as.limits, ...frozenLimits(rows)],
    last_updated: info.last_updated,
  }
}

/** Lists the frozen figures, by the day from which they are frozen. */
export function frozenLimits(rows: GhostRow[]): string[] {
  const byDay = Map.groupBy(
    rows.filter(({ frozen_on }) => frozen_on !== null),
    ({ frozen_on }) => frozen_on,
  )
  return [...byDay].map(([day, frozen]) => {
    const names = frozen.map(({ dimension, value }) =>
      value === 'all' ? 'all agents' : `${dimension} ${value}`,
    )
    return `These figures are frozen as counted on ${day}, because the sources that decide whether their agents are alive have not been read since: ${names.join(', ')}.`
  })
}

/** Describes the backtest in a sentence; null while no day is old enough. */
export function testedSentence(backtest: GhostIndex['backtest']): string | null {
  const all = backtest?.results.find(({ category }) => category === 'all')
  if (backtest === null || all === undefined) return null
  const share = (percent: number | null) =>
    percent === null ? 'none' : `${formatAmount(Number(percent.toPrecision(3)))} %`
  return `Of the ${thousands(all.called_alive)} agents that were called alive on ${backtest.called_on}, ${share(all.precision)} acted by ${backtest.until}; of the ${thousands(all.acted)} that acted, ${share(all.recall)} had been called alive.`
}

const toSnapshot = (index: GhostIndex): GhostIndex['history'][number] => ({
  day: index.computed_for,
  ...pickFigures(index),
})

/** The figures alone of what holds more. */
export const pickFigures = (of: GhostIndexFigures): GhostIndexFigures => ({
  liveness_score: of.liveness_score,
  liveness_score_low: of.liveness_score_low,
  liveness_score_high: of.liveness_score_high,
  liveness_score_if_unknown_dead: of.liveness_score_if_unknown_dead,
  liveness_score_if_unknown_alive: of.liveness_score_if_unknown_alive,
  agents: of.agents,
  covered: of.covered,
  coverage: of.coverage,
  alive: of.alive,
  ghosts: of.ghosts,
  frozen_on: of.frozen_on,
})
