/** One absolute drawing command: M, L, Q, C or Z with its points in px. */
export type Command = [name: string, ...numbers: number[]]

const OPERANDS: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, q: 4, t: 2, c: 6, s: 4, z: 0 }

/** Expands path data, absolute or relative, to absolute M, L, Q, C and Z, and scales it down. */
export function absolute(data: string, scale = 1): Command[] {
  const out: Command[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  for (const [, letter = '', text = ''] of data.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const name = letter.toLowerCase()
    const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number)
    const size = OPERANDS[name]
    if (size === undefined) throw new Error(`unexpected path command ${letter}`)
    for (let at = 0; at < Math.max(1, numbers.length); at += size || 1) {
      const [baseX, baseY] = letter === name ? [x, y] : [0, 0]
      const operands = numbers.slice(at, at + size)
      if (operands.length !== size) throw new Error(`${letter} has too few numbers`)
      const points =
        name === 'h' ? [...operands, y - baseY] : name === 'v' ? [x - baseX, ...operands] : operands
      const moved = points.map((number, i) => number + (i % 2 === 0 ? baseX : baseY))
      const [endX = x, endY = y] = moved.slice(-2)
      if (name === 'z') out.push(['Z'])
      else if (name === 'm') out.push(['M', endX, endY])
      else if (name === 'q') out.push(['Q', ...moved])
      else if (name === 'c') out.push(['C', ...moved])
      else if (name === 't') out.push(['Q', ...reflected(out, 'Q', x, y), ...moved])
      else if (name === 's') out.push(['C', ...reflected(out, 'C', x, y), ...moved])
      else out.push(['L', endX, endY])
      if (name === 'm') [startX, startY] = [endX, endY]
      ;[x, y] = name === 'z' ? [startX, startY] : [endX, endY]
    }
  }
  return out.map(([name, ...numbers]) => [name, ...numbers.map((number) => number / scale)])
}

/** The last control point mirrored at the pen, or the pen itself where no curve of this kind came before. */
function reflected(out: Command[], curve: 'Q' | 'C', x: number, y: number): [x: number, y: number] {
  const [name, ...numbers] = out.at(-1) ?? ['']
  const [controlX = x, controlY = y] = name === curve ? numbers.slice(-4, -2) : []
  return [2 * x - controlX, 2 * y - controlY]
}

export type Point = [x: number, y: number]

const STEPS = 16

/** The contours of absolute commands as closed rings of points. */
export function rings(commands: Command[]): Point[][] {
  const out: Point[][] = []
  for (const [name, ...numbers] of commands) {
    const points = numbers.flatMap((x, i): Point[] => (i % 2 === 0 ? [[x, numbers[i + 1] as number]] : []))
    const ring = out.at(-1)
    if (name === 'M') out.push(points)
    else if (name === 'Z') continue
    else ring?.push(...bezier([ring.at(-1) as Point, ...points]))
  }
  return out.map((ring) => [...ring, ring[0] as Point])
}

function bezier(points: Point[]): Point[] {
  if (points.length === 2) return points.slice(1)
  return Array.from({ length: STEPS }, (_, step) => {
    const t = (step + 1) / STEPS
    let level = points
    while (level.length > 1) {
      const before = level
      level = level.slice(1).map((point, i): Point => between(before[i] as Point, point, t))
    }
    return level[0] as Point
  })
}

const between = (a: Point, b: Point, t: number): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]

/** How far apart two rings are at most, on either axis, from each to the other. */
export function gap(a: Point[], b: Point[]): number {
  return Math.max(...a.map((point) => away(point, b)), ...b.map((point) => away(point, a)))
}

function away([x, y]: Point, ring: Point[]): number {
  let least = Number.POSITIVE_INFINITY
  // Without a list for each point: this runs millions of times.
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1] as Point
    const to = ring[i] as Point
    const dx = to[0] - from[0]
    const dy = to[1] - from[1]
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / length
    const t = Math.min(1, Math.max(0, along))
    const asideX = Math.abs(x - (from[0] + t * dx))
    const asideY = Math.abs(y - (from[1] + t * dy))
    least = Math.min(least, Math.max(asideX, asideY))
  }
  return least
}

/** The area inside of a ring; its sign is the ring's direction, which tells a hole from what is around it. */
export function area(ring: Point[]): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] as Point
    return sum + (x * nextY - nextX * y) / 2
  }, 0)
}

const ENTITY = '&(?:amp|lt|gt|quot|#39);'
const ATTRIBUTE = ` [a-zA-Z][\\w:-]*="[^"<&]*(?:${ENTITY}[^"<&]*)*"`
const TOKEN = new RegExp(`<(/?)([a-z]+)((?:${ATTRIBUTE})*)(/?)>|((?:[^<&]|${ENTITY})+)`, 'uy')

/** Throws unless the text is one well-formed XML element without comments, declarations or raw `<` and `&`. */
export function assertWellFormed(text: string): void {
  const open: string[] = []
  let roots = 0
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (!match) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 40)}`)
    const [, closes, tag = '', attributes = '', empty, characters] = match
    const names = [...attributes.matchAll(/ ([\w:-]+)="/g)].map(([, name]) => name)
    if (new Set(names).size !== names.length) throw new Error(`an attribute stands twice in ${tag}`)
    if (open.length === 0 && characters?.trim()) throw new Error('text outside of the root')
    if (open.length === 0 && tag && !closes) roots++
    if (closes && open.pop() !== tag) throw new Error(`</${tag}> closes something else`)
    if (tag && !closes && !empty) open.push(tag)
  }
  if (open.length > 0 || roots !== 1) throw new Error('not exactly one whole root element')
}
