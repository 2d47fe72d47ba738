// Writes pipeline/render/outlines.json; takes a few minutes. Run it when satori, the font or its size changes:
// npx tsx scripts/outlines/write.ts
import { writeFileSync } from 'node:fs'
import { fitContour } from './fit.ts'
import { contoursOf, type Point } from './geometry.ts'
import { drawnBySatori } from './satori.ts'
import { operands } from './spans.ts'

// Satori rounds to a tenth of a px at any size; at this zoom that is nothing.
const ZOOM = 200
/**
 * In tenths of a px. Satori rounds by up to half of one; that and this make up the 0.106 px within which a
 * badge must be satori's.
 */
const TOLERANCE = 0.55

/** The lowest point of a letter that stands on the line, in px. */
const baseline = (drawn: Map<string, string>, zoom: number) =>
  Math.max(...[...(drawn.get('H') ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y) / zoom))

/** Where an outline starts, how far from there its commands leave the pen, and the commands. */
function outline(data: string, place: (x: number, y: number) => Point): string {
  const fitted: string[] = []
  let first: Point | null = null
  let pen: Point = [0, 0]
  for (const contour of contoursOf(data, place)) {
    const { start, path, end } = fitContour(contour, pen, TOLERANCE)
    fitted.push(first ? `m${operands(start[0] - pen[0], start[1] - pen[1])}${path}` : path)
    first ??= start
    pen = [start[0] + end[0], start[1] + end[1]]
  }
  if (!first) throw new Error('satori drew an empty outline; look at the font')
  return `${first.join(' ')} ${pen[0] - first[0]} ${pen[1] - first[1]} ${fitted.join('')}`
}

const small = await drawnBySatori(1)
const large = await drawnBySatori(ZOOM)
// At the badge's size satori moves the line to a whole px.
const down = baseline(small, 1) - baseline(large, ZOOM)
const place = (x: number, y: number): Point => [(x / ZOOM) * 10, (y / ZOOM + down) * 10]
const outlines = Object.fromEntries([...large].map(([character, data]) => [character, outline(data, place)]))
const file = new URL('../../pipeline/render/outlines.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(outlines, null, 2)}\n`)
