/** A place, or a way from one place to another, in tenths of a px; downwards is positive. */
export type Point = [x: number, y: number]

/** One closed line of an outline, cut at whole numbers close to it. */
export interface Contour {
  nodes: Point[]
  /** For each node, places along the line from it to the next one. */
  samples: Point[][]
}

const SAMPLES_PER_CURVE = 8
const LINE_STEP = 4
/** How far from the line a node may be, on either axis, that is not a point of the font. */
const NODE_TOLERANCE = 0.4

/** Cuts path data of absolute M, L, Q and Z into contours, each point first put through `place`. */
export function contoursOf(data: string, place: (x: number, y: number) => Point): Contour[] {
  return data
    .split('Z')
    .filter((part) => part.trim() !== '')
    .map((part) => contourOf(part, place))
    .filter(({ nodes }) => nodes.length > 1)
}

function contourOf(data: string, place: (x: number, y: number) => Point): Contour {
  const cut = cutter()
  let from: Point = [0, 0]
  let start: Point | null = null
  for (const [, , operands = ''] of data.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const numbers = operands.trim().split(/\s+/).map(Number)
    const points = pairs(numbers).map(([x, y]) => place(x, y))
    const end = points.at(-1) as Point
    if (start === null) start = end
    else if (points.length === 2) cut.along(from, curve([from, points[0] as Point, end]), true)
    else cut.along(from, straight(from, end), false)
    from = end
  }
  if (start !== null) cut.along(from, straight(from, start), false)
  return cut.contour()
}

const pairs = (numbers: number[]): Point[] =>
  numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1] ?? 0] as Point] : []))

const rounded = ([x, y]: Point): Point => [Math.round(x), Math.round(y)]
const isSame = (a: Point | undefined, b: Point) => a?.[0] === b[0] && a[1] === b[1]

/** Collects samples, and starts a new stretch at each place that is close enough to whole numbers. */
function cutter() {
  const nodes: Point[] = []
  const samples: Point[][] = []
  const cutAt = (node: Point) => {
    if (isSame(nodes.at(-1), node)) return
    nodes.push(node)
    samples.push([])
  }
  return {
    along(from: Point, points: Point[], isCurve: boolean) {
      cutAt(rounded(from))
      points.forEach((point, index) => {
        samples.at(-1)?.push(point)
        const node = rounded(point)
        const isClose = axisDistance(point, node) < NODE_TOLERANCE
        if (isCurve && isClose && index < points.length - 1) cutAt(node)
      })
    },
    contour(): Contour {
      if (nodes.length > 1 && isSame(nodes[0], nodes.at(-1) as Point)) {
        nodes.pop()
        const rest = samples.pop() ?? []
        samples.at(-1)?.push(...rest)
      }
      return { nodes, samples }
    },
  }
}

function straight(from: Point, to: Point): Point[] {
  const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / LINE_STEP)
  return Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps
    return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]
  })
}

/** Places along a quadratic or cubic Bézier curve, without its start. */
export function curve([from, ...rest]: Point[], steps = SAMPLES_PER_CURVE): Point[] {
  const end = rest.at(-1) as Point
  const [first, second] = rest.length === 3 ? rest : raised(from as Point, rest[0] as Point, end)
  return Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps
    const u = 1 - t
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
    const at = (axis: 0 | 1) =>
      a * (from as Point)[axis] + b * (first as Point)[axis] + c * (second as Point)[axis] + d * end[axis]
    return [at(0), at(1)]
  })
}

/** The control points of the cubic that is the same curve as a quadratic one. */
function raised(from: Point, control: Point, end: Point): [Point, Point] {
  const toward = (point: Point): Point => [(point[0] + 2 * control[0]) / 3, (point[1] + 2 * control[1]) / 3]
  return [toward(from), toward(end)]
}

const axisDistance = (a: Point, b: Point) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))

/** Whether every place lies within the tolerance, on both axes, of a line through points. */
export function isNear(places: Point[], line: Point[], tolerance: number): boolean {
  const count = line.length - 1
  // Places mostly follow the line: the search goes on where the last one was found.
  let at = 0
  return places.every((place) => {
    for (let tried = 0; tried < count; tried++) {
      if (isBeside(place, line[at] as Point, line[at + 1] as Point, tolerance)) return true
      at = (at + 1) % count
    }
    return false
  })
}

function isBeside([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point, tolerance: number): boolean {
  const dx = toX - fromX
  const dy = toY - fromY
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length
  const t = along < 0 ? 0 : along > 1 ? 1 : along
  return Math.abs(x - fromX - t * dx) <= tolerance && Math.abs(y - fromY - t * dy) <= tolerance
}
