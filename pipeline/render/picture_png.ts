import { renderAsync } from '@resvg/resvg-js'
import { DOMParser } from 'linkedom'
import satori from 'satori'
import { FAMILY, FONTS } from './card/fonts.ts'
import type { CardNode } from './card/layout.ts'

/** Pixels of the picture for each of its px. */
const SCALE = 2

/** Draws a picture as PNG. The same picture gives the same bytes: its text is outlines, whatever fonts a machine has. */
export async function drawPng(source: string): Promise<Uint8Array> {
  // As XML: an attribute that is written again as HTML has its “<” bare, which the renderer refuses.
  const svg = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement as unknown as SvgNode
  const [width, height] = ['width', 'height'].map((name) => Number(svg.getAttribute(name)))
  const texts = [...svg.querySelectorAll('text')].map(readText)
  for (const element of [...svg.querySelectorAll('text, title, desc')]) element.remove()
  const layout: CardNode = {
    type: 'div',
    props: {
      style: { display: 'flex', width: width ?? 0, height: height ?? 0 },
      children: texts.map(toNode),
    },
  }
  const outlines = await satori(layout as unknown as Parameters<typeof satori>[0], {
    ...{ width: width ?? 0, height: height ?? 0, fonts: FONTS },
  })
  const whole = svg.outerHTML.replace(/<\/svg>$/, `${outlines}</svg>`)
  const fitTo = { mode: 'zoom', value: SCALE } as const
  const picture = await renderAsync(whole, { font: { loadSystemFonts: false }, fitTo })
  return new Uint8Array(picture.asPng())
}

/** The subset of Element used here; the browser's types are not available. */
interface SvgNode {
  outerHTML: string
  textContent: string
  parentNode: SvgNode | null
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): Iterable<SvgNode>
  remove(): void
}

/** A text of a picture, and the point that it is anchored at: the left end of its base line, its middle, or its right end. */
interface PlacedText {
  words: string
  x: number
  y: number
  anchor: string
  size: number
  weight: number
  fill: string
}

function readText(element: SvgNode): PlacedText {
  const found = { x: 0, y: 0, anchor: '', isLast: false }
  for (let node: SvgNode | null = element; node !== null; node = node.parentNode) {
    if (typeof node.getAttribute !== 'function') break
    const [, x = '0', y = '0'] =
      /translate\(([-\d.]+)[ ,]?([-\d.]+)?\)/.exec(node.getAttribute('transform') ?? '') ?? []
    found.x += Number(x) + Number(node.getAttribute('x') ?? 0)
    found.y += Number(y) + inPx(node.getAttribute('y')) + inPx(node.getAttribute('dy'))
    found.anchor ||= node.getAttribute('text-anchor') ?? ''
    found.isLast ||= /\bplot-last\b/.test(node.getAttribute('class') ?? '')
  }
  const style = element.getAttribute('style') ?? ''
  const own = (name: string) => new RegExp(`${name}:([^;]+)`).exec(style)?.[1]
  return {
    ...{ words: element.textContent, x: found.x, y: found.y, anchor: found.anchor || 'start' },
    size: Number.parseFloat(own('font-size') ?? '12'),
    weight: Number(own('font-weight') ?? (found.isLast ? 600 : 400)),
    fill: own('fill') ?? (found.isLast ? '#16181d' : '#5a606b'),
  }
}

/** A length in px, of which an em is 12. */
const inPx = (length: string | null): number =>
  Number.parseFloat(length ?? '0') * (length?.endsWith('em') ? 12 : 1)

/** Room at each side of an anchor. */
const ROOM = 700

function toNode({ words, x, y, anchor, size, weight, fill }: PlacedText): CardNode {
  const left = { start: x, middle: x - ROOM, end: x - 2 * ROOM }[anchor] ?? x
  const justifyContent = { start: 'flex-start', middle: 'center', end: 'flex-end' }[anchor] ?? 'flex-start'
  return {
    type: 'div',
    props: {
      style: {
        ...{
          position: 'absolute',
          display: 'flex',
          left,
          top: y - 0.97 * size,
          width: 2 * ROOM,
          justifyContent,
        },
        ...{ fontFamily: FAMILY, fontSize: size, fontWeight: weight, color: fill, lineHeight: 1.21 },
      },
      children: words,
    },
  }
}
