import { notFound } from '../../../core/interface/errors.ts'
import { changesPath } from '../../../core/release/paths.ts'
import type { Variant } from '../call.ts'

/** `/api/changes/v1`: the file of a window of 1 to 7 days; that of one day is the public one. */
export const changes: Variant = async ({ values, release }) => {
  const days = values.integer('days')
  const content =
    days === 1
      ? await release.content('public', 'api/changes/v1')
      : await release.content('private', changesPath(days))
  if (content === null) throw notFound()
  return content
}
