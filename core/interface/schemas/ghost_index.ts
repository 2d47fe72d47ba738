import { z } from 'zod'

const amount = z.int().min(0)
const percent = z.number().min(0).max(100).nullable()

/**
 * How much of a group is alive under the 30-day rule, in percent of the agents whose liveness is known (`covered`): 100
 * means no ghosts, null that nothing is known. `_low` and `_high` bound the 95 % Wilson interval; the two `_if_unknown_`
 * are the scores if all that are not covered were dead, or alive.
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
})

const breakdown = z.array(z.object({ value: z.string(), ...ghostIndexFigures.shape }))

/**
 * The Ghost Index over all agents, in its breakdowns, and as earlier days published it, the newest first. `live` says
 * whether it was computed for the day of the call (`computed_for`) from the signals known at `as_of`. `count` is the
 * number of rows in `history`.
 */
export const ghostIndex = z.object({
  type: z.literal('ghost_index'),
  live: z.boolean(),
  computed_for: z.iso.date(),
  as_of: z.iso.datetime(),
  rule: z.string(),
  ...ghostIndexFigures.shape,
  breakdowns: z.object({ category: breakdown, ecosystem_layer: breakdown, protocol: breakdown }),
  count: amount.max(365),
  history: z.array(z.object({ day: z.iso.date(), ...ghostIndexFigures.shape })).max(365),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
