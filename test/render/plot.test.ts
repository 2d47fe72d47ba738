import { expect, test } from 'vitest'
import { type SiteFigure, toFigure } from '../../pipeline/render/figure.ts'
import { drawPlot } from '../../pipeline/render/plot.ts'
import type { PlotContent } from '../../pipeline/render/plot_content.ts'
import { expectInside, readTexts } from './svg_texts.ts'

const day = (at: number): string => `2026-01-${String(at).padStart(2, '0')}`

/** Ten days with these values from the first on. */
const createPlot = (values: (number | null)[], more: Partial<PlotContent> = {}): PlotContent => ({
  ...{ id: 'share', title: 'Share alive', description: 'By day.', shape: 'lines', last: day(10), days: 10 },
  series: [{ name: 'alive', look: 'main', points: values.map((value, at) => ({ day: day(at + 1), value })) }],
  ...more,
})

const RELEASE = { day: day(10), baseUrl: 'https://assay.example' }
const toShown = (content: SiteFigure['content']) =>
  toFigure({ content, source: 'the Ghost Index', page: '/ghost-index' }, RELEASE)

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
  expect(findLinePath(drawPlot(absent, 'wide').svg)).toMatch(/^M[^lh]*l[^lh]*$/)
})

test('a day between two gaps is a dot, since a line of one point would not be seen', () => {
  expect(count(drawPlot(createPlot([null, 6, null, 7, 8]), 'wide').svg, '<circle')).toBe(1)
})

test('of bars a day of 0 has an edge, and a day that was not observed has none', () => {
  const edges = (values: (number | null)[]): number => {
    const { svg } = drawPlot(createPlot(values, { shape: 'bars' }), 'wide')
    return count(/class="plot-edge[^"]*"><path d="([^"]*)"/.exec(svg)?.[1] ?? '', 'h')
  }
  expect([edges([3, 0, 4]), edges([3, null, 4])]).toEqual([3, 2])
})

test('a day with a note is drawn hollow', () => {
  const notes = new Map([[day(2), 'read in part']])
  const { svg } = drawPlot(createPlot([3, 4, 5], { shape: 'bars', notes }), 'wide')
  expect(count(/class="plot-bar plot-part[^"]*"><path d="([^"]*)"/.exec(svg)?.[1] ?? '', 'z')).toBe(1)
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
  expect(svg).not.toMatch(/<style|<script| style=|="[^"]*\d\.\d{3}/)
  expect(svg).toContain('&lt;/title&gt;&lt;script&gt;')
  expect(svg).toMatch(/^<svg [^>]*role="img"/)
})

test('the ids of all sizes and of two plots differ', () => {
  const ids = ['share', 'payers'].flatMap((id) =>
    (['wide', 'medium', 'narrow'] as const).flatMap((size) =>
      [...drawPlot(createPlot([1, 2], { id }), size).svg.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]),
    ),
  )
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('the table of a figure has its values, the newest day first, and marks unknown ones', () => {
  const figure = toShown(createPlot([null, 6, null, 7.25], { notes: new Map([[day(4), 'read in part']]) }))
  expect(figure.rows.slice(-3)).toEqual([
    { name: day(4), cells: ['7.25', 'read in part'] },
    { name: day(3), cells: ['unknown', ''] },
    { name: day(2), cells: ['6', ''] },
  ])
  expect(figure.rows).toHaveLength(9)
  expect(figure.note).toBe('Hollow: read in part.')
})

test('where nothing was observed a figure draws nothing, and its page says so', () => {
  const figure = toShown(createPlot([null, null]))
  expect([figure.drawn, figure.rows]).toEqual([null, []])
})

test('the scale begins at zero and has three labels; first and last day are below it', () => {
  const words = readTexts(drawPlot(createPlot([5, 36_000]), 'wide').svg).map(({ words }) => words)
  expect(words).toEqual(['0', '20k', '40k', '1 Jan', '10 Jan', 'not read', '36k'])
  const percents = drawPlot(createPlot([40, 41, 42], { most: 100, unit: ' %' }), 'wide').svg
  expect(readTexts(percents).map(({ words }) => words)).toContain('100 %')
})

const SIZES = { wide: 640, medium: 480, narrow: 340 } as const
const CASES: [string, Partial<PlotContent>, (number | null)[]][] = [
  ['bars to the last day', { shape: 'bars' }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 36_000]],
  ['a value on the first day alone', { shape: 'bars' }, [1_234_567]],
  ['percents', { most: 100, unit: ' %' }, [null, null, 100, 100, 99.5]],
  ['a value at the top of the scale', {}, [null, null, null, null, null, null, null, null, null, 4]],
]

test.each(CASES)('no text is outside of its drawing, and none is scaled: %s', (_, more, values) => {
  for (const [size, width] of Object.entries(SIZES)) {
    const { svg } = drawPlot(createPlot(values, more), size as keyof typeof SIZES)
    expect(svg).toContain(`width="${width}"`)
    expectInside(svg)
  }
})

test('of two series each has its value and name at its mark, one above the other', () => {
  const [series] = createPlot([4, 5, 6]).series
  const both = createPlot([], {
    series: [
      { ...series, name: 'all', look: 'beside' },
      { ...series, name: 'independent', look: 'main' },
    ] as PlotContent['series'],
  })
  for (const size of ['wide', 'narrow'] as const) {
    const { svg } = drawPlot(both, size)
    expectInside(svg)
    const lasts = readTexts(svg).filter(({ words }) => /[a-z]/.test(words) && !/Jan|read/.test(words))
    expect(lasts.map(({ words }) => words)).toEqual(['6 all', '6 independent'])
    expect(Math.abs((lasts[0]?.y ?? 0) - (lasts[1]?.y ?? 0))).toBeGreaterThanOrEqual(12)
  }
})
