import type { IncidentRow } from './incident_row.ts'
import { OUTCOME_WORDS } from './probe_words.ts'

/** Returns an incident in a sentence, after the address. */
export function describeIncident(row: IncidentRow): string {
  const { began_on, ended_on, silent_days, outcome } = row
  const days = silent_days === 1 ? 'one asked day' : `${silent_days} asked days`
  const when =
    ended_on === null
      ? `since ${began_on}`
      : began_on === ended_on
        ? `on ${began_on}`
        : `from ${began_on} to ${ended_on}`
  const end =
    ended_on === null ? '; it lasts' : `; answered again on ${row.answered_again_on}, ${describeAfter(row)}`
  return `silent ${when} (${days}): it ${OUTCOME_WORDS[outcome] ?? outcome}${end}`
}

function describeAfter({
  answered_before_on,
  is_tools_changed,
  is_version_changed,
  ...row
}: IncidentRow): string {
  if (answered_before_on === null) return 'and was not asked before'
  const says = (is: boolean | null, what: string) =>
    is === null ? [] : [`${is ? 'other' : 'the same'} ${what}`]
  const known = [...says(is_tools_changed, 'tools'), ...says(is_version_changed, 'version')]
  const other =
    row.outcome_before === row.outcome_after ? [] : [`it now ${OUTCOME_WORDS[row.outcome_after ?? '']}`]
  const all = [...known, ...other]
  return all.length === 0
    ? 'as before, as far as is known'
    : `with ${all.join(', ')}`.replace(/^with it/, 'and it')
}
