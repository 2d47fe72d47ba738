import { daysBetween } from '../domain/dates.ts'
/** Content of `embed/stale.json`: the field added to the badge of an old release, in px and SVG without ids. */
export interface StaleMark {
  width: number
  svg: string
}

/** A badge is stale when its release is older than this. */
const FRESH_DAYS = 3

const HEAD =
  /^(<svg xmlns="[^"]*" width=")([\d.]+)(" height="\d+" role="img" aria-label=")([^"]*)("><title>)\4(<\/title>)/
const STALE_SUFFIX = ', stale'

/** True if a release of one day is stale on another, both YYYY-MM-DD. An unreadable day makes it stale. */
export function isStale(releaseDay: string, today: string): boolean {
  return !(daysBetween(releaseDay, today) <= FRESH_DAYS)
}

/**
 * Appends the mark to a badge, below its end, and `stale` to its sentence. A stale badge, or one of other code, is
 * unchanged: a page shows nothing else in its place.
 */
export function markStale(badge: string, mark: StaleMark): string {
  return badge.replace(HEAD, (head, start, width, middle, sentence, title, end) => {
    if (sentence.endsWith(STALE_SUFFIX)) return head
    const text = `${sentence}${STALE_SUFFIX}`
    const total = Number(width) + mark.width
    return `${start}${total}${middle}${text}${title}${text}${end}<svg x="${width}" overflow="visible">${mark.svg}</svg>`
  })
}
