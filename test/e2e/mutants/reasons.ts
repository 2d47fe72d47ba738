import type { Mutant } from './mutant.ts'
import { OF_SQL } from './reasons_of_sql.ts'

/** Why a mutant may survive: no input tells it from the code, or what it changes is nobody's business. */
export interface Reason {
  path: string
  /** The line with the change in it, as the campaign prints it. */
  change: string
  reason: string
}

/** Survivors that were looked at. */
export const REASONS: readonly Reason[] = [
  ...Object.entries(OF_SQL).flatMap(([path, all]) =>
    all.map(([change, reason]) => ({ path, change, reason })),
  ),
  {
    path: 'sql/intermediate/identity/int_erc8004_hosts__declared.sql',
    change: '[bool_or→bool_and](proven.agent_key is not null) as is_proven,',
    reason: 'The rows of a group are of one host and agent, and so all alike.',
  },
  {
    path: 'sql/intermediate/identity/int_erc8004_hosts__declared.sql',
    change: '[bool_or→bool_and](coalesce(proven.named = 1, false)) as is_only',
    reason: 'The rows of a group are of one host and agent, and so all alike.',
  },
  {
    path: 'sql/marts/liveness.sql',
    change: 'coalesce(definitions.is_activity, [false→true]) as is_activity,',
    reason: 'Every signal is defined, as activity or not.',
  },
  {
    path: 'sql/marts/liveness.sql',
    change:
      'partition by signals.handle, coalesce(definitions.is_activity, [false→true]) order by signals.value_at desc, signals.key',
    reason: 'Every signal is defined, as activity or not.',
  },
  {
    path: 'sql/marts/liveness.sql',
    change:
      "case when last_probe_ok_at is not null then greatest(date_diff('day', last_probe_ok_at::date, run.day), [0→1]) end as days_since_probe_ok",
    reason: 'These days are only compared with 30.',
  },
]

/** The reason that a mutant may survive for, if it was looked at. */
export const reasonOf = (
  { path, shown }: Pick<Mutant, 'path' | 'shown'>,
  reasons: readonly Reason[] = REASONS,
): string | undefined => reasons.find((one) => one.path === path && one.change === shown)?.reason
