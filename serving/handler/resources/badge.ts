import { agentBadge, unknownBadge } from '../../../core/badge/agent_badge.ts'
import { type Badge, type BadgeStyle, DEFAULT_STYLE } from '../../../core/badge/badge.ts'
import { drawBadge, drawStaleMark } from '../../../core/badge/draw_badge.ts'
import { uptimeBadge } from '../../../core/badge/uptime_badge.ts'
import { type Content, SVG_TYPE } from '../../../core/interface/content.ts'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { badgeStyle, pathHandle } from '../../../core/interface/parameters.ts'
import { PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { isStale, markStale, type StaleMark } from '../../../core/views/stale_badge.ts'
import type { Call } from '../call.ts'
import type { ServedRelease } from '../served_release.ts'

/**
 * `/embed/{handle}` and `/embed/{handle}/uptime`: always a picture, since a page shows nothing else there. For an unknown handle it says so; for a
 * late release it shows the date.
 */
export async function badgePicture({ endpoint, values, release, today }: Call): Promise<Content> {
  const handle = values.get(pathHandle).replace(/\.svg$/, '')
  const style = values.get(badgeStyle)
  const fresh =
    (style === DEFAULT_STYLE ? await publishedBadge(endpoint, release, handle) : null) ??
    (await drawnBadge(release, await badgeFor(release, handle, endpoint.file === null), style))
  const { date } = release.reader.about
  const mark = isStale(date, today) ? await staleMark(release, style) : null
  if (mark === null) return fresh
  return release.text(`stale ${style} ${fresh.etag}`, fresh.contentType, async () =>
    markStale(new TextDecoder().decode(fresh.bytes), mark),
  )
}

/** Returns the badge of a handle in any case, of its uptime if asked, or the badge for an agent that is not indexed. */
export async function badgeFor(release: ServedRelease, handle: string, isUptime = false): Promise<Badge> {
  const agent = await release.agentRecord(handle)
  if (agent !== null) return (isUptime ? uptimeBadge : agentBadge)(agent, await release.info())
  const { date, world } = release.reader.about
  return unknownBadge({ day: date, world })
}

/** Returns the badge that the release has as a file; null for uptimes, of which it has none. */
const publishedBadge = async (
  { file }: Endpoint,
  release: ServedRelease,
  handle: string,
): Promise<Content | null> =>
  file === null
    ? null
    : release.readByHandle(handle, (exact) => release.content('public', file.replace('{handle}', exact)))

const drawnBadge = (release: ServedRelease, badge: Badge, style: BadgeStyle): Promise<Content> =>
  release.text(`badge ${style} ${JSON.stringify(badge)}`, SVG_TYPE, async () => drawBadge(badge, style))

/** Returns the published mark of the default style: a check combines badge and mark in the same way. */
const staleMark = async (release: ServedRelease, style: BadgeStyle): Promise<StaleMark | null> =>
  style === DEFAULT_STYLE
    ? release.json<StaleMark>('private', PRIVATE_PATHS.staleBadge)
    : drawStaleMark(release.reader.about.date, style)
