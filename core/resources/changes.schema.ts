import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { graveFlags } from '../interface/schemas/trust_parts.ts'

const amount = z.int().min(0)
const rank = z.int().min(1).nullable()
const score = z.number().min(0).max(100).nullable()
const tier = z.enum(['indexed', 'evidence_ranked']).nullable()

/**
 * Changes of one category on one day. A value that did not exist before or after is null; `rank_delta` counts the
 * places won (above 0 for a rise, null without both ranks).
 */
export const changeFigures = z.object({
  day: z.iso.date(),
  category: z.enum(CATEGORIES),
  rank_before: rank,
  rank_after: rank,
  rank_delta: z.int().nullable(),
  score_before: score,
  score_after: score,
  tier_before: tier,
  tier_after: tier,
  reason: z.string().nullable(),
})

/** A change with the agent it is about; its name is third-party text, and `url` null once its handle is retired. */
const change = z.object({
  handle: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  name: z.string(),
  url: z.url().nullable(),
  risk_flags: graveFlags,
  ...changeFigures.shape,
})

const group = z.array(change).max(100)

/** A value for each group of changes. */
export const ofChangeGroups = <T extends z.ZodType>(each: T) =>
  z.object({
    rank_movers: each,
    newly_measured: each,
    new_agents: each,
    tier_promotions: each,
    tier_demotions: each,
    deaths: each,
    resurrections: each,
    returns: each,
    departures: each,
    tools_changed: each,
  })

/**
 * The daily change feed: in each group the most telling changes of the window, while `counts` are of all of them.
 * `observed_days` of the window were compared with an earlier day, the first of them with `compared_with`.
 */
export const changes = z.object({
  type: z.literal('changes'),
  window: z.object({
    days: z.int().min(1).max(7),
    from: z.iso.date(),
    to: z.iso.date(),
    observed_days: z.int().min(0).max(7),
    compared_with: z.iso.date().nullable(),
  }),
  counts: ofChangeGroups(amount),
  groups: ofChangeGroups(group),
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
