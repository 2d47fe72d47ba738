import { DEATH } from '../domain/liveness.ts'
import { NUMBERS } from '../domain/numbers.ts'
import type { ChangeRow } from '../views/agent_record.ts'
import type { ReleaseInfo } from '../views/release_info.ts'

/** One entry of a feed, the same in every format. */
export interface FeedItem {
  /** A tag URI (RFC 4151): it stays when the day is published again, and when a page moves. */
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

/** An agent as feeds name it; `name` is third-party text, cleaned. */
export interface FeedAgent {
  handle: string
  name: string
  url: string
}

type FeedInfo = Pick<ReleaseInfo, 'base_url' | 'categories'>

/** One change of an agent as an entry. */
export const changeItem = (agent: FeedAgent, row: ChangeRow, info: FeedInfo): FeedItem =>
  feedItem(agent, [row], { of: `changes/${row.kind}/${agent.handle}`, info })

/** An entry for each day of an agent's changes; `of` is what the feed is about, a part of their ids. */
export const dayItems = (agent: FeedAgent, rows: readonly ChangeRow[], of: string, info: FeedInfo) =>
  [...Map.groupBy(rows, ({ day }) => day).values()].map((rows) => feedItem(agent, rows, { of, info }))

/** The changes of one agent on one day, at least one. */
function feedItem(
  { handle, name, url }: FeedAgent,
  rows: readonly ChangeRow[],
  { of, info }: { of: string; info: FeedInfo },
): FeedItem {
  const { day } = rows[0] as ChangeRow
  const words = rows.map((row) => `${describeChange(row)} (${categoryName(row, info)})`)
  return {
    id: `tag:${new URL(info.base_url).hostname},${day}:${of}`,
    url,
    title: `“${escapeAngles(name)}” ${words.join('; ')}`,
    text: rows.map((row) => describeFigures(row, handle)).join('\n'),
    at: `${day}T23:59:59Z`,
    tags: [...new Set(rows.flatMap(({ kind, category }) => [kind, category]))],
  }
}

const describeFigures = (row: ChangeRow, handle: string): string =>
  [
    `Rank: ${row.rank_before ?? 'none'} before, ${row.rank_after ?? 'none'} after.`,
    `Score: ${row.score_before ?? 'none'} before, ${row.score_after ?? 'none'} after.`,
    `Tier: ${row.tier_before ?? 'none'} before, ${row.tier_after ?? 'none'} after.`,
    ...(row.reason === null ? [] : [`Reason: ${row.reason}.`]),
    `Handle: ${handle}. Category: ${row.category}. Day: ${row.day}.`,
  ].join(' ')

const categoryName = ({ category }: ChangeRow, { categories }: FeedInfo): string =>
  categories.find((known) => known.category === category)?.name ?? category

// Some readers render a title as HTML and some as text: without angle brackets both show the same.
const escapeAngles = (name: string): string => name.replaceAll('<', '‹').replaceAll('>', '›')

function describeChange({ kind, rank_before, rank_after, reason }: ChangeRow): string {
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
