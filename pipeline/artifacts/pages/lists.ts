import type { PageView } from '../../../core/pages/page_view.ts'
import type { ListView } from '../../render/page_views.ts'
import type { Site } from '../site.ts'

/** How many agents stand on one page of a list. */
export const PAGE_ROWS = 100

/** The most that a list shows: whoever wants what stands further down looks for it by name, or takes all of the data. */
export const MAX_LISTED = 10_000

/** How far from the present page others are linked to: of a hundred pages none is more than a few links away. */
const STEPS = [1, 2, 10, 30]

/** How many agents the list of a category holds, ranked or not. */
export const listedIn = (counts: Site['counts'], category: string): number =>
  counts[`category/${category}/indexed`] ?? 0

/** How many agents have departed. */
export const departedIn = (counts: Site['counts']): number => counts.departed_agents ?? 0

/** How many pages a list of so many rows has: one at least. */
export const pageCount = (rows: number): number =>
  Math.max(1, Math.ceil(Math.min(rows, MAX_LISTED) / PAGE_ROWS))

/** The numbers of all pages of a list of so many rows. */
export const pageNumbers = (rows: number): number[] =>
  Array.from({ length: pageCount(rows) }, (_, at) => at + 1)

/** The address of a page of a list; the first is the list's own. */
export const pageAddress = (list: string, page: number): string => (page === 1 ? list : `${list}/${page}`)

/** The files of a page of a list: the first is also there under its number. */
export const pageFiles = (list: string, page: number): string[] => [
  ...(page === 1 ? [`${list}.html`] : []),
  `${list}/${page}.html`,
]

/** Where a page stands in its list, and the links from it to others. */
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

/** The pages before and after a page of a list, as its head names them. */
export const neighboursOf = ({ previous_url, next_url }: ListView): PageView['neighbours'] => [
  ...(previous_url === null ? [] : [{ rel: 'prev' as const, href: previous_url }]),
  ...(next_url === null ? [] : [{ rel: 'next' as const, href: next_url }]),
]

/** `, page 2` for the title of a page after the first. */
export const pageTitle = (page: number): string => (page === 1 ? '' : `, page ${page}`)
