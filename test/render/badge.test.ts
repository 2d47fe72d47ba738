import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BadgeFacts, badgeFields, badgeRenderer } from '../../pipeline/render/badge.ts'
import { CASES, facts } from './badge_cases.ts'
import { assertWellFormed } from './svg.ts'

let render: (facts: BadgeFacts) => string

beforeAll(async () => {
  render = await badgeRenderer()
})

const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x7f })))
  .map((units) => String.fromCharCode(...units))

describe('the badge as a file', () => {
  it('is a small, accessible SVG without anything from outside', () => {
    for (const one of CASES) {
      const svg = render(one)
      assertWellFormed(svg)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="20" /)
      expect(svg.replace(/^<svg xmlns="[^"]*"/, '')).not.toMatch(/https?:|<script|<style|url\(| on\w+=/)
      expect(svg).toContain('role="img"')
    }
    expect(render(facts({ label: 'indexed', tier: 'indexed' })).length).toBeLessThan(3500)
    expect(render(facts()).length).toBeLessThan(4096)
  })

  it('says the facts to those who cannot see it', () => {
    expect(render(facts())).toContain('aria-label="Assay: MCP servers #12, evidence ranked, 2026-01-03"')
    expect(render(facts())).toContain(
      '<title>Ada · Assay: MCP servers #12, evidence ranked, 2026-01-03</title>',
    )
    expect(render(facts({ label: 'unknown', tier: 'unknown' }))).toContain('"Assay: unknown, 2026-01-03"')
    expect(render(facts({ world: 'sample' }))).toContain('2026-01-03, sample data"')
  })

  it('names the world when it is not the live one', () => {
    const texts = (world: BadgeFacts['world']) => badgeFields(facts({ world })).map(({ text }) => text)
    expect(texts('live')).toEqual(['assay', 'MCP servers #12', '2026-01-03'])
    expect(texts('sample')).toEqual(['assay', 'SAMPLE', 'MCP servers #12', '2026-01-03'])
    expect(texts('replay')).toEqual(['assay', 'REPLAY', 'MCP servers #12', '2026-01-03'])
  })

  it('stays whole whatever the name and the label are', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, label) => {
        assertWellFormed(render(facts({ name, label })))
      }),
    )
    const svg = render(facts({ name: '"/><script>alert(1)</script>\u202e', label: '</title>é' }))
    assertWellFormed(svg)
    expect(svg).toContain('&lt;script&gt;')
    expect(badgeFields(facts({ label: 'né 通' }))[1]?.text).toBe('n? ?')
    expect(badgeFields(facts({ label: 'a'.repeat(99) }))[1]?.text).toBe(`${'a'.repeat(47)}...`)
  })

  it('has the same bytes from every renderer', async () => {
    const other = await badgeRenderer()
    for (const one of CASES) expect(other(one)).toBe(render(one))
  })

  it('has enough contrast for white text', () => {
    const luminance = (color: string) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const channel = Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16) / 255
        return sum + weight * (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
      }, 0)
    for (const { color } of CASES.flatMap(badgeFields)) {
      expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
    }
  })
})
