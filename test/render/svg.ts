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
