import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import satori from 'satori'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type BadgeField,
  type BadgeRenderer,
  type BadgeValues,
  badgeFields,
  badgeRenderer,
  PADDING,
  STALE_FIELD,
} from '../../core/badge/badge.ts'
import { FONT_SIZE, type Glyph, glyphsOf, HEIGHT } from '../../core/badge/glyphs.ts'
import { markStale } from '../../core/views/stale_badge.ts'
import { FONT_FILE, readBadgeFont } from '../../pipeline/render/badge_font.ts'
import { drawnBySatori, TEXT_STYLE } from '../../scripts/outlines/satori.ts'
import { CASES, info, LONGEST } from './badge_cases.ts'
import { absolute, area, gap, type Point, rings } from './svg.ts'

const ALL = [...CASES, ...LONGEST]
/** Half of the tenth of a px that satori rounds to, and what the fitting takes of the tolerance below. */
const ROUNDING = 0.056
/** What satori's rounding of each point, in its place, may differ from another one. */
const TOLERANCE = 0.106

let renderer: BadgeRenderer
let fonts: Parameters<typeof satori>[1]['fonts']
/** Each character alone, as satori draws it at a hundred times the size. */
let characters: Map<string, Point[][]>
const glyphs = glyphsOf(readBadgeFont().outlines)

beforeAll(async () => {
  renderer = badgeRenderer(readBadgeFont())
  fonts = [{ name: 'Inter', data: await readFile(FONT_FILE), weight: 600, style: 'normal' }]
  characters = await alone(100)
})

/** satori's own drawing of text in coloured fields; enlarged, it rounds to finer parts of a px. */
function draw(fields: BadgeField[], zoom: number): Promise<string> {
  const box = { height: HEIGHT * zoom, fontSize: FONT_SIZE * zoom }
  const cells = fields.map(({ text, color }) => ({
    type: 'div',
    props: {
      style: {
        ...TEXT_STYLE,
        ...box,
        padding: `0 ${PADDING * zoom}px`,
        backgroundColor: color,
        color: '#fff',
      },
      children: text,
    },
  }))
  const row = { type: 'div', key: null, props: { style: { ...TEXT_STYLE, ...box }, children: cells } }
  return satori(row, { height: HEIGHT * zoom, fonts, embedFont: true, pointScaleFactor: 1 / zoom })
}

interface Drawn {
  width: number
  boxes: { color: string; from: number; to: number }[]
  rings: Point[][]
}

const drawings = new Map<string, Promise<Drawn>>()

/** What satori draws, which takes long: several tests look at the same badges. */
function satoris(fields: BadgeField[], zoom: number): Promise<Drawn> {
  const key = JSON.stringify([zoom, fields])
  const drawn = drawings.get(key) ?? drawnAt(fields, zoom)
  drawings.set(key, drawn)
  return drawn
}

async function drawnAt(fields: BadgeField[], zoom: number): Promise<Drawn> {
  const svg = await draw(fields, zoom)
  // Masks are white.
  const rect = /<rect x="([\d.]+)" y="0" width="([\d.]+)" height="\d+" fill="(#(?!fff")\w+)"\/>/g
  return {
    width: Number(/width="(\d+)"/.exec(svg)?.[1]) / zoom,
    boxes: [...svg.matchAll(rect)].map(([, x, width, color = '']) => ({
      color,
      from: Number(x) / zoom,
      to: (Number(x) + Number(width)) / zoom,
    })),
    rings: [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)].flatMap(([, data = '']) =>
      rings(absolute(data, zoom)),
    ),
  }
}

/** The same facts from our badge, with its mark. */
function ours(svg: string): Drawn {
  const [badge = '', at = '0', mark = ''] = svg.split(/<g transform="translate\((\d+)\)">/)
  const width = Number(/width="(\d+)"/.exec(svg)?.[1])
  const marked = parts(mark)
  const by = Number(at) / 10
  const own = parts(badge)
  return {
    width,
    boxes: [
      ...laidOut(own.boxes),
      ...marked.boxes.map((box) => ({ ...box, from: box.from + by, to: box.to + by })),
    ],
    rings: [...own.rings, ...moved(marked.rings, by)],
  }
}

function parts(svg: string): Omit<Drawn, 'width'> {
  const field = /<path fill="(#\w+)" d="M(\d+) 0h(\d+)v200H\2"\/>/g
  const boxes = [...svg.matchAll(field)].map(([, color = '', from, length]) => ({
    color,
    from: Number(from) / 10,
    to: (Number(from) + Number(length)) / 10,
  }))
  const found: Point[][] = []
  const named = new Map<string, Point[][]>()
  const text = /<path(?: id="(\w+)")? d="([^"]*)"\/>|<use href="#(\w+)" x="([\d.]+)"\/>/g
  for (const [, id, data, used, x] of svg.matchAll(text)) {
    const drawn =
      data === undefined ? moved(named.get(used ?? '') ?? [], Number(x) / 10) : rings(absolute(data, 10))
    if (id !== undefined) named.set(id, drawn)
    found.push(...drawn)
  }
  return { boxes, rings: found }
}

/** The first box lies under the others; what they leave of it are boxes of its own. */
function laidOut([under, ...over]: Drawn['boxes']): Drawn['boxes'] {
  if (!under) return []
  const boxes: Drawn['boxes'] = []
  let { from } = under
  for (const box of [...over, { ...under, from: under.to }]) {
    if (box.from > from) boxes.push({ color: under.color, from, to: box.from })
    if (box.to > box.from) boxes.push(box)
    from = box.to
  }
  return boxes
}

const moved = (drawn: Point[][], byX: number) =>
  drawn.map((ring) => ring.map(([x, y]): Point => [x + byX, y]))

/** Pairs each ring with the other's ring that is nearest, and gives the largest gap; both have as many. */
function largestGap(a: Point[][], b: Point[][]): number {
  expect(a).toHaveLength(b.length)
  const left = b.map((ring) => ({ ring, box: boxOf(ring) }))
  const gaps = a.map((ring) => {
    const box = boxOf(ring)
    const distances = left.map((other) => apart(box, other.box))
    const [{ ring: nearest } = { ring: [] }] = left.splice(distances.indexOf(Math.min(...distances)), 1)
    expect(Math.sign(area(ring))).toBe(Math.sign(area(nearest)))
    return gap(ring, nearest)
  })
  return Math.max(...gaps)
}

/** The bounding box of a ring: both ends on either axis. */
function boxOf(ring: Point[]): number[] {
  return [0, 1].flatMap((axis) => {
    const values = ring.map((point) => point[axis] as number)
    return [Math.min(...values), Math.max(...values)]
  })
}

/** How far two bounding boxes are from each other. */
const apart = (a: number[], b: number[]): number =>
  Math.max(...a.map((side, i) => Math.abs(side - (b[i] as number))))

/** satori's drawing of each character for a pen at 0, at the height where the badge has it. */
async function alone(zoom: number): Promise<Map<string, Point[][]>> {
  const drawn = await drawnBySatori(zoom)
  const lowest = (all: Point[][]) => Math.max(...all.flat().map(([, y]) => y))
  const down = 14 - lowest(rings(absolute(drawn.get('H') ?? '', zoom)))
  return new Map(
    [...drawn].map(([character, data]) => [
      character,
      rings(absolute(data, zoom)).map((ring) => ring.map(([x, y]): Point => [x, y + down])),
    ]),
  )
}

/** The largest distance between where we and where satori, at a hundred times the size, put a character. */
async function penDistance(one: BadgeValues): Promise<number> {
  const fields = badgeFields(one)
  const theirs = (await satoris(fields, 100)).rings
  const starts = ours(renderer.badge(one)).rings.map((ring) => ring[0] as Point)
  let [next, largest] = [0, 0]
  for (const character of fields.map(({ text }) => text.replaceAll(' ', '')).join('')) {
    const drawn = characters.get(character) ?? []
    const glyph = glyphs[character.charCodeAt(0)] as Glyph
    const pen = Number(theirs[next]?.[0]?.[0]) - Number(drawn[0]?.[0]?.[0])
    next += drawn.length
    const away = starts
      .filter(([, y]) => Math.abs(y - glyph.y / 10) < 1e-9)
      .map(([x]) => Math.abs(x - glyph.x / 10 - pen))
    largest = Math.max(largest, Math.min(...away))
  }
  expect(next).toBe(theirs.length)
  expect(starts).toHaveLength(theirs.length)
  return largest
}

describe('the badge beside satori', () => {
  it('draws every character as satori does, rounded no more than satori rounds', async () => {
    for (const [character, theirs] of characters) {
      const { x, y, rest } = glyphs[character.charCodeAt(0)] as Glyph
      const drawn = rings(absolute(`M${x} ${y}${rest}`, 10))
      expect(largestGap(drawn, theirs), character).toBeLessThan(ROUNDING)
    }
  })

  it('has the same fields, colours and width', async () => {
    for (const one of ALL) {
      const [we, they] = [ours(renderer.badge(one)), await satoris(badgeFields(one), 1)]
      expect(we.boxes).toEqual(they.boxes)
      expect(we.boxes).toHaveLength(badgeFields(one).length)
      expect(we.width).toBe(they.width)
    }
  })

  it('stands where satori puts it, but for the tenth of a px that satori rounds each point to', async () => {
    for (const one of ALL) {
      const they = await satoris(badgeFields(one), 1)
      expect(largestGap(ours(renderer.badge(one)).rings, they.rings)).toBeLessThan(TOLERANCE)
    }
  })

  it('moves the pen as satori does, kerning included, to a hundredth of a px', async () => {
    for (const one of CASES) expect(await penDistance(one)).toBeLessThan(0.01)
    const words = fc.stringMatching(
      /^[A-Za-z0-9#][A-Za-z0-9#.,:&+]{0,8}( [A-Za-z0-9#][A-Za-z0-9#.,:&+]{0,8}){0,2}$/,
    )
    await fc.assert(
      fc.asyncProperty(words, async (label) => {
        expect(await penDistance(info({ label }))).toBeLessThan(0.01)
      }),
      { numRuns: 20 },
    )
  })

  it('draws a stale badge as satori draws one field more', async () => {
    for (const one of CASES) {
      const we = ours(markStale(renderer.badge(one), renderer.staleMark()))
      const they = await satoris([...badgeFields(one), STALE_FIELD], 1)
      expect(we.boxes).toEqual(they.boxes)
      expect(we.width).toBe(they.width)
      expect(largestGap(we.rings, they.rings)).toBeLessThan(TOLERANCE)
    }
  })

  it('costs a small part of the time', async () => {
    const timed = async (run: () => unknown) => {
      const start = performance.now()
      await run()
      return performance.now() - start
    }
    const labels = (count: number) =>
      Array.from({ length: count }, (_, i) => info({ label: `MCP servers #${7000 + i}` }))
    const [few, many] = [labels(10), labels(1000)]
    const satoriDraws = async () => {
      for (const one of few) await draw(badgeFields(one), 1)
    }
    const we = () => {
      for (const one of many) renderer.badge(one)
    }
    // The least of several, since other processes take their turns.
    let [theirs, own] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < 8; round++) {
      theirs = Math.min(theirs, await timed(satoriDraws))
      own = Math.min(own, await timed(we))
    }
    expect(own).toBeLessThan(theirs)
  })
})
