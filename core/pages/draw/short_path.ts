/** A shape that Plot draws: its name, and its numbers by attribute. */
export interface Shape {
  name: string
  number: (attribute: string) => number
}

interface Point {
  x: number
  y: number
}

/** A tenth of a px is the least that is drawn: a picture of whole tenths is short, and the same on every machine. */
const toTenths = (px: number): number => Math.round(px * 10)
const format = (tenths: number): string => String(tenths / 10).replace(/^(-?)0\./, '$1.')
const pair = (x: number, y: number): string => `${format(x)}${y < 0 ? '' : ' '}${format(y)}`

/** Returns the path of rectangles or of lines, each from its upper left corner on; null if other shapes are among them. */
export function joinedPath(shapes: readonly Shape[]): string | null {
  if (shapes.length === 0 || shapes.some(({ name }) => name !== 'rect' && name !== 'line')) return null
  let last: Point | null = null
  return shapes
    .map(({ name, number }) => {
      const isLine = name === 'line'
      const from = toPoint(number(isLine ? 'x1' : 'x'), number(isLine ? 'y1' : 'y'))
      const start = last === null ? `M${pair(from.x, from.y)}` : `m${pair(from.x - last.x, from.y - last.y)}`
      // A rectangle ends where it began.
      last = isLine ? toPoint(number('x2'), number('y2')) : from
      if (isLine) return start + step(from, last)
      const [width, bottom] = [toTenths(number('width')), toTenths(number('y') + number('height'))]
      return `${start}h${format(width)}V${format(bottom)}h${format(-width)}z`
    })
    .join('')
}

const toPoint = (x: number, y: number): Point => ({ x: toTenths(x), y: toTenths(y) })

function step(from: Point, to: Point): string {
  const [x, y] = [to.x - from.x, to.y - from.y]
  return y === 0 ? `h${format(x)}` : `l${pair(x, y)}`
}

/** Returns a path of straight lines with each point relative to the one before it; one with curves as it is. */
export function relativePath(path: string): string {
  if (/[^MLZ\d.,\s-]/.test(path)) return path
  let last: Point = { x: 0, y: 0 }
  return [...path.matchAll(/([MLZ])([^MLZ]*)/g)]
    .map(([, command = '', numbers = '']) => {
      if (command === 'Z') return 'z'
      const [x = 0, y = 0] = numbers.split(',').map(Number)
      const [from, to] = [last, toPoint(x, y)]
      last = to
      return command === 'M' ? `M${pair(to.x, to.y)}` : step(from, to)
    })
    .join('')
}
