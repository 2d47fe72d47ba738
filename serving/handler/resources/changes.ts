import { changeDays } from '../../../core/interface/parameters.ts'
import { changesPath } from '../../../core/release/paths.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import type { Variant } from '../call.ts'
import { readPublished } from '../json_answer.ts'

/** `/api/changes/v1`: the file of a window of 1 to 7 days; that of one day is the public file. */
export const changesVariant: Variant<Resource<'changes'>> = ({ values, release }) => {
  const days = values.get(changeDays)
  return days === 1
    ? readPublished(release, 'public', 'api/changes/v1')
    : readPublished(release, 'private', changesPath(days))
}
