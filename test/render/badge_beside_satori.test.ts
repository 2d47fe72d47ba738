import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import satori from 'satori'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type BadgeFacts,
  badgeFields,
  badgeRenderer,
  FONT_FILE,
  PADDING,
} from '../../pipeline/render/badge.ts'
import { drawGlyphs, FONT_SIZE, type Glyph, HEIGHT, TEXT_STYLE } from '../../pipeline/render/glyphs.ts'
import { CASES, facts } from './badge_cases.ts'
import { absolute, type Command } from './svg.ts'

let render: (facts: BadgeFacts) => string
let fonts: Parameters<typeof satori>[1]['fonts']

beforeAll(async () => {
  render = await badgeRenderer()
  fonts = [{ name: 'Inter', data: await readFile(FONT_FILE), weight: 600, style: 'normal' }]
})

/** satori's own drawing of text in coloured fields; enlarged, it rounds to finer parts of a px. */
function draw(fields: { text: string; color: string }[], padding: number, zoom: number): Promise<string> {
  const box = { height: HEIGHT * zoom, fontSize: FONT_SIZE * zoom }
  const cells = fields.map(({ text, color }) => ({
    type: 'div',
    props: {
      style: {
        ...TEXT_STYLE,
        ...box,
        padding: `0 ${padding * zoom}px`,
        backgroundColor: color,
        color: '#fff',
      },
      children: text,
    },
  }))
  const row = { type: 'div', key: null, props: { style: { ...TEXT_STYLE, ...box }, children: cells } }
  return satori(row, { height: HEIGHT * zoom, fonts, embedFont: true, pointScaleFactor: 1 / zoom })
}

const pathsOf = (svg: string) =>
  [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)].map(([, data]) => data as string)

const drawn = new Map<string, Promise<Command[]>>()

/** satori's drawing of one character for a pen at 0. */
function alone(character: string, zoom: number): Promise<Command[]> {
  const key = `${zoom} ${character}`
  const known = drawn.get(key)
  if (known) return known
  const svg = draw([{ text: character, color: '#000' }], 0, zoom)
  const glyph = svg.then((text) => absolute(pathsOf(text)[0] ?? '', zoom))
  drawn.set(key, glyph)
  return glyph
}

const charactersOf = (facts: BadgeFacts) =>
  badgeFields(facts)
    .map(({ text }) => text.replaceAll(' ', ''))
    .join('')

/** Where the pen stands for each character of a text: where its outline starts, less where it starts alone. */
async function pens(text: string, outlines: Command[], zoom: number): Promise<number[]> {
  const starts = outlines.filter(([name]) => name === 'M').map(([, x]) => x as number)
  const places: number[] = []
  for (const character of text) {
    const glyph = await alone(character, zoom)
    places.push(Number(starts[0]) - Number(glyph[0]?.[1]))
    starts.splice(0, glyph.filter(([name]) => name === 'M').length)
  }
  expect(starts).toEqual([])
  return places
}

interface Drawn {
  width: number
  boxes: { color: string; from: number; to: number }[]
  outlines: Command[]
}

async function drawnBySatori(facts: BadgeFacts, zoom: number): Promise<Drawn> {
  const svg = await draw(badgeFields(facts), PADDING, zoom)
  const rect = /<rect x="([\d.]+)" y="0" width="([\d.]+)" height="\d+" fill="(#\w{6})"\/>/g
  return {
    width: Number(/width="(\d+)"/.exec(svg)?.[1]) / zoom,
    boxes: [...svg.matchAll(rect)].map(([, x, width, color = '']) => ({
      color,
      from: Number(x) / zoom,
      to: (Number(x) + Number(width)) / zoom,
    })),
    outlines: pathsOf(svg).flatMap((data) => absolute(data, zoom)),
  }
}

/** The same facts from our badge, its outlines put back into the order of the text. */
function drawnByUs(svg: string): Drawn {
  const [background = '', text = ''] = svg.split('<defs>')
  const shared = new Map(
    [...text.matchAll(/<path id="(\w+)" d="([^"]*)"\/>/g)].map(([, id, d = '']) => [id, d]),
  )
  const single = /<path d="([^"]*)"/.exec(text)?.[1] ?? ''
  const glyphs = single
    .split(/(?=M)/)
    .filter(Boolean)
    .map((data) => absolute(data, 10))
  for (const [, id, x] of text.matchAll(/<use href="#(\w+)" x="([\d.]+)"\/>/g)) {
    glyphs.push(moved(absolute(shared.get(id) ?? '', 10), Number(x) / 10))
  }
  const left = (glyph: Command[]) => Math.min(...glyph.map(([, x = Number.POSITIVE_INFINITY]) => x))
  const field = /<path fill="(#\w{6})" d="M(\d+) 0H(\d+)V200H\d+z"\/>/g
  return {
    width: Number(/width="(\d+)"/.exec(svg)?.[1]),
    boxes: [...background.matchAll(field)].map(([, color = '', from, to]) => ({
      color,
      from: Number(from) / 10,
      to: Number(to) / 10,
    })),
    outlines: glyphs.sort((a, b) => left(a) - left(b)).flat(),
  }
}

const moved = (outlines: Command[], byX: number) =>
  outlines.map(([name, ...numbers]): Command => [name, ...numbers.map((n, i) => (i % 2 === 0 ? n + byX : n))])

/** Compares two drawings command by command; gives the largest distance between their points, by axis. */
function distance(ours: Command[], theirs: Command[]): { x: number; y: number } {
  expect(ours.map(([name]) => name)).toEqual(theirs.map(([name]) => name))
  const apart = { x: 0, y: 0 }
  ours.forEach(([, ...numbers], index) => {
    numbers.forEach((number, i) => {
      const axis = i % 2 === 0 ? 'x' : 'y'
      apart[axis] = Math.max(apart[axis], Math.abs(number - Number(theirs[index]?.[i + 1])))
    })
  })
  return apart
}

/** Leaves out lines of no length, which draw nothing. */
function visible(outlines: Command[]): Command[] {
  return outlines.filter(([name, x, y], index) => {
    const before = outlines[index - 1]?.slice(-2) ?? []
    return name !== 'L' || x !== before[0] || y !== before[1]
  })
}

const ourPens = (facts: BadgeFacts) => pens(charactersOf(facts), drawnByUs(render(facts)).outlines, 1)

/** The largest distance between where we and where satori, at a hundred times the size, put a character. */
async function penDistance(facts: BadgeFacts): Promise<number> {
  const ours = await ourPens(facts)
  const theirs = await pens(charactersOf(facts), (await drawnBySatori(facts, 100)).outlines, 100)
  return Math.max(...ours.map((pen, index) => Math.abs(pen - Number(theirs[index]))))
}

describe('the badge beside satori', () => {
  it('draws every character with the outline that satori gives it', async () => {
    const glyphs = await drawGlyphs(fonts)
    for (let code = 33; code <= 126; code++) {
      const { x, rest } = glyphs.get(code) as Glyph
      const ours = absolute(`M${x} ${rest}`, 10)
      expect(distance(ours, visible(await alone(String.fromCodePoint(code), 1)))).toEqual({ x: 0, y: 0 })
    }
  })

  it('has the same fields, colours and width', async () => {
    for (const one of CASES) {
      const ours = drawnByUs(render(one))
      const theirs = await drawnBySatori(one, 1)
      expect(ours.boxes).toEqual(theirs.boxes)
      expect(ours.boxes).toHaveLength(badgeFields(one).length)
      expect(ours.width).toBe(theirs.width)
    }
  })

  it('stands where satori puts it, but for the tenth of a px that satori rounds each point to', async () => {
    for (const one of CASES) {
      const places = await ourPens(one)
      const glyphs = await Promise.all([...charactersOf(one)].map((character) => alone(character, 1)))
      const ours = glyphs.flatMap((glyph, index) => moved(glyph, places[index] as number))
      const apart = distance(ours, (await drawnBySatori(one, 1)).outlines)
      expect(apart.y).toBe(0)
      expect(apart.x).toBeLessThan(0.106)
    }
  })

  it('moves the pen as satori does, kerning included, to a hundredth of a px', async () => {
    for (const one of CASES) expect(await penDistance(one)).toBeLessThan(0.01)
    const words = fc.stringMatching(
      /^[A-Za-z0-9#][A-Za-z0-9#.,:&+]{0,8}( [A-Za-z0-9#][A-Za-z0-9#.,:&+]{0,8}){0,2}$/,
    )
    await fc.assert(
      fc.asyncProperty(words, async (label) => {
        expect(await penDistance(facts({ label }))).toBeLessThan(0.01)
      }),
      { numRuns: 20 },
    )
  })

  it('costs a small part of the time', async () => {
    const timed = async (run: () => unknown) => {
      const start = performance.now()
      await run()
      return performance.now() - start
    }
    const satoriRuns = async () => {
      for (let i = 0; i < 10; i++)
        await draw(badgeFields(facts({ label: `MCP servers #${7000 + i}` })), PADDING, 1)
    }
    const ourRuns = () => {
      for (let i = 0; i < 300; i++) render(facts({ label: `MCP servers #${7000 + i}` }))
    }
    await satoriRuns()
    ourRuns()
    expect(await timed(ourRuns)).toBeLessThan(await timed(satoriRuns))
  })
})
