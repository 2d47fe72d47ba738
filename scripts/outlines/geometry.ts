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
const NODE_TOLERANCE = 0.2

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

/** Places along a Bézier curve of any degree, without its start. */
export function curve(points: Point[], steps = SAMPLES_PER_CURVE): Point[] {
  return Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps
    let level = points
    while (level.length > 1) {
      level = level
        .slice(1)
        .map(([x, y], k) => [
          (1 - t) * (level[k] as Point)[0] + t * x,
          (1 - t) * (level[k] as Point)[1] + t * y,
        ])
    }
    return level[0] as Point
  })
}

const axisDistance = (a: Point, b: Point) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]))

/** Whether every place lies within the tolerance, on both axes, of a line through points. */
export function isNear(places: Point[], line: Point[], tolerance: number): boolean {
  return places.every((place) => {
    for (let i = 1; i < line.length; i++) {
      if (axisDistance(place, closest(place, line[i - 1] as Point, line[i] as Point)) <= tolerance)
        return true
    }
    return false
  })
}

function closest([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): Point {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length
  const part = Math.min(1, Math.max(0, t))
  return [fromX + part * dx, fromY + part * dy]
}
