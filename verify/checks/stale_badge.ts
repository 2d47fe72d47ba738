import { sameBytes, utf8 } from '../bytes.ts'
import type { NamedFile } from '../manifest.ts'

/** The key of what a host puts at the end of a badge of an old release. It has no address, but the manifest has its hash. */
export const STALE_MARK = 'private/embed/stale.json'

/** A badge is stale when its release is older than this. */
const FRESH_DAYS = 3
const DAY_MS = 86_400_000

const HEAD = /^(<svg [^>]*?width=")(\d+)("[^>]*? viewBox="0 0 )\d+( \d+"[^>]*>)/
const SAYS = ', stale</title>'
const MARK_START = '<g transform="translate('
const END = '</svg>\n'

/** What a served badge is held to: the badge of the release, and the mark, by their hashes. */
export interface StaleRule {
  file: NamedFile
  mark: NamedFile | undefined
  /** The day of the release, YYYY-MM-DD. */
  day: string
  now: Date
  sha256(bytes: Uint8Array): string
}

/**
 * Whether a badge is what the rule of stale badges makes of the release's own, byte for byte: the badge and the mark are
 * taken apart, each must have its hash of the manifest, and put together again they must be what is served. And only of a
 * release that is late.
 */
export function isStaleBadge(served: Uint8Array, { file, mark, day, now, sha256 }: StaleRule): boolean {
  const days = (Date.parse(now.toISOString().slice(0, 10)) - Date.parse(day)) / DAY_MS
  if (mark === undefined || !(days > FRESH_DAYS)) return false
  const parts = takenApart(served)
  if (parts === null) return false
  const { fresh, drawing, width } = parts
  return (
    sha256(utf8(fresh)) === file.sha256 &&
    sha256(utf8(`${JSON.stringify({ width, svg: drawing })}\n`)) === mark.sha256 &&
    sameBytes(utf8(marked(fresh, width, drawing)), served)
  )
}

/** A stale badge as what it was made of: the fresh one, and the mark with its width in px. */
interface Parts {
  fresh: string
  drawing: string
  width: number
}

function takenApart(bytes: Uint8Array): Parts | null {
  const served = new TextDecoder().decode(bytes)
  const [, before, total, middle, after] = HEAD.exec(served) ?? []
  const at = served.lastIndexOf(MARK_START)
  const [, tenths = '', drawing = ''] =
    /^<g transform="translate\((\d+)\)">(.*)<\/g><\/svg>\n$/s.exec(at < 0 ? '' : served.slice(at)) ?? []
  const width = Number(tenths) / 10
  if (total === undefined || tenths === '') return null
  const fresh = (served.slice(0, at) + END)
    .replace(HEAD, () => `${before}${width}${middle}${tenths}${after}`)
    .replace(SAYS, () => '</title>')
  return { fresh, drawing, width: Number(total) - width }
}

/** The rule: the badge is wider by the mark, which stands at its end, and its title says so. */
function marked(fresh: string, markWidth: number, drawing: string): string {
  const width = Number(HEAD.exec(fresh)?.[2])
  const total = width + markWidth
  return fresh
    .replace(HEAD, (_, start, _width, middle, end) => `${start}${total}${middle}${total * 10}${end}`)
    .replace('</title>', () => SAYS)
    .replace(/<\/svg>\n$/, () => `${MARK_START}${width * 10})">${drawing}</g>${END}`)
}
