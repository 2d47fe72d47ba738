import type { Resource } from '../../../core/interface/endpoints.ts'
import { pathHandle } from '../../../core/interface/parameters.ts'
import { badgeEndpointView } from '../../../core/views/badge_endpoint.ts'
import { isStale } from '../../../core/views/stale_badge.ts'
import type { Variant } from '../call.ts'
import { rendered } from '../made.ts'
import { badgeFor } from './badge.ts'

/** `/embed/{handle}.json`: what the badge says, for shields.io to draw; of a wrong handle too. */
export const badgeEndpointVariant: Variant<Resource<'badge_endpoint'>> = async ({
  values,
  release,
  today,
}) => {
  const badge = await badgeFor(release, values.get(pathHandle))
  const { date } = release.reader.about
  const answer = badgeEndpointView(badge, isStale(date, today) ? date : null)
  return rendered(release, `badge_endpoint ${JSON.stringify(answer)}`, async () => answer)
}
