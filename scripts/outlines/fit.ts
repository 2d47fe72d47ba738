import type { Contour, Point } from './geometry.ts'
import { around, fits, operands, type Span, spansFrom } from './spans.ts'

/** A contour as relative commands: from where, and how far from there they leave the pen. */
export interface Fitted {
  start: Point
  path: string
  end: Point
}

/** A way to draw the contour up to a node. */
interface Way {
  path: string
  command: string
  /** The last control point mirrored at the pen, relative to it, for the commands that go on smoothly. */
  mirror: Point
  pen: Point
}

const STARTS = 10
const WAYS_PER_NODE = 14

/**
 * Draws a closed contour, with the move to it from the pen, in the fewest characters that stay within the
 * tolerance (tenths of a px, on both axes). The line back to the start is left out: filling closes a path.
 */
export function fitContour(contour: Contour, pen: Point, tolerance: number): Fitted {
  const spans = contour.nodes.map((_, from) => spansFrom(contour, from, tolerance))
  const smooth = smoothCurves(tolerance)
  const fitted = sharpest(contour, STARTS).map((index) => {
    const start = contour.nodes[index] as Point
    const { path, pen: end } = shortestWay(spans, index, smooth)
    const text = operands(start[0] - pen[0], start[1] - pen[1]) + path
    return { text, start, path, end }
  })
  return fitted.reduce((best, one) => (one.text.length < best.text.length ? one : best))
}

/** The nodes where the contour turns most. */
function sharpest({ nodes, samples }: Contour, count: number): number[] {
  const turn = (index: number) => {
    const [x, y] = nodes[index] as Point
    const before = samples.at(index - 1)?.at(-2) ?? (nodes.at(index - 1) as Point)
    const after = samples[index]?.[0] ?? [x, y]
    const angle = Math.atan2(y - before[1], x - before[0]) - Math.atan2(after[1] - y, after[0] - x)
    return Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)))
  }
  return nodes
    .map((_, index) => ({ index, angle: turn(index) }))
    .sort((a, b) => b.angle - a.angle || a.index - b.index)
    .slice(0, count)
    .map(({ index }) => index)
}

/** What may go on smoothly over a span, given the mirrored control point. */
interface SmoothCurves {
  /** The second control point of a cubic. */
  second(span: Span, mirror: Point): Point | null
  isQuad(span: Span, mirror: Point): boolean
}

function smoothCurves(tolerance: number): SmoothCurves {
  const remember = <T>(find: (span: Span, mirror: Point) => T) => {
    const known = new WeakMap<Span, Map<string, T>>()
    return (span: Span, mirror: Point): T => {
      const bySpan = known.get(span) ?? new Map<string, T>()
      known.set(span, bySpan)
      const found = bySpan.has(`${mirror}`) ? (bySpan.get(`${mirror}`) as T) : find(span, mirror)
      bySpan.set(`${mirror}`, found)
      return found
    }
  }
  return {
    second: remember(({ best, end, places }, mirror) => {
      const near = best ? around(best) : []
      const fitting = near.filter((control) => fits([mirror, control, end], places, tolerance))
      return fitting.sort((a, b) => operands(...a).length - operands(...b).length)[0] ?? null
    }),
    isQuad: remember(({ end, places }, mirror) => fits([mirror, end], places, tolerance)),
  }
}

function shortestWay(spans: Span[][], start: number, smooth: SmoothCurves): Way {
  const count = spans.length
  const ways: Map<string, Way>[] = Array.from({ length: count + 1 }, () => new Map())
  const keep = (node: number, way: Way) => {
    const key = `${way.command} ${way.mirror}`
    const known = ways[node]?.get(key)
    if (!known || way.path.length < known.path.length) ways[node]?.set(key, way)
  }
  keep(0, { path: '', command: '', mirror: [0, 0], pen: [0, 0] })
  let closed: Way | null = null
  for (let node = 0; node < count; node++) {
    const shortestFirst = [...(ways[node]?.values() ?? [])].sort((a, b) => a.path.length - b.path.length)
    for (const way of shortestFirst.slice(0, WAYS_PER_NODE)) {
      for (const [index, span] of (spans[(start + node) % count] ?? []).entries()) {
        const to = node + index + 1
        if (to > count) break
        for (const next of steps(way, span, smooth)) keep(to, next)
        const closes = to === count && span.isLine && node > 0
        if (closes && (!closed || way.path.length < closed.path.length)) closed = way
      }
    }
  }
  const whole = [...(ways[count]?.values() ?? []), ...(closed ? [closed] : [])]
  return whole.reduce((best, way) => (way.path.length < best.path.length ? way : best))
}

/** All ways to go on over one span. */
function steps(way: Way, span: Span, smooth: SmoothCurves): Way[] {
  const { end } = span
  const next = (command: string, numbers: number[], control: Point): Way => {
    const text = operands(...numbers)
    const separator = text.startsWith('-') ? '' : ' '
    return {
      path: way.path + (command === way.command ? separator + text : command + text),
      command,
      mirror: [end[0] - control[0], end[1] - control[1]],
      pen: [way.pen[0] + end[0], way.pen[1] + end[1]],
    }
  }
  const out: Way[] = []
  if (span.isLine && end[0] === 0) out.push(next('v', [end[1]], end))
  else if (span.isLine && end[1] === 0) out.push(next('h', [end[0]], end))
  else if (span.isLine) out.push(next('l', end, end))
  for (const [a, b] of span.cubics) out.push(next('c', [...a, ...b, ...end], b))
  for (const control of span.quads) out.push(next('q', [...control, ...end], control))
  const isAfterCubic = way.command === 'c' || way.command === 's'
  const second = smooth.second(span, isAfterCubic ? way.mirror : [0, 0])
  if (second) out.push(next('s', [...second, ...end], second))
  const isAfterQuad = way.command === 'q' || way.command === 't'
  if (isAfterQuad && span.best && smooth.isQuad(span, way.mirror)) out.push(next('t', end, way.mirror))
  return out
}
