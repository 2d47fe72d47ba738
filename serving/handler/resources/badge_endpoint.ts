import { pathHandle } from '../../../core/interface/parameters.ts'
import type { BadgeEndpoint } from '../../../core/resources/badge_endpoint.schema.ts'
import { badgeEndpointView } from '../../../core/resources/badge_endpoint.ts'
import { isStale } from '../../../core/views/stale_badge.ts'
import type { Variant } from '../call.ts'
import { renderCached } from '../json_answer.ts'
import { badgeFor } from './badge.ts'

/** `/embed/{handle}.json`: the badge's text for shields.io to draw, for an unknown handle too. */
export const badgeEndpointVariant: Variant<BadgeEndpoint> = async ({ values, release, today }) => {
  const badge = await badgeFor(release, values.get(pathHandle))
  const { date } = release.reader.about
  const answer = badgeEndpointView(badge, isStale(date, today) ? date : null)
  return renderCached(release, `badge_endpoint ${JSON.stringify(answer)}`, async () => answer)
}
