import type { Measured } from './measure.ts'

/** Kinds of pages that have aims of their own. */
export type Kind = 'home' | 'ranking' | 'agent' | 'other'

/** A measurement beside its aim. */
export interface Result {
  name: string
  value: number
  aim: number
  isHeld: boolean
}

const RANKING_ROWS: Record<number, number> = { 1280: 10, 390: 7 }
const ROW_HEIGHTS: Record<number, number> = { 1280: 48, 768: 48, 390: 60 }
const HEIGHTS: Partial<Record<Kind, Record<number, number>>> = {
  home: { 1280: 1_400, 390: 2_700 },
  agent: { 1280: 2_200, 390: 4_000 },
}
const MAX_FONT_SIZES = 6
const MAX_LEAD_WORDS = 25
const MIN_CONTRAST = 3

/** Compares what was measured at a width with the aims of the design. */
export function compareWithAims(kind: Kind, width: number, found: Measured): Result[] {
  const height = HEIGHTS[kind]?.[width]
  const [rows, rowHeight] = kind === 'ranking' ? [RANKING_ROWS[width], ROW_HEIGHTS[width]] : []
  return [
    ...(height === undefined ? [] : [atMost(`height at ${width}`, found.height, height)]),
    ...(rows === undefined || found.rowHeights.length < rows
      ? []
      : [atLeast(`rows in the first screen at ${width}`, found.rowsInView, rows)]),
    ...(rowHeight === undefined || found.rowHeights.length === 0
      ? []
      : [atMost(`height of a row at ${width}`, Math.max(...found.rowHeights), rowHeight)]),
    atMost('sizes of type', found.fontSizes.length, MAX_FONT_SIZES),
    atMost('px wider than the window', found.tooWide, 0),
    atMost('controls on each other', found.overlaps.length, 0),
    atMost('cut texts of charts', found.cutTexts.length, 0),
    atMost('charts without a file', found.chartsWithoutFile, 0),
    atMost('words of the lead', found.leadWords, MAX_LEAD_WORDS),
    ...(found.contrast === null ? [] : [atLeast('contrast of a state', found.contrast, MIN_CONTRAST)]),
  ]
}

const atMost = (name: string, value: number, aim: number): Result => ({
  ...{ name, value, aim, isHeld: value <= aim },
})

const atLeast = (name: string, value: number, aim: number): Result => ({
  ...{ name, value, aim, isHeld: value >= aim },
})
