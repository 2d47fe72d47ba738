import { z } from 'zod'
import { historyDays, integerBounds } from '../interface/parameters.ts'

const { max: MAX_DAYS } = integerBounds(historyDays)

const amount = z.int().min(0)
const percent = z.number().min(0).max(100).nullable()

/**
 * Share of a group that is alive under the 30-day rule, in percent of the agents whose liveness is known (`covered`):
 * 100 means no ghosts, null that nothing is known. `_low` and `_high` bound the 95 % Wilson interval; the two
 * `_if_unknown_` are the scores if all that are not covered were dead, or alive. If a source could not be read, the
 * figures are those last counted, on `frozen_on`; null: they were counted for the day itself.
 */
export const ghostIndexFigures = z.object({
  liveness_score: percent,
  liveness_score_low: percent,
  liveness_score_high: percent,
  liveness_score_if_unknown_dead: percent,
  liveness_score_if_unknown_alive: percent,
  agents: amount,
  covered: amount,
  coverage: percent,
  alive: amount,
  ghosts: amount,
  frozen_on: z.iso.date().nullable(),
})

const breakdown = z.array(z.object({ value: z.string(), ...ghostIndexFigures.shape }))

const tested = z.object({
  category: z.string(),
  called_alive: amount,
  acted: amount,
  called_alive_acted: amount,
  precision: percent,
  recall: percent,
  acted_or_answered: amount,
  called_alive_acted_or_answered: amount,
  precision_with_answers: percent,
  recall_with_answers: percent,
})

/**
 * Backtest of the agents called alive on an earlier day: the percentage of them that acted from then to `until`
 * (`precision`), and of those that acted the percentage that had been called alive (`recall`); over all agents
 * (category `all`) and by category. With answers to our probes counted as acts in the fields so named.
 */
const backtest = z.object({ called_on: z.iso.date(), until: z.iso.date(), results: z.array(tested) })

const share = z.number().min(0).max(1)

/** Agents whose probability was from `from` to below `to`, its mean, and the share that showed a sign of life. */
const tenth = z.object({
  from: share,
  to: share,
  agents: amount,
  mean_probability: share,
  shown_share: share,
})

/**
 * Test of the probabilities made on an earlier day from the days until then: what agents showed by `until`. `brier` is the
 * mean square of the difference, `brier_base` that of the one share of all agents: lower is better.
 */
const probability = z.object({
  made_on: z.iso.date(),
  until: z.iso.date(),
  agents: amount,
  shown_share: share,
  brier: share,
  brier_base: share,
  tenths: z.array(tenth).max(10),
})

/** A sign of the rule: for a kind of agent, the days for which it counts, and whether it shows life, upkeep or both. */
const sign = z.object({
  kind: z.string(),
  sign: z.string(),
  days: amount,
  shows_life: z.boolean(),
  shows_upkeep: z.boolean(),
  says: z.string(),
})

/**
 * The Ghost Index over all agents, in its breakdowns, and as earlier days published it, the newest first. `live` says
 * whether it was computed for the day of the call (`computed_for`) from the signals known at `as_of`. `count` is the
 * number of rows in `history`. `signs` is the table of the rule. `backtest` and
 * `probability` are null while no day is old enough.
 */
export const ghostIndex = z.object({
  type: z.literal('ghost_index'),
  live: z.boolean(),
  computed_for: z.iso.date(),
  as_of: z.iso.datetime(),
  rule: z.string(),
  ...ghostIndexFigures.shape,
  signs: z.array(sign),
  backtest: backtest.nullable(),
  probability: probability.nullable(),
  breakdowns: z.object({ category: breakdown, ecosystem_layer: breakdown, protocol: breakdown }),
  count: amount.max(MAX_DAYS),
  history: z.array(z.object({ day: z.iso.date(), ...ghostIndexFigures.shape })).max(MAX_DAYS),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

export type GhostIndex = z.infer<typeof ghostIndex>
export type GhostIndexFigures = z.infer<typeof ghostIndexFigures>
