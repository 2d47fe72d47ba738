import { parseHTML } from 'linkedom'
import { expect } from 'vitest'

/** A text of a drawing, with its box in px. */
export interface DrawnText {
  words: string
  x: number
  y: number
  left: number
  right: number
}

interface Node {
  textContent: string
  parentNode: Node | null
  localName: string
  getAttribute?: (name: string) => string | null
  querySelectorAll(selector: string): Iterable<Node>
}

// Inter at 12 px: no digit or letter of ours is wider on average.
const WIDTH = 6.9

/** The texts of a drawing whose texts are 12 px high. */
export function readTexts(svg: string): DrawnText[] {
  const { document } = parseHTML(`<body>${svg}</body>`)
  return [...(document as unknown as Node).querySelectorAll('text')].map(readText)
}

/** Throws unless every text is inside of the drawing. */
export function expectInside(svg: string): void {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  for (const text of readTexts(svg)) {
    const box = JSON.stringify(text)
    expect(text.left, box).toBeGreaterThanOrEqual(0)
    expect(text.right, box).toBeLessThanOrEqual(Number(width) + 0.5)
    expect(text.y - 9, box).toBeGreaterThanOrEqual(0)
    expect(text.y + 3, box).toBeLessThanOrEqual(Number(height))
  }
}

function readText(element: Node): DrawnText {
  let [x, y, anchor] = [0, 0, '']
  for (let node: Node | null = element; node?.getAttribute !== undefined; node = node.parentNode) {
    const own = (name: string): string => node?.getAttribute?.(name) ?? ''
    const moved = /translate\(([-\d.]+),([-\d.]+)\)/.exec(own('transform'))
    x += Number(moved?.[1] ?? 0) + Number.parseFloat(own('x') || '0')
    const up = own('y') || '0'
    y += Number(moved?.[2] ?? 0) + Number.parseFloat(up) * (up.endsWith('em') ? 12 : 1)
    anchor ||= own('text-anchor')
    if (node.localName === 'svg') break
  }
  const words = element.textContent
  const width = WIDTH * words.length
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor] ?? x
  return { words, x, y, left, right: left + width }
}
