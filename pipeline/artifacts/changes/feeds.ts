import { daysBefore } from '../../../core/domain/dates.ts'
import { DEATH } from '../../../core/domain/liveness.ts'
import { NUMBERS } from '../../../core/domain/numbers.ts'
import { xml } from '../../../core/domain/text.ts'
import { atomFeed } from '../../../core/feeds/atom.ts'
import { feedTitle, NAMES_ARE_THIRD_PARTY } from '../../../core/feeds/feed.ts'
import {
  agentDayItems,
  categoryTitle,
  changeId,
  describeFigures,
  endOfDay,
  type FeedAgent,
  type FeedItem,
  quoteName,
} from '../../../core/feeds/feed_item.ts'
import { ATOM_TYPE, JSON_FEED_TYPE, RSS_TYPE } from '../../../core/interface/content.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import type { Database } from '../../model/database.ts'
import { changedAgentUrl, type ListedChange, shownChangeName } from '../answers/changes.ts'
import type { Site } from '../site.ts'

/** `/changes.xml` (RSS 2.0) and `/changes.json` (JSON Feed 1.1): the changes of the last 7 days, the newest first; Atom of each category. */
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
  yield* categoryFeeds(db, info)
}

/** `/rankings/{category}.atom`: the changes of a category in the last 7 days, an entry for each agent and day. */
async function* categoryFeeds(db: Database, info: ReleaseInfo): AsyncGenerator<Artifact> {
  const rows = await db.rows<ListedChange>(
    'select * exclude (place, position) from category_feed_changes order by category, position',
  )
  const byCategory = Map.groupBy(rows, ({ category }) => category)
  for (const { category, name } of info.categories) {
    const path = rankingFeedPath(category)
    const body = atomFeed({
      title: feedTitle(`Changes in ${name}`, info),
      text: `Changes of the last 7 days in one category, an entry for each agent and day: the most important of each kind. ${NAMES_ARE_THIRD_PARTY}`,
      page_url: `${info.base_url}/rankings/${category}`,
      self_url: `${info.base_url}${path}`,
      begun: endOfDay(daysBefore(info.day, FEED_DAYS)),
      items: categoryItems(byCategory.get(category) ?? [], info),
    })
    yield { path: path.slice(1), contentType: ATOM_TYPE, side: 'public', body }
  }
}

const FEED_DAYS = 7

/** The address of the feed of a category within an index. */
export const rankingFeedPath = (category: string): string => `/rankings/${category}.atom`

const categoryItems = (rows: ListedChange[], info: ReleaseInfo): FeedItem[] =>
  agentDayItems(
    rows,
    (row) => toAgent(row, info),
    ({ category, handle }) => `rankings/${category}/${handle}`,
    info,
  )

const formatTitle = (info: ReleaseInfo): string => feedTitle('Changes in the agent index Assay', info)

const formatText = ({ base_url, limitations }: ReleaseInfo): string =>
  [
    'Changes of AI agents in the last 7 days: the most important of each kind and day.',
    `All counts: ${base_url}/api/changes/v1.`,
    NAMES_ARE_THIRD_PARTY,
    ...limitations,
  ].join(' ')

/** One change as an entry: a sentence of its own, since these feeds are read without the page. */
const toItem = (row: ListedChange, info: ReleaseInfo): FeedItem => ({
  id: changeId(info, row.day, `changes/${row.kind}/${row.handle}`),
  url: toAgent(row, info).url,
  title: `${quoteName(shownChangeName(row))} ${saySentence(row)} (${categoryTitle(row, info)})`,
  text: describeFigures(row, row.handle),
  at: endOfDay(row.day),
  tags: [row.kind, row.category],
})

function saySentence({ kind, rank_before, rank_after, reason }: ListedChange): string {
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

const toAgent = (row: ListedChange, { base_url }: ReleaseInfo): FeedAgent => ({
  handle: row.handle,
  name: shownChangeName(row),
  url: changedAgentUrl(row, base_url) ?? `${base_url}/changes`,
})

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
