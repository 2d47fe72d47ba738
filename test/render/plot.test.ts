import { expect, test } from 'vitest'
import { type FigureFacts, toFigure } from '../../pipeline/render/figure.ts'
import { drawPlot } from '../../pipeline/render/plot.ts'
import type { PlotContent } from '../../pipeline/render/plot_content.ts'

const day = (at: number): string => `2026-01-${String(at).padStart(2, '0')}`

/** Ten days with these values from the first on. */
const createPlot = (values: (number | null)[], more: Partial<PlotContent> = {}): PlotContent => ({
  ...{ id: 'share', title: 'Share alive', description: 'By day.', shape: 'lines', last: day(10), days: 10 },
  series: [{ name: 'alive', look: 'main', points: values.map((value, at) => ({ day: day(at + 1), value })) }],
  ...more,
})

const FACTS: FigureFacts = {
  asOf: '2026-01-10T05:00:00Z',
  json: { href: '/api/ghost-index/v1', text: 'As JSON' },
}

/** The commands of the one line of a drawing. */
const findLinePath = (svg: string): string => /class="plot-line[^"]*"><path d="([^"]*)"/.exec(svg)?.[1] ?? ''
const starts = (svg: string): number => findLinePath(svg).split('M').length - 1
const count = (svg: string, text: string): number => svg.split(text).length - 1

test('a day that was not observed breaks the line and is shaded; 0 does neither', () => {
  const zero = drawPlot(createPlot([5, 6, 0, 7, 8, 5, 6, 7, 8, 9]), 'wide').svg
  expect([starts(zero), count(zero, 'plot-gap')]).toEqual([1, 0])
  const unknown = drawPlot(createPlot([5, 6, null, 7, 8, 5, 6, 7, 8, 9]), 'wide').svg
  expect([starts(unknown), count(unknown, 'plot-gap')]).toEqual([2, 1])
  const absent = createPlot([5, 6])
  expect(starts(drawPlot(absent, 'wide').svg)).toBe(1)
  expect(findLinePath(drawPlot(absent, 'wide').svg).split('L')).toHaveLength(2)
})

test('a day between two gaps is a dot, since a line of one point would not be seen', () => {
  expect(count(drawPlot(createPlot([null, 6, null, 7, 8]), 'wide').svg, '<circle')).toBe(1)
})

test('of bars a day of 0 has an edge, and a day that was not observed has none', () => {
  const edges = (values: (number | null)[]): number => {
    const { svg } = drawPlot(createPlot(values, { shape: 'bars' }), 'wide')
    return count(/class="plot-edge[^"]*">(.*?)<\/g>/.exec(svg)?.[1] ?? '', '<line')
  }
  expect([edges([3, 0, 4]), edges([3, null, 4])]).toEqual([3, 2])
})

test('a day with a note is drawn hollow', () => {
  const notes = new Map([[day(2), 'read in part']])
  const { svg } = drawPlot(createPlot([3, 4, 5], { shape: 'bars', notes }), 'wide')
  expect(count(/class="plot-bar plot-part[^"]*">(.*?)<\/g>/.exec(svg)?.[1] ?? '', '<rect')).toBe(1)
})

test('a figure outside of the days that are shown is not drawn, and sets no scale', () => {
  const points = [{ day: '2025-12-31', value: 900 }]
  const [shown] = createPlot([3, 4]).series
  const more = createPlot([], {
    series: [{ name: 'alive', look: 'main', points: [...points, ...(shown?.points ?? [])] }],
  })
  expect(drawPlot(more, 'wide').svg).toBe(drawPlot(createPlot([3, 4]), 'wide').svg)
})

test('the same figures give the same bytes, with no style, script or event in them, and two decimals', () => {
  const hostile = createPlot([1, 2, 1 / 3], {
    title: '</title><script>alert(1)</script>',
    description: '"><style>*{}</style> & onload=x',
  })
  const { svg } = drawPlot(hostile, 'narrow')
  expect(drawPlot(hostile, 'narrow').svg).toBe(svg)
  expect(svg).not.toMatch(/<style|<script| style=|\d\.\d{3}/)
  expect(svg).toContain('&lt;/title&gt;&lt;script&gt;')
  expect(svg).toMatch(/^<svg [^>]*role="img"/)
})

test('the ids of two sizes and of two plots differ', () => {
  const ids = ['share', 'payers'].flatMap((id) =>
    (['wide', 'narrow'] as const).flatMap((size) =>
      [...drawPlot(createPlot([1, 2], { id }), size).svg.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]),
    ),
  )
  expect(ids).toHaveLength(8)
  expect(new Set(ids).size).toBe(8)
})

test('the table of a figure has its values, the newest day first, and marks unknown ones', () => {
  const figure = toFigure(
    createPlot([null, 6, null, 7.25], { notes: new Map([[day(4), 'read in part']]) }),
    FACTS,
  )
  expect(figure.rows.slice(-3)).toEqual([
    { day: day(4), cells: ['7.25'], note: 'read in part' },
    { day: day(3), cells: ['unknown'], note: null },
    { day: day(2), cells: ['6'], note: null },
  ])
  expect(figure.rows).toHaveLength(9)
})

test('where nothing was observed a figure draws nothing, and its page says so', () => {
  const figure = toFigure(createPlot([null, null]), FACTS)
  expect([figure.wide, figure.narrow, figure.rows]).toEqual([null, null, []])
})
