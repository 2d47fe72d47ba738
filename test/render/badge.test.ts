import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BadgeValues, badgeFields, badgeRenderer, STALE_FIELD } from '../../core/badge/badge.ts'
import { readBadgeFont } from '../../pipeline/render/badge_font.ts'
import { CASES, info, LONGEST } from './badge_cases.ts'
import { assertWellFormed } from './svg.ts'

let render: (info: BadgeValues) => string

beforeAll(() => {
  render = badgeRenderer(readBadgeFont()).badge
})

const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x7f })))
  .map((units) => String.fromCharCode(...units))

describe('the badge as a file', () => {
  it('is a small, accessible SVG without anything from outside', () => {
    for (const one of [...CASES, ...LONGEST]) {
      const svg = render(one)
      assertWellFormed(svg)
      expect(Buffer.byteLength(svg), one.label).toBeLessThanOrEqual(3000)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" /)
      expect(svg.replace(/^<svg xmlns="[^"]*"/, '')).not.toMatch(/https?:|<script|<style|url\(| on\w+=/)
      expect(svg).toContain('role="img"')
    }
  })

  it('says the facts to those who cannot see it', () => {
    const title = (changes: Partial<BadgeValues>) => /<title>(.*)<\/title>/.exec(render(info(changes)))?.[1]
    expect(title({})).toBe('Ada · Assay: MCP servers #12, evidence ranked, 2026-01-03')
    expect(title({ label: 'unknown', tier: 'unknown' })).toBe('Ada · Assay: unknown, 2026-01-03')
    expect(title({ world: 'sample' })).toMatch(/2026-01-03, sample data$/)
    expect(title({ name: '𝔸'.repeat(64) })).toMatch(/^𝔸{15}… · Assay/u)
  })

  it('shows that an agent is flagged in the place of its rank, in the colour of a warning', () => {
    const flagged = info({ flagged: 'flagged: hostile name' })
    expect(badgeFields(flagged)[1]).toEqual({ text: 'flagged', color: STALE_FIELD.color })
    expect(/<title>(.*)<\/title>/.exec(render(flagged))?.[1]).toBe(
      'Ada · Assay: flagged: hostile name, MCP servers #12, evidence ranked, 2026-01-03',
    )
    expect(render(flagged)).not.toContain('#173')
  })

  it('names the world when it is not the live one', () => {
    const texts = (world: BadgeValues['world']) => badgeFields(info({ world })).map(({ text }) => text)
    expect(texts('live')).toEqual(['assay', 'MCP servers #12', '2026-01-03'])
    expect(texts('sample')).toEqual(['assay', 'SAMPLE', 'MCP servers #12', '2026-01-03'])
    expect(texts('replay')).toEqual(['assay', 'REPLAY', 'MCP servers #12', '2026-01-03'])
  })

  it('stays whole whatever the name and the label are', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, label) => {
        assertWellFormed(render(info({ name, label })))
      }),
    )
    const svg = render(info({ name: '"/><script>alert(1)</script>\u202e', label: '</title>é' }))
    assertWellFormed(svg)
    expect(svg).toContain('&lt;script&gt;')
    expect(badgeFields(info({ label: 'né 通' }))[1]?.text).toBe('n? ?')
    expect(badgeFields(info({ label: 'a'.repeat(99) }))[1]?.text).toBe(`${'a'.repeat(47)}...`)
  })

  it('has the same bytes from every renderer', async () => {
    const other = badgeRenderer(readBadgeFont())
    for (const one of CASES) expect(other.badge(one)).toBe(render(one))
  })

  it('has enough contrast for white text', () => {
    const luminance = (color: string) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const channel = Number.parseInt(color.charAt(1 + index).repeat(2), 16) / 255
        return sum + weight * (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
      }, 0)
    for (const { color } of [...CASES.flatMap(badgeFields), STALE_FIELD]) {
      expect(color).toMatch(/^#[0-9a-f]{3}$/)
      expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
    }
  })
})
