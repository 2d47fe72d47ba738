import { daysBetween } from '../domain/dates.ts'
/** What `embed/stale.json` holds: the field that a badge of an old release gets, in px and SVG without ids. */
export interface StaleMark {
  width: number
  svg: string
}

/** A badge is stale when its release is older than this. */
const FRESH_DAYS = 3

const HEAD = /^(<svg [^>]*?width=")(\d+)("[^>]*? viewBox="0 0 )\d+( \d+"[^>]*>)/
const SAYS_STALE = ', stale</title>'

/** Whether a release of one day is stale on another, both YYYY-MM-DD. An unreadable day makes it stale. */
export function isStale(releaseDay: string, today: string): boolean {
  return !(daysBetween(releaseDay, today) <= FRESH_DAYS)
}

/**
 * Widens a badge by the mark, which stands at its end, and says `stale` in its title. A badge that is stale
 * already stays as it is. Throws when the text is not a badge of this project.
 */
export function markStale(badge: string, mark: StaleMark): string {
  if (badge.includes(SAYS_STALE)) return badge
  const width = Number(HEAD.exec(badge)?.[2])
  if (!width) throw new Error('The badge has no width and viewBox; pass an SVG that the badge renderer made')
  const total = width + mark.width
  return badge
    .replace(HEAD, (_, start, _width, middle, end) => `${start}${total}${middle}${total * 10}${end}`)
    .replace('</title>', SAYS_STALE)
    .replace(/<\/svg>\s*$/, () => `<g transform="translate(${width * 10})">${mark.svg}</g></svg>\n`)
}
