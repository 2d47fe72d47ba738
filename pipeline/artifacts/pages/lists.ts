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
export const countListed = (counts: Site['counts'], category: string): number =>
  counts[`category/${category}/indexed`] ?? 0

/** Returns the number of departed agents. */
export const countDeparted = (counts: Site['counts']): number => counts.departed_agents ?? 0

/** Returns the number of pages for `rows` rows: at least one. */
export const pageCount = (rows: number): number =>
  Math.max(1, Math.ceil(Math.min(rows, MAX_LISTED) / PAGE_ROWS))

/** Returns the numbers of all pages for `rows` rows. */
export const pageNumbers = (rows: number): number[] =>
  Array.from({ length: pageCount(rows) }, (_, at) => at + 1)

/** Returns the address of a page of a list; the first has the list's own. */
export const pageAddress = (list: string, page: number): string => (page === 1 ? list : `${list}/${page}`)

/** Returns the files of a page of a list: the first page has a second one with its number. */
export const pageFiles = (list: string, page: number): string[] => [
  ...(page === 1 ? [`${list}.html`] : []),
  `${list}/${page}.html`,
]

/** Returns the position of a page in its list, with links to others. */
export function listView(list: string, page: number, rows: number): ListView {
  const count = pageCount(rows)
  const near = STEPS.flatMap((step) => [page - step, page + step])
  const numbers = [...new Set([1, ...near, page, count])]
    .filter((number) => number >= 1 && number <= count)
    .sort((a, b) => a - b)
  const at = (number: number): string | null =>
    number >= 1 && number <= count ? pageAddress(list, number) : null
  return {
    page,
    page_count: count,
    unlisted: Math.max(0, rows - MAX_LISTED),
    first_shown: rows === 0 ? 0 : (page - 1) * PAGE_ROWS + 1,
    last_shown: Math.min(page * PAGE_ROWS, rows),
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
