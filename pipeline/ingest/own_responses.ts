import type { Archive } from '../archive/archive.ts'
import { requestKey } from '../archive/day_file.ts'
import type { ArchivedResponse, SourceDay } from '../archive/source_day.ts'
import type { Source } from '../source/source.ts'

/** Returns the responses that a source requested itself: those of the source that it repeats are counted there. */
export function selectOwnResponses(
  archive: Archive,
  { repeats }: Source,
  { date, responses }: Pick<SourceDay, 'date' | 'responses'>,
): ArchivedResponse[] {
  if (repeats === undefined) return responses
  const others = archive.readDay(date, repeats)?.responses ?? []
  const times = new Map(others.map((response) => [requestKey(response), response.retrieved_at]))
  return responses.filter((response) => times.get(requestKey(response)) !== response.retrieved_at)
}
