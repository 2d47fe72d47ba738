import satori, { type SatoriOptions } from 'satori'

/** The height of the badge, in px. */
export const HEIGHT = 20
/** The size of the badge's text, in px. */
export const FONT_SIZE = 11

/** How satori is told to set the badge's text: kerned, without ligatures and contextual forms. */
export const TEXT_STYLE = {
  display: 'flex',
  alignItems: 'center',
  fontFamily: 'Inter',
  fontWeight: 600,
  fontSize: FONT_SIZE,
  fontVariantLigatures: 'none',
} as const

/** One character's outline for a pen at 0, in tenths of a px, which is satori's own resolution. */
export interface Glyph {
  /** Where the outline starts. */
  x: number
  /** What follows `M x `: the height of the start and relative commands, so that it can stand anywhere. */
  rest: string
}

/**
 * Draws printable ASCII (without the space) with one call of satori: each character by itself at the left
 * edge of a row as high as the badge. Gives the outlines by code point.
 */
export async function drawGlyphs(fonts: SatoriOptions['fonts']): Promise<Map<number, Glyph>> {
  const codes = Array.from({ length: 94 }, (_, index) => 33 + index)
  const cells = codes.map((code) => ({
    type: 'div',
    props: { style: { position: 'absolute', left: 0 }, children: String.fromCodePoint(code) },
  }))
  const row = { type: 'div', key: null, props: { style: { ...TEXT_STYLE, height: HEIGHT }, children: cells } }
  const svg = await satori(row, { width: 4 * HEIGHT, height: HEIGHT, fonts, embedFont: true })
  const paths = [...svg.matchAll(/<path[^>]* d="([^"]*)"/g)]
  if (paths.length !== codes.length) {
    throw new Error(
      'satori did not draw one path for each character; look at the font or the version of satori',
    )
  }
  return new Map(codes.map((code, index) => [code, shorten(paths[index]?.[1] ?? '')]))
}

/** Writes satori's path data (absolute M, L, Q and Z) as the shortest relative commands that mean the same. */
export function shorten(data: string): Glyph {
  const commands = [...data.matchAll(/([MLQZ])([^MLQZ]*)/g)].map(([, name, numbers = '']) => ({
    name,
    numbers: numbers
      .trim()
      .split(/\s+/)
      .map((number) => Math.round(Number(number) * 10)),
  }))
  const [originX = 0, originY = 0] = commands[0]?.numbers ?? []
  let [x, y, startX, startY] = [originX, originY, originX, originY]
  let control: [x: number, y: number] | null = null
  const path = pathWriter()
  for (const { name, numbers } of commands) {
    if (name === 'Z') {
      path.add('z')
      ;[x, y] = [startX, startY]
      continue
    }
    const [endX = 0, endY = 0] = numbers.slice(-2)
    const [dx, dy] = [endX - x, endY - y]
    // The start is the glyph's origin; a line of no length, which satori puts before each curve, draws nothing.
    if (dx === 0 && dy === 0 && name !== 'Q') continue
    const [controlX = 0, controlY = 0] = numbers
    if (name === 'M') path.add('m', dx, dy)
    else if (name === 'L' && dy === 0) path.add('h', dx)
    else if (name === 'L' && dx === 0) path.add('v', dy)
    else if (name === 'L') path.add('l', dx, dy)
    else if (control && 2 * x - control[0] === controlX && 2 * y - control[1] === controlY)
      path.add('t', dx, dy)
    else path.add('q', controlX - x, controlY - y, dx, dy)
    control = name === 'Q' ? [controlX, controlY] : null
    if (name === 'M') [startX, startY] = [endX, endY]
    ;[x, y] = [endX, endY]
  }
  return { x: originX, rest: originY + path.text() }
}

/** Joins path commands with no more letters and separators than a reader needs. */
function pathWriter() {
  let text = ''
  let last = ''
  return {
    add(command: string, ...numbers: number[]) {
      const operands = numbers.join(' ').replaceAll(' -', '-')
      const separator = operands.startsWith('-') ? '' : ' '
      text += command === last ? separator + operands : command + operands
      last = command
    },
    text: () => text,
  }
}
