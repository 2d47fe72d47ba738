import type { z } from 'zod'
import type { changeFigures } from '../resources/changes.schema.ts'
import type { ChangeKind, ChangeRow } from './agent_record.ts'

/** Under which name of the interface each kind of change is grouped, in the order in which groups are shown. */
export const CHANGE_GROUPS = {
  rank_movers: 'mover',
  newly_measured: 'newly_measured',
  new_agents: 'new',
  tier_promotions: 'promotion',
  tier_demotions: 'demotion',
  deaths: 'death',
  resurrections: 'resurrection',
  returns: 'return',
  departures: 'departure',
  tools_changed: 'tools_changed',
} as const satisfies Record<string, ChangeKind>

/** One change as every surface shows it. `rank_delta` counts the places that were won: above 0 for a rise. */
export function changeRowView(row: ChangeRow): z.input<typeof changeFigures> {
  const { day, category, rank_before, rank_after, score_before, score_after, tier_before, tier_after } = row
  return {
    day,
    category,
    rank_before,
    rank_after,
    rank_delta: rank_before === null || rank_after === null ? null : rank_before - rank_after,
    score_before,
    score_after,
    tier_before,
    tier_after,
    reason: row.reason,
  }
}
