import type { PageView } from '../../../core/pages/page_view.ts'
import type { ListView } from '../../render/page_views.ts'
import type { Site } from '../site.ts'

/** Number of agents on one page of a list. */
export const PAGE_ROWS = 100

/** Maximum number of rows in a list: users search for agents further down by name, or download the data. */
export const MAX_LISTED = 10_000

/** Distances from the current page to linked ones: in a hundred pages none is more than a few links away. */
const STEPS = [1, 2, 10, 30]

/** Returns the number of agents in a category, ranked or not. */
const countListed = (counts: Site['counts'], category: string): number =>
  counts[`category/${category}/indexed`] ?? 0

/** Returns the number of departed agents. */
export const countDeparted = (counts: Site['counts']): number => counts.departed_agents ?? 0

/** The most pages of a list. */
const MAX_PAGES = MAX_LISTED / PAGE_ROWS

/** Rows of a list, and how many of them come first and have pages of their own, as ranked agents have. */
export interface Listed {
  rows: number
  first: number
}

/** Returns the rows of each page, from and up to a position: at least one page. */
export function pageSpans({ rows, first }: Listed): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  for (let from = 0; from < rows && spans.length < MAX_PAGES; ) {
    const to = Math.min(from + PAGE_ROWS, from < first ? first : rows)
    spans.push({ from, to })
    from = to
  }
  return spans.length === 0 ? [{ from: 0, to: 0 }] : spans
}

/** Returns the number of pages of a list. */
export const pageCount = (listed: Listed): number => pageSpans(listed).length

/** Returns the number of the page on which those that do not come first begin; null without any. */
export function restPage(listed: Listed): number | null {
  const at = pageSpans(listed).findIndex(({ from }) => from >= listed.first)
  return at < 0 || listed.rows <= listed.first ? null : at + 1
}

/** Returns the numbers of all pages of a list. */
export const pageNumbers = (listed: Listed): number[] => pageSpans(listed).map((_, at) => at + 1)

/** Returns the agents of a category, the ranked ones first. */
export const listedAgents = (counts: Site['counts'], category: string): Listed => ({
  rows: countListed(counts, category),
  first: counts[`category/${category}/evidence_ranked`] ?? 0,
})

/** Returns the address of a page of a list; the first has the list's own. */
export const pageAddress = (list: string, page: number): string => (page === 1 ? list : `${list}/${page}`)

/** Returns the files of a page of a list: the first page has a second one with its number. */
export const pageFiles = (list: string, page: number): string[] => [
  ...(page === 1 ? [`${list}.html`] : []),
  `${list}/${page}.html`,
]

/** Returns the position of a page in its list, with links to others. */
export function listView(list: string, page: number, listed: Listed): ListView {
  const spans = pageSpans(listed)
  const count = spans.length
  const { from, to } = spans[page - 1] ?? { from: 0, to: 0 }
  const near = STEPS.flatMap((step) => [page - step, page + step])
  const numbers = [...new Set([1, ...near, page, count])]
    .filter((number) => number >= 1 && number <= count)
    .sort((a, b) => a - b)
  const at = (number: number): string | null =>
    number >= 1 && number <= count ? pageAddress(list, number) : null
  return {
    page,
    page_count: count,
    unlisted: listed.rows - (spans.at(-1)?.to ?? 0),
    first_shown: to === 0 ? 0 : from + 1,
    last_shown: to,
    previous_url: at(page - 1),
    next_url: at(page + 1),
    pages: (count === 1 ? [] : numbers).map((number) => ({
      href: pageAddress(list, number),
      text: String(number),
      is_here: number === page,
    })),
  }
}

/** Returns the previous and next page of a list as link relations. */
export const listNeighbours = ({ previous_url, next_url }: ListView): PageView['neighbours'] => [
  ...(previous_url === null ? [] : [{ rel: 'prev' as const, href: previous_url }]),
  ...(next_url === null ? [] : [{ rel: 'next' as const, href: next_url }]),
]

/** Returns `, page 2` for the title of a page after the first. */
export const pageTitle = (page: number): string => (page === 1 ? '' : `, page ${page}`)
