import { sameBytes, utf8 } from '../bytes.ts'
import type { NamedFile } from '../manifest.ts'

/**
 * The key of what a host puts beneath the end of a badge of an old release. It has no address, but the manifest has its
 * hash.
 */
export const STALE_MARK = 'private/embed/stale.json'

/** A badge is stale when its release is older than this. */
const FRESH_DAYS = 3
const DAY_MS = 86_400_000

/** Expected parts of a served badge: the badge of the release, and the mark, by their hashes. */
export interface StaleRule {
  file: NamedFile
  mark: NamedFile | undefined
  /** The day of the release, YYYY-MM-DD. */
  day: string
  now: Date
  sha256(bytes: Uint8Array): string
}

/**
 * True if a badge is, byte for byte, the release's own with the stale mark: the badge and the mark are taken apart,
 * each must have its hash of the manifest, and put together again they must be what is served. Only for a release that
 * is late.
 */
export function isStaleBadge(served: Uint8Array, { file, mark, day, now, sha256 }: StaleRule): boolean {
  const days = (Date.parse(now.toISOString().slice(0, 10)) - Date.parse(day)) / DAY_MS
  if (mark === undefined || !(days > FRESH_DAYS)) return false
  const parts = splitBadge(new TextDecoder().decode(served))
  if (parts === null) return false
  return (
    sha256(utf8(fresh(parts))) === file.sha256 &&
    sha256(utf8(`${JSON.stringify({ width: parts.added, svg: parts.mark })}\n`)) === mark.sha256 &&
    sameBytes(utf8(addMark(parts)), served)
  )
}

/** A stale badge as what it is made of: the words and drawing of the fresh one, and the mark; widths are in px. */
interface Parts {
  start: string
  width: number
  middle: string
  sentence: string
  drawing: string
  /** The width of the mark. */
  added: number
  mark: string
}

const SERVED =
  /^(<svg xmlns="[^"]*" width=")([\d.]+)(" height="\d+" role="img" aria-label=")([^"]*), stale"><title>\4, stale<\/title><svg x="([\d.]+)" overflow="visible">(.*?)<\/svg>(.*)$/s

function splitBadge(served: string): Parts | null {
  const [, start, total, middle, sentence, x, mark, drawing] = SERVED.exec(served) ?? []
  const width = Number(x)
  return start === undefined || middle === undefined || sentence === undefined
    ? null
    : {
        start,
        width,
        middle,
        sentence,
        drawing: drawing ?? '',
        added: Number(total) - width,
        mark: mark ?? '',
      }
}

const head = ({ start, middle, sentence }: Parts, width: number, more: string): string =>
  `${start}${width}${middle}${sentence}${more}"><title>${sentence}${more}</title>`

const fresh = (parts: Parts): string => `${head(parts, parts.width, '')}${parts.drawing}`

/** The rule: the badge is wider by the mark, which is below its end, and its sentence says so. */
const addMark = (parts: Parts): string =>
  `${head(parts, parts.width + parts.added, ', stale')}<svg x="${parts.width}" overflow="visible">${parts.mark}</svg>${parts.drawing}`
