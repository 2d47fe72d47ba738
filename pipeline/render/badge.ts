import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { clean, xml } from '../text.ts'
import { type FontMetrics, readFont } from './font.ts'
import { drawGlyphs, FONT_SIZE, type Glyph, HEIGHT } from './glyphs.ts'

/** What a badge says about one agent in one release. */
export interface BadgeFacts {
  name: string
  /** The rank with its category, such as `MCP servers #12`, or the tier where there is no rank. */
  label: string
  tier: 'evidence_ranked' | 'indexed' | 'unknown'
  /** The logical date of the release, YYYY-MM-DD. */
  date: string
  world: 'live' | 'replay' | 'sample'
}

/** One field of a badge: white text on a colour. */
export interface BadgeField {
  text: string
  color: string
}

/** The space at both ends of a field, in px. */
export const PADDING = 6

/** The file of the typeface, for satori and for its measures. */
export const FONT_FILE = createRequire(import.meta.url).resolve(
  '@fontsource/inter/files/inter-latin-600-normal.woff',
)

// White on each of these has a contrast of at least 4.5 to 1, and none is lost on a white or a black page.
const FRAME_COLOR = '#3d4756'
const WORLD_COLOR = '#9a4a00'
const TIER_COLORS = { evidence_ranked: '#1a7f37', indexed: '#0b62b0', unknown: '#6a737d' }

const SPACE = 32
/** An outline shorter than this, in characters, costs less drawn twice than named and used. */
const WORTH_SHARING = 60

/** The fields of a badge, from left to right, in characters that the badge can draw. */
export function badgeFields({ label, tier, date, world }: BadgeFacts): BadgeField[] {
  const fields = [
    { text: 'assay', color: FRAME_COLOR },
    { text: world === 'live' ? '' : world.toUpperCase(), color: WORLD_COLOR },
    { text: clean(label, 48).replace('…', '...'), color: TIER_COLORS[tier] },
    { text: clean(date, 10), color: FRAME_COLOR },
  ]
  return fields
    .filter(({ text }) => text !== '')
    .map(({ text, color }) => ({ text: text.replace(/[^\x20-\x7e]/gu, '?'), color }))
}

/**
 * Loads the typeface, has satori draw each character once, and gives a function that sets badges from those
 * outlines as satori would: an SVG of 20 px height, the same bytes for the same facts.
 */
export async function badgeRenderer(): Promise<(facts: BadgeFacts) => string> {
  const data = await readFile(FONT_FILE)
  const glyphs = await drawGlyphs([{ name: 'Inter', data, weight: 600, style: 'normal' }])
  const font = readFont(data)
  return (facts) => {
    const pen: Placed[] = []
    let background = ''
    let width = 0
    for (const { text, color } of badgeFields(facts)) {
      const end = width + 2 * PADDING + Math.ceil(place(text, font, width + PADDING, pen))
      background += `<path fill="${color}" d="M${width * 10} 0H${end * 10}V${HEIGHT * 10}H${width * 10}z"/>`
      width = end
    }
    const says = describe(facts)
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width * 10} ${HEIGHT * 10}" role="img" aria-label="${xml(says)}"><title>${xml(`${clean(facts.name, 64)} · ${says}`)}</title>${background}${draw(pen, glyphs)}</svg>\n`
  }
}

function describe({ label, tier, date, world }: BadgeFacts): string {
  const facts = new Set([clean(label, 48), tier.replace('_', ' '), date])
  return `Assay: ${[...facts].join(', ')}${world === 'live' ? '' : `, ${world} data`}`
}

interface Placed {
  code: number
  /** Where the pen stands, in px. */
  x: number
}

/**
 * Places the characters of a text from `start` on and gives its width in px. As in satori, a word is kerned
 * together with the space after it, and not with the space before it. (Satori forgets the kerning after a
 * hyphen, slash or question mark inside of a word when it places the next word; we do not.)
 */
function place(text: string, font: FontMetrics, start: number, placed: Placed[]): number {
  const scale = FONT_SIZE / font.unitsPerEm
  let units = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const next = text.charCodeAt(index + 1)
    if (code !== SPACE) placed.push({ code, x: start + units * scale })
    units += font.advance(code)
    if (code !== SPACE && next >= SPACE) units += font.kern(code, next)
  }
  return units * scale
}

/** To a hundredth of a px, in the tenths that the badge is drawn in. Whole numbers are quicker to write. */
function tenths(px: number): string {
  const hundredths = Math.round(px * 100)
  const rest = hundredths % 10
  return rest === 0 ? `${hundredths / 10}` : `${(hundredths - rest) / 10}.${rest}`
}

/** Draws each outline where it stands, but for those that come again: they are named once and then used. */
function draw(placed: Placed[], glyphs: Map<number, Glyph>): string {
  const seen = new Uint8Array(128)
  for (const { code } of placed) seen[code] = (seen[code] ?? 0) + 1
  const named = new Set<number>()
  let [shared, single, uses] = ['', '', '']
  for (const { code, x } of placed) {
    const glyph = glyphs.get(code)
    if (!glyph) continue
    if (seen[code] === 1 || glyph.rest.length < WORTH_SHARING) {
      single += `M${tenths(x + glyph.x / 10)} ${glyph.rest}`
      continue
    }
    if (!named.has(code)) shared += `<path id="g${code}" d="M${glyph.x} ${glyph.rest}"/>`
    named.add(code)
    uses += `<use href="#g${code}" x="${tenths(x)}"/>`
  }
  return `<defs>${shared}</defs><g fill="#fff"><path d="${single}"/>${uses}</g>`
}
