import type { ChainCheck } from '../source/source.ts'

const SUBJECTS: Record<ChainCheck['kind'], string> = {
  agent_ids: 'agents whose registration is missing',
  highest_agent_id: 'ids above the highest that was read',
  quiet_hours: 'payments missing in quiet hours',
  second_route: 'payments missing in the hour that a second route has',
}

/** Says what a check found, in a line for the run's summary; null where nothing was missing. */
export function describeCheck(check: ChainCheck): string | null {
  const { chain, kind, lost_count, healed_count, detail, unmade } = check
  const subject = SUBJECTS[kind]
  if (unmade !== null) return `${chain}: not checked for ${subject}: ${unmade}`
  if (!lost_count) return null
  const healed = healed_count > 0 ? `, ${healed_count} of them read again` : ''
  return `${chain}: ${lost_count} ${subject}${healed}; ${describeMissing(check)}${detail === null ? '' : ` (${detail})`}`
}

function describeMissing({ missing_count, missing_low, missing_high }: ChainCheck): string {
  if (!missing_count)
    return missing_high ? `none is known to be missing now, at most ${missing_high}` : 'none is missing now'
  if (missing_low === missing_high) return `${missing_count} are still missing`
  return `about ${missing_count} are still missing (${missing_low} to ${missing_high})`
}
