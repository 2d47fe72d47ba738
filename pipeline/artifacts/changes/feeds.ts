import { DEATH } from '../../../core/domain/liveness.ts'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import { xml } from '../../../core/domain/text.ts'
import { JSON_FEED_TYPE, RSS_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { changedAgentUrl, type ListedChange, shownChangeName } from '../answers/changes.ts'
import type { Site } from '../site.ts'

/** One entry of a feed, the same in both formats. */
interface FeedItem {
  id: string
  url: string
  /** Includes the agent's name, which is third-party text. */
  title: string
  /** Our own words and numbers alone. */
  text: string
  /** The end of the day of the change. */
  at: string
  tags: string[]
}

/** `/changes.xml` (RSS 2.0) and `/changes.json` (JSON Feed 1.1): the changes of the last 7 days, the newest first. */
export async function* feedArtifacts({ db, info }: Site): AsyncGenerator<Artifact> {
  const rows = await db.rows<ListedChange>(
    'select * exclude (place, position) from feed_changes order by position',
  )
  const items = rows.map((row) => toItem(row, info))
  yield {
    path: 'changes.xml',
    contentType: RSS_TYPE,
    side: 'public',
    body: rss(items, info),
  }
  yield {
    path: 'changes.json',
    contentType: JSON_FEED_TYPE,
    side: 'public',
    body: jsonFeed(items, info),
  }
}

const WORLDS: Record<ReleaseInfo['world'], string> = {
  live: '',
  replay: ' (replay)',
  sample: ' (sample data)',
}

const formatTitle = ({ world }: ReleaseInfo): string => `Changes in the agent index Assay${WORLDS[world]}`

const formatText = ({ base_url, limitations }: ReleaseInfo): string =>
  [
    'Changes of AI agents in the last 7 days: the most important of each kind and day.',
    `All counts: ${base_url}/api/changes/v1.`,
    'Names of agents are third-party text.',
    ...limitations,
  ].join(' ')

function toItem(row: ListedChange, info: ReleaseInfo): FeedItem {
  const category =
    info.categories.find((category) => category.category === row.category)?.name ?? row.category
  return {
    // A tag URI (RFC 4151) of day, kind and agent stays when the day is published again, and when a page moves.
    id: `tag:${new URL(info.base_url).hostname},${row.day}:changes/${row.kind}/${row.handle}`,
    url: changedAgentUrl(row, info.base_url) ?? `${info.base_url}/changes`,
    title: `“${escapeAngles(shownChangeName(row))}” ${describeChange(row)} (${category})`,
    text: [
      `Rank: ${row.rank_before ?? 'none'} before, ${row.rank_after ?? 'none'} after.`,
      `Score: ${row.score_before ?? 'none'} before, ${row.score_after ?? 'none'} after.`,
      `Tier: ${row.tier_before ?? 'none'} before, ${row.tier_after ?? 'none'} after.`,
      ...(row.reason === null ? [] : [`Reason: ${row.reason}.`]),
      `Handle: ${row.handle}. Category: ${row.category}. Day: ${row.day}.`,
    ].join(' '),
    at: `${row.day}T23:59:59Z`,
    tags: [row.kind, row.category],
  }
}

// Some readers render a title as HTML and some as text: without angle brackets both show the same.
const escapeAngles = (name: string): string => name.replaceAll('<', '‹').replaceAll('>', '›')

function describeChange({ kind, rank_before, rank_after, reason }: ListedChange): string {
  const at = rank_after === null ? '' : ` at rank ${rank_after}`
  switch (kind) {
    case 'mover':
      return describeMove(rank_before ?? 0, rank_after ?? 0)
    case 'newly_measured':
      return `is newly measured${at}`
    case 'new':
      return `is new${at}`
    case 'return':
      return `is back${at}`
    case 'promotion':
      return `has enough evidence for a rank now${at}`
    case 'demotion':
      return 'has lost its rank for lack of evidence'
    case 'death':
      return `is no longer alive: ${DEATH}`
    case 'resurrection':
      return `is alive again by the ${NUMBERS.alive_days}-day rule`
    case 'departure':
      return reason?.startsWith('merged into ') ? `was ${reason}` : 'has departed'
    case 'tools_changed':
      return 'has other tools without a new version'
  }
}

function describeMove(before: number, after: number): string {
  const places = Math.abs(before - after)
  return `${after < before ? 'rose' : 'fell'} ${places} ${places === 1 ? 'place' : 'places'} to rank ${after}`
}

function rss(items: FeedItem[], info: ReleaseInfo): string {
  const { base_url, last_updated } = info
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${xml(formatTitle(info))}</title>
<link>${xml(`${base_url}/changes`)}</link>
<atom:link href="${xml(`${base_url}/changes.xml`)}" rel="self" type="application/rss+xml"/>
<description>${xml(formatText(info))}</description>
<language>en</language>
<lastBuildDate>${rfc822(last_updated)}</lastBuildDate>
${items.map(rssItem).join('')}</channel>
</rss>
`
}

const rssItem = ({ id, url, title, text, at, tags }: FeedItem): string => `<item>
<title>${xml(title)}</title>
<link>${xml(url)}</link>
<guid isPermaLink="false">${xml(id)}</guid>
<pubDate>${rfc822(at)}</pubDate>
${tags.map((tag) => `<category>${xml(tag)}</category>\n`).join('')}<description>${xml(text)}</description>
</item>
`

/** Formats a time for RSS (RFC 822 with a year of four digits). */
const rfc822 = (time: string): string => new Date(time).toUTCString()

function jsonFeed(items: FeedItem[], info: ReleaseInfo): string {
  const { base_url, limitations, last_updated } = info
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: formatTitle(info),
    home_page_url: `${base_url}/changes`,
    feed_url: `${base_url}/changes.json`,
    description: formatText(info),
    language: 'en',
    _assay: { about: `${base_url}/changes`, limitations, last_updated, untrusted_fields: ['items.title'] },
    items: items.map(({ id, url, title, text, at, tags }) => ({
      id,
      url,
      title,
      content_text: text,
      date_published: at,
      tags,
    })),
  }
  return `${JSON.stringify(feed)}\n`
}
