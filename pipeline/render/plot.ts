import { axisY, gridY, plot, ruleY } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { DAY_MS } from '../../core/domain/dates.ts'
import { Drawing } from '../../core/pages/drawing.ts'
import { DRAWN, type FigureSize } from './figure_sizes.ts'
import { isShown, listDays, type PlotContent } from './plot_content.ts'
import { dayLabels, gapLabels, lastLabels, MARGINS, shortValue } from './plot_labels.ts'
import { barMarks, gapMarks, lineMarks } from './plot_marks.ts'
import { finishSvg } from './plot_svg.ts'

// Plot needs a DOM document, and Node has none.
const { document } = parseHTML('<!doctype html><html><body></body></html>')

/** Draws values over days: a day that was not observed is a gap. The same values give the same bytes. */
export function drawPlot(content: PlotContent, size: FigureSize): Drawing {
  const { width, height } = DRAWN[size]
  const days = listDays(content)
  const step = findStep(content)
  const ticks = [0, step, 2 * step]
  const tickFormat = (value: number) => shortValue(value, content.unit)
  const frame = { width, height, top: 2 * step, days: days.length }
  const svg = plot({
    ...{ document, width, height, ...MARGINS },
    x: {
      type: 'utc',
      domain: [Date.parse(days[0] ?? content.last), Date.parse(content.last) + DAY_MS],
      axis: null,
    },
    y: { domain: [0, 2 * step], label: null },
    marks: [
      ...gapMarks(content),
      gridY(ticks, { className: 'plot-grid' }),
      axisY(ticks, { tickSize: 0, tickFormat, className: 'plot-axis' }),
      ...(content.shape === 'bars' ? barMarks(content) : lineMarks(content)),
      ruleY([0], { className: 'plot-base' }),
      ...dayLabels(days),
      ...gapLabels(content, frame),
      ...lastLabels(content, frame),
    ],
  })
  return new Drawing(finishSvg(svg, { ...content, id: `${content.id}-${size}` }))
}

/** Returns the distance of two labels of the scale, which has three of them from 0 on. */
function findStep(content: PlotContent): number {
  const half = (content.most ?? findHighest(content)) / 2
  const power = 10 ** Math.floor(Math.log10(half))
  return (ROUND.find((round) => round * power >= half) ?? 10) * power
}

const ROUND = [1, 2, 2.5, 3, 4, 5]

/** Returns the highest value shown, but enough for whole numbers at every label. */
function findHighest({ series, band = [], ...window }: PlotContent): number {
  const values = [
    ...series.flatMap(({ points }) =>
      points.filter((point) => isShown(point, window)).map(({ value }) => value),
    ),
    ...band.filter((bounds) => isShown(bounds, window)).map(({ high }) => high),
  ]
  return Math.max(4, ...values.map((value) => value ?? 0))
}
