import { UpstreamDown } from '../../../core/domain/errors.ts'
import type { Archive } from '../../archive/archive.ts'
import type { SourceDay } from '../../archive/source_day.ts'
import { sanitizeText } from '../answer.ts'
import type { GuardedVisits } from '../guarded.ts'
import { toVisit } from './record.ts'

/** Answers a source's visits from the record of one of its days: the same visits, and no others. */
export function replayGuard(day: SourceDay, archive: Archive): GuardedVisits {
  const visits = day.responses.filter(({ outcome }) => outcome !== undefined)
  const recorded = new Map(visits.map((response) => [response.url, response]))
  return {
    async visit(url, options) {
      const response = recorded.get(url)
      if (response) return toVisit(archive, response, options)
      const repair = `the archive of ${day.date} does not hold it: run that date with --refetch`
      throw new UpstreamDown(sanitizeText(url), repair)
    },
  }
}
