import { type Contour, curve, isNear, type Point } from './geometry.ts'

/** The stretch from one node to a later one, relative to the first, with what may be drawn instead of it. */
export interface Span {
  end: Point
  places: Point[]
  isLine: boolean
  /** Control points of cubic and of quadratic curves that stay within the tolerance, the shortest first. */
  cubics: [Point, Point][]
  quads: Point[]
  /** The second control point of the cubic that fits best. */
  best: Point | null
}

/** How many spans in a row may have no curve before longer ones are given up. */
const MISSES = 6
/** The fewest places that a cubic is fitted to. */
const SOLVABLE = 4
const KEPT = 8
const CURVE_STEPS = 16
const ROUNDS = 6

/** Operands as path data, without the separators that a reader does not need. */
export const operands = (...numbers: number[]) => numbers.join(' ').replaceAll(' -', '-')

/** Whether a Bézier curve from 0 through these points is the stretch, in both directions, within the tolerance. */
export function fits(points: Point[], places: Point[], tolerance: number): boolean {
  const start: Point = [0, 0]
  const drawn = [start, ...curve([start, ...points], CURVE_STEPS)]
  return isNear(places, drawn, tolerance) && isNear(drawn, [start, ...places], tolerance)
}

/** The spans that start at one node, by how many nodes they go, up to where no curve follows them any more. */
export function spansFrom({ nodes, samples }: Contour, from: number, tolerance: number): Span[] {
  const [x, y] = nodes[from] as Point
  const count = nodes.length
  const spans: Span[] = []
  const places: Point[] = []
  for (let misses = 0; spans.length < count && misses < MISSES; ) {
    for (const [px, py] of samples[(from + spans.length) % count] ?? []) places.push([px - x, py - y])
    const [toX, toY] = nodes[(from + spans.length + 1) % count] as Point
    const span = spanOf([toX - x, toY - y], [...places], tolerance)
    misses = span.isLine || span.best || places.length < SOLVABLE ? 0 : misses + 1
    spans.push(span)
  }
  return spans
}

function spanOf(end: Point, places: Point[], tolerance: number): Span {
  const start: Point = [0, 0]
  const isLine = isNear(places, [start, end], tolerance)
  const span: Span = { end, places, isLine, cubics: [], quads: [], best: null }
  const solved = places.length < SOLVABLE ? null : solve(places, end)
  if (!solved || !fits([...solved, end], places, tolerance + 1)) return span
  const [first, second] = solved
  const middle: Point = [0, 1].map((axis) => {
    const sum = (first[axis] ?? 0) + (second[axis] ?? 0)
    return (3 * sum - (end[axis] ?? 0)) / 4
  }) as Point
  const quads = around(middle).filter((control) => fits([control, end], places, tolerance))
  const cubics = cheapestCubics(first, second, end, places, tolerance)
  return { ...span, cubics, quads: shortest(quads, (control) => operands(...control)), best: second }
}

function cheapestCubics(first: Point, second: Point, end: Point, places: Point[], tolerance: number) {
  const pairs = around(first).flatMap((a) => around(second).map((b): [Point, Point] => [a, b]))
  const kept: [Point, Point][] = []
  for (const pair of shortest(pairs, ([a, b]) => operands(...a, ...b), pairs.length)) {
    if (kept.length === KEPT) break
    const isKnown = kept.some(([, [x, y]]) => x === pair[1][0] && y === pair[1][1])
    if (!isKnown && fits([...pair, end], places, tolerance)) kept.push(pair)
  }
  return kept
}

const shortest = <T>(items: T[], text: (item: T) => string, count = KEPT): T[] =>
  items
    .map((item) => ({ item, length: text(item).length }))
    .sort((a, b) => a.length - b.length)
    .slice(0, count)
    .map(({ item }) => item)

/** The nine whole-numbered points nearest to one. */
export function around([x, y]: Point): Point[] {
  const near = [0, -1, 1]
  return near.flatMap((dx) => near.map((dy): Point => [Math.round(x) + dx, Math.round(y) + dy]))
}

/** Least squares for the control points of a cubic from 0, its parameters refined in a few rounds. */
function solve(places: Point[], end: Point): [Point, Point] | null {
  let at = chordLengths(places)
  let controls: [Point, Point] | null = null
  for (let round = 0; round < ROUNDS; round++) {
    controls = controlsFor(places, at, end)
    if (!controls) return null
    const [a, b] = controls
    at = at.map((t, i) => refined(t, places[i] as Point, a, b, end))
  }
  return controls
}

function chordLengths(places: Point[]): number[] {
  let sum = 0
  const sums = places.map(([x, y], i) => {
    const [fromX, fromY] = places[i - 1] ?? [0, 0]
    sum += Math.hypot(x - fromX, y - fromY)
    return sum
  })
  return sums.map((length) => length / sum)
}

function controlsFor(places: Point[], at: number[], end: Point): [Point, Point] | null {
  let [aa, ab, bb] = [0, 0, 0]
  const [forA, forB]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ]
  places.slice(0, -1).forEach((place, i) => {
    const t = at[i] ?? 0
    const a = 3 * (1 - t) ** 2 * t
    const b = 3 * (1 - t) * t * t
    aa += a * a
    ab += a * b
    bb += b * b
    for (const axis of [0, 1] as const) {
      const rest = place[axis] - t ** 3 * end[axis]
      forA[axis] += a * rest
      forB[axis] += b * rest
    }
  })
  const determinant = aa * bb - ab * ab
  if (Math.abs(determinant) < 1e-9) return null
  const axes = [0, 1] as const
  return [
    axes.map((axis) => (bb * forA[axis] - ab * forB[axis]) / determinant) as Point,
    axes.map((axis) => (aa * forB[axis] - ab * forA[axis]) / determinant) as Point,
  ]
}

/** One step of Newton's method towards the parameter of the curve's point that is closest to a place. */
function refined(t: number, place: Point, a: Point, b: Point, end: Point): number {
  const u = 1 - t
  let [along, length] = [0, 0]
  for (const axis of [0, 1] as const) {
    const away = 3 * u * u * t * a[axis] + 3 * u * t * t * b[axis] + t ** 3 * end[axis] - place[axis]
    const speed = 3 * u * u * a[axis] + 6 * u * t * (b[axis] - a[axis]) + 3 * t * t * (end[axis] - b[axis])
    along += away * speed
    length += speed * speed
  }
  return length < 1e-9 ? t : Math.min(1, Math.max(0, t - along / length))
}
