import { makeBadge as drawWithShields } from 'badge-maker'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BadgeFacts, makeBadge } from '../../core/badge/agent_badge.ts'
import { BADGE_STYLES, type BadgeStyle } from '../../core/badge/badge.ts'
import { drawBadge, drawStaleMark } from '../../core/badge/draw_badge.ts'
import { xml } from '../../core/domain/text.ts'
import { CASES, factsWith } from './badge_cases.ts'
import { assertWellFormed } from './svg.ts'

const draw = (facts: BadgeFacts, style: BadgeStyle = 'flat') => drawBadge(makeBadge(facts), style)
const sentence = (changes: Partial<BadgeFacts>) => makeBadge(factsWith(changes)).sentence

/** The library's own drawing of the same fields, and with the same sentence. */
function shieldsDrawing(facts: BadgeFacts, style: BadgeStyle): { own: string; saying: string } {
  const { label, labelColor, message, color, sentence } = makeBadge(facts)
  const own = drawWithShields({ label, labelColor, message, color, style })
  const said = xml(sentence)
  const saying = own.replace(/(?<=aria-label=")[^"]*/, () => said).replace(/(?<=<title>)[^<]*/, () => said)
  return { own, saying }
}

const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x7f })))
  .map((units) => String.fromCharCode(...units))

describe.each(BADGE_STYLES)('the badge in the style %s', (style) => {
  it('is an accessible SVG without ids, and without anything from outside', () => {
    for (const facts of CASES) {
      const svg = draw(facts, style)
      assertWellFormed(svg)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="[\d.]+" height="2[08]" /)
      expect(svg.replace(/^<svg xmlns="[^"]*"/, '')).not.toMatch(
        /https?:|<script|<style|url\(| on\w+=| id=|href=/,
      )
      const said = xml(makeBadge(facts).sentence)
      expect(svg).toContain(` role="img" aria-label="${said}"><title>${said}</title>`)
    }
  })

  it('is what the library draws, and takes at most as many bytes', () => {
    for (const facts of CASES) {
      const { own, saying } = shieldsDrawing(facts, style)
      const svg = draw(facts, style)
      expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(Buffer.byteLength(saying))
      if (style === 'flat') expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(Buffer.byteLength(own))
      const shown = /<text [^>]*y="1[47][05]"[^>]*>[^<]*<\/text>|<svg [^>]*>|<rect [^>]*fill="#[^>]*>/g
      expect(svg.match(shown)).toEqual(saying.match(shown))
    }
  })

  it('has the same bytes each time', () => {
    for (const facts of CASES) expect(draw(facts, style)).toBe(draw(facts, style))
  })
})

describe('what a badge says', () => {
  it('is its place with its tier, or why it has none', () => {
    const message = (changes: Partial<BadgeFacts>) => makeBadge(factsWith(changes)).message
    expect(message({})).toBe('#12 · evidence_ranked')
    const standing = { category: 'MCP servers', place: '4–11' }
    expect(message({ standing })).toBe('4–11 · evidence_ranked')
    expect(message({ standing: 'indexed', tier: 'indexed' })).toBe('indexed')
    expect(message({ standing: 'departed', tier: 'indexed' })).toBe('departed')
    expect(message({ standing: 'unknown', tier: 'unknown' })).toBe('unknown')
    expect(draw(factsWith())).toMatch(/>assay<\/text>.*>#12 · evidence_ranked<\/text>/)
  })

  it('is more for those who cannot see it', () => {
    expect(sentence({})).toBe('Ada · Assay: MCP servers #12, evidence ranked, 2026-01-03')
    expect(sentence({ standing: 'unknown', tier: 'unknown' })).toBe('Ada · Assay: unknown, 2026-01-03')
    expect(sentence({ standing: 'departed', tier: 'indexed' })).toBe(
      'Ada · Assay: departed, indexed, 2026-01-03',
    )
    expect(sentence({ world: 'sample' })).toMatch(/2026-01-03, sample data$/)
    expect(sentence({ name: '𝔸'.repeat(64) })).toMatch(/^𝔸{15}… · Assay/u)
  })

  it('is that an agent is flagged, in the place of its rank and in the colour of a warning', () => {
    const flagged = makeBadge(factsWith({ flagged: 'flagged: hostile name' }))
    expect(flagged).toMatchObject({ message: 'flagged', color: '#b21', isWarning: true })
    expect(flagged.sentence).toBe(
      'Ada · Assay: flagged: hostile name, MCP servers #12, evidence ranked, 2026-01-03',
    )
    expect(drawBadge(flagged, 'flat')).not.toContain('#173')
    expect(makeBadge(factsWith({ standing: 'departed', flagged: 'flagged: x' })).message).toBe('flagged')
  })

  it('names the world when it is not the live one', () => {
    const label = (world: BadgeFacts['world']) => makeBadge(factsWith({ world })).label
    expect([label('live'), label('sample'), label('replay')]).toEqual([
      'assay',
      'assay sample',
      'assay replay',
    ])
  })

  it('stays whole whatever the name is, which is nowhere but in the sentence', () => {
    fc.assert(fc.property(anyText, (name) => assertWellFormed(draw(factsWith({ name })))))
    for (const name of ['"/><script>alert(1)</script>\u202e', '$& $1 </title>', "' onload='x"]) {
      const svg = draw(factsWith({ name }))
      assertWellFormed(svg)
      expect(svg).not.toMatch(/<script| onload='|\u202e/)
      const fields = svg.replace(/aria-label="[^"]*"><title>[^<]*<\/title>/, '')
      expect(draw(factsWith()).replace(/aria-label="[^"]*"><title>[^<]*<\/title>/, '')).toBe(fields)
    }
  })

  it('has enough contrast for white text', () => {
    const luminance = (color: string) =>
      [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
        const channel = Number.parseInt(color.charAt(1 + index).repeat(2), 16) / 255
        return sum + weight * (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
      }, 0)
    const late = / fill="(#[0-9a-f]{3})"\/>/.exec(drawStaleMark('2026-01-03', 'flat').svg)?.[1] ?? ''
    for (const color of [...CASES.map(makeBadge).flatMap((badge) => [badge.color, badge.labelColor]), late]) {
      expect(color).toMatch(/^#[0-9a-f]{3}$/)
      expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThan(4.5)
    }
  })
})
