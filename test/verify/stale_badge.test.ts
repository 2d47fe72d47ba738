import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { PRIVATE_PATHS } from '../../core/release/paths.ts'
import { markStale, type StaleMark } from '../../core/views/stale_badge.ts'
import { utf8 } from '../../verify/bytes.ts'
import { isStaleBadge, STALE_MARK } from '../../verify/checks/stale_badge.ts'
import { sampleHandler } from '../sample_handler.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const manifestEntry = (key: string, bytes: Uint8Array) => ({
  key,
  sha256: sha256(bytes),
  bytes: bytes.length,
})
const DAY = '2026-01-03'

let fresh: string
let markBytes: Uint8Array
let mark: StaleMark
beforeAll(async () => {
  const { release } = await sampleHandler()
  fresh = release.file('public', 'embed/weather-tools.svg')?.read().toString() ?? ''
  markBytes = release.file('private', PRIVATE_PATHS.staleBadge)?.read() ?? new Uint8Array()
  mark = JSON.parse(markBytes.toString()) as StaleMark
}, 300_000)

/** True if a badge is taken for a stale one of the sample release, on a day. */
const isTaken = (badge: string, { on = '2026-01-07', at = '00:00:00Z', marked = true } = {}): boolean =>
  isStaleBadge(utf8(badge), {
    ...{ file: manifestEntry('public/embed/weather-tools.svg', utf8(fresh)), day: DAY, sha256 },
    ...{ mark: marked ? manifestEntry(STALE_MARK, markBytes) : undefined, now: new Date(`${on}T${at}`) },
  })

test("every badge that the rule derives from the release's badges is accepted", async () => {
  expect(isTaken(markStale(fresh, mark))).toBe(true)
  const { release } = await sampleHandler()
  for (const handle of ['account-book', 'bed-planner', 'instruction', 'snow-report']) {
    const badge = release.file('public', `embed/${handle}.svg`)?.read().toString() ?? ''
    const rule = {
      file: manifestEntry('x', utf8(badge)),
      mark: manifestEntry(STALE_MARK, markBytes),
      day: DAY,
      sha256,
    }
    const now = new Date('2026-02-01T12:00:00Z')
    expect(isStaleBadge(utf8(markStale(badge, mark)), { ...rule, now })).toBe(true)
  }
})

test('only where the release is late, and by the day of the check', () => {
  const stale = markStale(fresh, mark)
  expect(isTaken(stale, { on: '2026-01-06', at: '23:59:59Z' })).toBe(false)
  expect(isTaken(stale, { on: '2026-01-07' })).toBe(true)
  expect(isTaken(stale, { on: '2025-01-01' })).toBe(false)
  expect(isTaken(stale, { marked: false })).toBe(false)
})

describe('anything else that says ", stale</title>" is refused', () => {
  test.each<[string, (stale: string) => string]>([
    ['another picture', () => '<svg xmlns="http://www.w3.org/2000/svg"><title>#1, stale</title></svg>\n'],
    ['the title alone', () => fresh.replace('</title>', ', stale</title>')],
    ['a script in it', (stale) => stale.replace('</svg>', '<script>1</script></svg>')],
    ['something behind it', (stale) => `${stale}<!-- x -->`],
    ['something before it', (stale) => ` ${stale}`],
    ['a byte order mark', (stale) => `\uFEFF${stale}`],
    ['another rank', (stale) => stale.replace('#', '#1')],
    ['another name', (stale) => stale.replace('<title>', '<title>Other ')],
    [
      'another width',
      (stale) => stale.replace(/width="(\d+)"/, (_, width) => `width="${Number(width) + 1}"`),
    ],
    ['another height', (stale) => stale.replace('height="20"', 'height="21"')],
    ['another label', (stale) => stale.replace('aria-label="', 'aria-label="Other ')],
    ['another mark', (stale) => stale.replace('</g></svg>', '<path d="M0 0"/></g></svg>')],
    ['the mark elsewhere', (stale) => stale.replace(/<svg x="\d+"/, '<svg x="0"')],
    ['the mark twice', (stale) => markStale(stale.replaceAll(/, stale(?="|<)/g, ''), mark)],
    ['another date', (stale) => stale.replace('as of 2026-01-03', 'as of 2026-01-04')],
    ['stale twice', (stale) => stale.replaceAll(/, stale(?="|<)/g, ', stale, stale')],
    ['no mark', (stale) => stale.replace(/<svg x=.*?<\/svg>/s, '')],
    ['nothing', () => ''],
    ['the fresh one', () => fresh],
  ])('%s', (_, change) => {
    const stale = markStale(fresh, mark)
    const changed = change(stale)
    expect(changed).not.toBe(stale)
    expect(isTaken(changed)).toBe(false)
  })
})
