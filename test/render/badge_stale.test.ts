import { describe, expect, it } from 'vitest'
import { makeBadge } from '../../core/badge/agent_badge.ts'
import { BADGE_STYLES, type BadgeStyle } from '../../core/badge/badge.ts'
import { drawBadge, drawStaleMark } from '../../core/badge/draw_badge.ts'
import { isStale, markStale } from '../../core/views/stale_badge.ts'
import { CASES, factsWith } from './badge_cases.ts'
import { assertWellFormed } from './svg.ts'

const DAY = '2026-01-03'
const stale = (badge: string, style: BadgeStyle = 'flat') => markStale(badge, drawStaleMark(DAY, style))
const width = (svg: string) => Number(/ width="([\d.]+)"/.exec(svg)?.[1])

describe.each(BADGE_STYLES)('a stale badge in the style %s', (style) => {
  it('is wider by the mark, says of which day it is, and stays small and whole', () => {
    const mark = drawStaleMark(DAY, style)
    expect(mark.svg).toContain(`>${style === 'for-the-badge' ? 'AS OF' : 'as of'} ${DAY}</text>`)
    expect(mark.svg).not.toMatch(/ id=|href=|url\(/)
    for (const facts of CASES) {
      const badge = drawBadge(makeBadge(facts), style)
      const late = stale(badge, style)
      assertWellFormed(late)
      expect(width(late)).toBe(width(badge) + mark.width)
      expect(late).toMatch(/aria-label="([^"]*, stale)"><title>\1<\/title>/)
      expect(late).toContain(`<svg x="${width(badge)}" overflow="visible">${mark.svg}</svg>`)
      expect(Buffer.byteLength(late) - Buffer.byteLength(badge)).toBeLessThan(500)
    }
  })
})

describe('a stale badge', () => {
  it('stays as it is when it is marked again', () => {
    const once = stale(drawBadge(makeBadge(factsWith()), 'flat'))
    expect(stale(once)).toBe(once)
  })

  it('is marked whatever the name is', () => {
    const badge = drawBadge(makeBadge(factsWith({ name: "$& $1, stale</title> width='1'" })), 'flat')
    expect(stale(badge)).toContain('$&amp; $1, stale&lt;/title&gt; width')
    expect(stale(badge)).toContain('2026-01-03, stale</title>')
  })

  it('has the mark beneath its end, and a width of both', () => {
    const badge = (width: number, said: string) =>
      `<svg xmlns="x" width="${width}" height="20" role="img" aria-label="${said}"><title>${said}</title>`
    const mark = { width: 30, svg: '<path/>' }
    expect(markStale(`${badge(100, 'A')}<g/></svg>`, mark)).toBe(
      `${badge(130, 'A, stale')}<svg x="100" overflow="visible"><path/></svg><g/></svg>`,
    )
  })

  it('of a release that another code made stays as it is', () => {
    const other = '<svg xmlns="x" width="100" height="20" viewBox="0 0 1000 200"><title>A</title></svg>'
    expect(stale(other)).toBe(other)
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
