import type { z } from 'zod'
import { daysBetween } from '../domain/dates.ts'
import { NUMBERS } from '../domain/numbers.ts'
import type { ghostIndex, ghostIndexFigures } from '../interface/schemas/ghost_index.ts'
import type { ReleaseInfo } from './release_info.ts'

export type GhostIndex = z.infer<typeof ghostIndex>
export type Figures = z.infer<typeof ghostIndexFigures>

/** The figures of one value of a dimension. */
export interface GhostRow extends Figures {
  dimension: string
  value: string
}

/** How many agents have their latest sign of life 0, 1, … `alive_days` - 1 days before the release's day, earlier, or none known. */
export interface Ages {
  dimension: string
  value: string
  by_age: number[]
  older: number
  unknown: number
}

/** The index of the release's day as it is stored. */
export function storedIndex(rows: GhostRow[], history: GhostIndex['history'], info: ReleaseInfo): GhostIndex {
  return indexView(rows, history, { live: false, computedFor: info.day, limits: [] }, info)
}

/**
 * The index of a day, computed from the newest signals of the release; of the release's own day when the clock stands
 * before it. `stored` has the longest history; `days` is how many snapshots before the one computed are listed.
 */
export function liveIndex(
  ages: Ages[],
  stored: GhostIndex,
  asked: { today: string; days: number },
  info: ReleaseInfo,
): GhostIndex {
  const computedFor = asked.today > info.day ? asked.today : info.day
  const passed = daysBetween(info.day, computedFor)
  const own = passed === 0 ? [] : [snapshotOf(stored)]
  return indexView(
    ages.map((one) => agedRow(one, passed)),
    [...own, ...stored.history].slice(0, asked.days),
    {
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
export function figuresOf(agents: number, covered: number, alive: number): Figures {
  const share = alive / covered
  const z2n = NUMBERS.wilson_z ** 2 / covered
  const margin = NUMBERS.wilson_z * Math.sqrt((share * (1 - share)) / covered + z2n / (4 * covered))
  const known = (percentage: number) => (covered === 0 ? null : rounded(percentage))
  const listed = (count: number) => (agents === 0 ? null : rounded((100 * count) / agents))
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
  }
}

const rounded = (percentage: number): number => Math.round(percentage * 100) / 100

/** The figures of no agents. */
export const NO_FIGURES: Figures = figuresOf(0, 0, 0)

function agedRow({ dimension, value, by_age, older, unknown }: Ages, passed: number): GhostRow {
  const covered = sum(by_age) + older
  const alive = sum(by_age.slice(0, Math.max(0, NUMBERS.alive_days - passed)))
  return { dimension, value, ...figuresOf(covered + unknown, covered, alive) }
}

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)

function indexView(
  rows: GhostRow[],
  history: GhostIndex['history'],
  as: { live: boolean; computedFor: string; limits: string[] },
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
    rule: `An agent is alive when its latest public activity, or the latest answer of its own endpoint, is less than ${NUMBERS.alive_days} days before the day that is computed.`,
    ...(all === undefined ? NO_FIGURES : figuresIn(all)),
    breakdowns: {
      category: breakdown('category'),
      ecosystem_layer: breakdown('ecosystem_layer'),
      protocol: breakdown('protocol'),
    },
    count: history.length,
    history,
    limitations: [...info.limitations, ...as.limits],
    last_updated: info.last_updated,
  }
}

const snapshotOf = (index: GhostIndex): GhostIndex['history'][number] => ({
  day: index.computed_for,
  ...figuresIn(index),
})

/** The figures alone of what holds more. */
export const figuresIn = (of: Figures): Figures => ({
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
})
