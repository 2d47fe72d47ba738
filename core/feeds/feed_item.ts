import { describeChange } from '../pages/parts.ts'
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

/** An entry for each day of an agent's changes, in the words of the pages; `of` is a part of their ids. */
export const dayItems = (
  agent: FeedAgent,
  rows: readonly ChangeRow[],
  of: string,
  info: FeedInfo,
): FeedItem[] =>
  [...Map.groupBy(rows, ({ day }) => day)].map(([day, changes]) => {
    const words = changes.map((row) => `${describeChange(row)} (${categoryTitle(row, info)})`)
    return {
      id: changeId(info, day, of),
      url: agent.url,
      title: `${quoteName(agent.name)}: ${words.join('; ')}`,
      text: changes.map((row) => describeFigures(row, agent.handle)).join('\n'),
      at: endOfDay(day),
      tags: [...new Set(changes.flatMap(({ kind, category }) => [kind, category]))],
    }
  })

/** An entry for each agent and day of changes of several agents, in the order of the rows; `of` gives a part of their ids. */
export const agentDayItems = <Row extends ChangeRow & { handle: string }>(
  rows: readonly Row[],
  toAgent: (row: Row) => FeedAgent,
  of: (row: Row) => string,
  info: FeedInfo,
): FeedItem[] =>
  [...Map.groupBy(rows, ({ day, handle }) => `${day} ${handle}`).values()].flatMap((changes) => {
    const [row] = changes as [Row]
    return dayItems(toAgent(row), changes, of(row), info)
  })

/** The tag URI of a change: it names the day, and not the release. */
export const changeId = ({ base_url }: FeedInfo, day: string, of: string): string =>
  `tag:${new URL(base_url).hostname},${day}:${of}`

export const endOfDay = (day: string): string => `${day}T23:59:59Z`

/** The figures of a change before and after it, in sentences. */
export const describeFigures = (row: ChangeRow, handle: string): string =>
  [
    `Rank: ${row.rank_before ?? 'none'} before, ${row.rank_after ?? 'none'} after.`,
    `Score: ${row.score_before ?? 'none'} before, ${row.score_after ?? 'none'} after.`,
    `Tier: ${row.tier_before ?? 'none'} before, ${row.tier_after ?? 'none'} after.`,
    ...(row.reason === null ? [] : [`Reason: ${row.reason}.`]),
    `Handle: ${handle}. Category: ${row.category}. Day: ${row.day}.`,
  ].join(' ')

/** The name of a change's category. */
export const categoryTitle = ({ category }: ChangeRow, { categories }: FeedInfo): string =>
  categories.find((known) => known.category === category)?.name ?? category

// Some readers render a title as HTML and some as text: without angle brackets both show the same.
export const quoteName = (name: string): string => `“${name.replaceAll('<', '‹').replaceAll('>', '›')}”`
