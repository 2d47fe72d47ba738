import { clean, xml } from '../domain/text.ts'
import { drawText, type PlacedGlyph } from './draw_text.ts'
import { type BadgeFont, type FontMetrics, metricsOf } from './font_metrics.ts'
import { FONT_SIZE, type Glyph, glyphsOf, HEIGHT } from './glyphs.ts'

/** What a badge says about one agent in one release. */
export interface BadgeValues {
  name: string
  /** The rank with its category, such as `MCP servers #12`, or the tier where there is no rank. */
  label: string
  tier: 'evidence_ranked' | 'indexed' | 'unknown'
  /** For which grave risks the agent is flagged: then the badge shows that, and the label in its title; null for none. */
  flagged: string | null
  /** The logical date of the release, YYYY-MM-DD. */
  date: string
  world: 'live' | 'replay' | 'sample'
}

/** One field of a badge: white text on a colour. */
export interface BadgeField {
  text: string
  color: string
}

/** What sets badges: `badge` gives an SVG of 20 px height, `staleMark` what `core/views/stale_badge.ts` appends. */
export interface BadgeRenderer {
  badge(info: BadgeValues): string
  staleMark(): { width: number; svg: string }
}

/** The space at both ends of a field, in px. */
export const PADDING = 6

// White on each of these has a contrast of at least 4.5 to 1, and none is lost on a white or a black page.
const FRAME_COLOR = '#345'
const WORLD_COLOR = '#940'
const TIER_COLORS = { evidence_ranked: '#173', indexed: '#06b', unknown: '#666' }

const WARNING_COLOR = '#b21'
/** The field of an agent with a grave risk flag. A green rank beside it would be believed first. */
const FLAGGED_FIELD: BadgeField = { text: 'flagged', color: WARNING_COLOR }

/** The field that says that a badge is of an old release. */
export const STALE_FIELD: BadgeField = { text: 'stale', color: WARNING_COLOR }

const SPACE = 32
/** The most bytes that a badge takes. */
const BYTES = 3000
/** The most bytes that the agent's name takes in the title, escaped, where the badge leaves room for it. */
const NAME_BYTES = 64

/** The fields of a badge, from left to right, in characters that the badge can draw. */
export function badgeFields({ label, tier, flagged, date, world }: BadgeValues): BadgeField[] {
  const fields = [
    { text: 'assay', color: FRAME_COLOR },
    { text: world === 'live' ? '' : world.toUpperCase(), color: WORLD_COLOR },
    flagged === null
      ? { text: clean(label, 48).replace('…', '...'), color: TIER_COLORS[tier] }
      : FLAGGED_FIELD,
    { text: clean(date, 10), color: FRAME_COLOR },
  ]
  return fields
    .filter(({ text }) => text !== '')
    .map(({ text, color }) => ({ text: text.replace(/[^\x20-\x7e]/gu, '?'), color }))
}

/** What sets badges in this typeface, as satori would; the same bytes for the same facts. */
export function badgeRenderer(typeface: BadgeFont): BadgeRenderer {
  const font = metricsOf(typeface)
  const glyphs = glyphsOf(typeface.outlines)
  const drawings = new Map<string, Drawing>()
  return {
    badge(info) {
      const { label, tier, flagged, date, world } = info
      const key = `${world} ${tier} ${date} ${label} ${flagged}`
      let drawing = drawings.get(key)
      if (drawing === undefined) {
        drawing = draw(info, font, glyphs)
        drawings.set(key, drawing)
      }
      return drawing.head + shortName(info.name, drawing.room) + drawing.rest
    },
    staleMark() {
      const { width, boxes, placed } = setFields([STALE_FIELD], font)
      return { width, svg: background(boxes) + drawText(placed, glyphs) }
    },
  }
}

/** All of a badge but the agent's name, and the bytes that are left for it. Most badges of a release share one. */
interface Drawing {
  head: string
  rest: string
  room: number
}

function draw(info: BadgeValues, font: FontMetrics, glyphs: (Glyph | undefined)[]): Drawing {
  const { width, boxes, placed } = setFields(badgeFields(info), font)
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width * 10} ${HEIGHT * 10}" role="img" fill="#fff"><title>`
  const rest = `${says(info)}</title>${background(boxes)}${drawText(placed, glyphs)}</svg>\n`
  return { head, rest, room: BYTES - head.length - Buffer.byteLength(rest) }
}

interface Box {
  color: string
  from: number
  to: number
}

/** Sets fields side by side: the whole width and each box in px, and where the pen stands for each character. */
function setFields(
  fields: BadgeField[],
  font: FontMetrics,
): { width: number; boxes: Box[]; placed: PlacedGlyph[] } {
  const placed: PlacedGlyph[] = []
  const boxes: Box[] = []
  let width = 0
  for (const { text, color } of fields) {
    const to = width + 2 * PADDING + Math.ceil(place(text, font, width + PADDING, placed))
    boxes.push({ color, from: width, to })
    width = to
  }
  return { width, boxes, placed }
}

/** The first colour lies under the whole width, so that it is written once for both ends. */
function background(boxes: Box[]): string {
  const [first] = boxes
  if (!first) return ''
  let text = box({ ...first, to: boxes.at(-1)?.to ?? first.to })
  for (const one of boxes) if (one.color !== first.color) text += box(one)
  return text
}

const box = ({ color, from, to }: Box) =>
  `<path fill="${color}" d="M${from * 10} 0h${(to - from) * 10}v${HEIGHT * 10}H${from * 10}"/>`

function says({ label, tier, flagged, date, world }: BadgeValues): string {
  const shown = clean(label, 48)
  const risk = flagged === null ? '' : `${flagged}, `
  const named = tier.replace('_', ' ')
  const data = world === 'live' ? '' : `, ${world} data`
  return xml(` · Assay: ${risk}${shown}${shown === named ? '' : `, ${named}`}, ${date}${data}`)
}

/** As much of the name as the room, in bytes, can hold. */
function shortName(name: string, room: number): string {
  const most = Math.max(0, Math.min(NAME_BYTES, room))
  for (let points = most; ; points--) {
    const short = xml(clean(name, points))
    if (Buffer.byteLength(short) <= most) return short
  }
}

/**
 * Places the characters of a text from `start` on and gives its width in px. As in satori, a word is kerned
 * together with the space after it, and not with the space before it. (Satori forgets the kerning after a
 * hyphen, slash or question mark inside of a word when it places the next word; we do not.)
 */
function place(text: string, font: FontMetrics, start: number, placed: PlacedGlyph[]): number {
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
