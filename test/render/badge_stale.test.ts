import { beforeAll, describe, expect, it } from 'vitest'
import { type BadgeRenderer, badgeRenderer } from '../../core/badge/badge.ts'
import { isStale, markStale } from '../../core/views/stale_badge.ts'
import { readBadgeFont } from '../../pipeline/render/badge_font.ts'
import { CASES, info, LONGEST } from './badge_cases.ts'
import { assertWellFormed } from './svg.ts'

let renderer: BadgeRenderer

beforeAll(() => {
  renderer = badgeRenderer(readBadgeFont())
})

const stale = (badge: string) => markStale(badge, renderer.staleMark())
const widths = (svg: string) =>
  /width="(\d+)" height="20" viewBox="0 0 (\d+) 200"/.exec(svg)?.slice(1).map(Number)

describe('a stale badge', () => {
  it('is wider by the mark, says so, and stays small and whole', () => {
    const mark = renderer.staleMark()
    expect(Buffer.byteLength(JSON.stringify(mark))).toBeLessThanOrEqual(900)
    for (const one of [...CASES, ...LONGEST]) {
      const badge = renderer.badge(one)
      const [before = 0] = widths(badge) ?? []
      const width = before + mark.width
      assertWellFormed(stale(badge))
      expect(widths(stale(badge))).toEqual([width, 10 * width])
      expect(stale(badge)).toContain(', stale</title>')
      expect(stale(badge).startsWith(badge.slice(0, 40))).toBe(true)
      expect(Buffer.byteLength(stale(badge))).toBeLessThanOrEqual(3900)
    }
  })

  it('stays as it is when it is marked again', () => {
    const once = stale(renderer.badge(info()))
    expect(stale(once)).toBe(once)
  })

  it('is marked whatever the name is', () => {
    const badge = renderer.badge(info({ name: "$& $1, stale</title> width='1'" }))
    expect(stale(badge)).toContain('$&amp; $1, stale&lt;/title&gt; width')
    expect(stale(badge)).toContain('2026-01-03, stale</title>')
  })

  it('has no id twice, since the mark has none', () => {
    expect(renderer.staleMark().svg).not.toMatch(/ id=|href=/)
    const ids = [...stale(renderer.badge(info())).matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has the mark at its end, and a width of both', () => {
    const badge = (width: number, title: string) =>
      `<svg xmlns="x" width="${width}" height="20" viewBox="0 0 ${width}0 200"><title>${title}</title>`
    const mark = { width: 30, svg: '<path/>' }
    const marked = `${badge(130, 'A, stale')}<svg></svg><g transform="translate(1000)"><path/></g></svg>\n`
    for (const end of ['</svg>', '</svg>\n', '</svg> \n\n'])
      expect(markStale(`${badge(100, 'A')}<svg></svg>${end}`, mark)).toBe(marked)
  })

  it('refuses what is no badge', () => {
    expect(() => stale('<svg/>')).toThrow('no width')
  })
})

describe('isStale', () => {
  it('begins on the fourth day after the release', () => {
    expect(isStale('2026-02-26', '2026-02-26')).toBe(false)
    expect(isStale('2026-02-26', '2026-03-01')).toBe(false)
    expect(isStale('2026-02-26', '2026-03-02')).toBe(true)
    expect(isStale('2026-02-26', '2026-02-25')).toBe(false)
    expect(isStale('2026-02-26', '')).toBe(true)
  })
})
