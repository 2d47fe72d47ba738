import { axisX, axisY, gridY, plot, ruleY } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { DAY_MS } from '../../core/domain/dates.ts'
import { Drawing } from '../../core/pages/drawing.ts'
import { formatAmount } from '../../core/pages/numbers.ts'
import { isShown, listDays, type PlotContent } from './plot_content.ts'
import { barMarks, gapMarks, lineMarks, toNoon } from './plot_marks.ts'
import { finishSvg } from './plot_svg.ts'

/** In px, about the size on screen, so that labels match the text around them. */
const SIZES = {
  wide: { width: 720, height: 250, dayLabels: 7 },
  narrow: { width: 330, height: 180, dayLabels: 3 },
} as const

export type PlotSize = keyof typeof SIZES

const VALUE_LABELS = 4
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// Plot needs a DOM document, and Node has none.
const { document } = parseHTML('<!doctype html><html><body></body></html>')

/** Draws values over days: a day that was not observed is a gap. The same values give the same bytes. */
export function drawPlot(content: PlotContent, size: PlotSize): Drawing {
  const { width, height, dayLabels } = SIZES[size]
  const days = listDays(content)
  const margins = { marginTop: 10, marginRight: 10, marginBottom: 24, marginLeft: 48 }
  const svg = plot({
    ...{ document, width, height, ...margins },
    x: {
      type: 'utc',
      domain: [Date.parse(days[0] ?? content.last), Date.parse(content.last) + DAY_MS],
      label: null,
    },
    y: { domain: [0, content.most ?? findHighest(content)], nice: VALUE_LABELS, label: null },
    marks: [
      ...gapMarks(content),
      gridY({ ticks: VALUE_LABELS, className: 'plot-grid' }),
      axisY({ ticks: VALUE_LABELS, tickSize: 0, tickFormat: formatAmount, className: 'plot-axis' }),
      axisX(pickLabelled(days, dayLabels), { tickSize: 3, tickFormat: dayLabel, className: 'plot-axis' }),
      ...(content.shape === 'bars' ? barMarks(content) : lineMarks(content)),
      ruleY([0], { className: 'plot-base' }),
    ],
  })
  return new Drawing(finishSvg(svg, { ...content, id: `${content.id}-${size}` }))
}

/** Returns the highest value shown, but enough for whole numbers at every tick. */
function findHighest({ series, band = [], ...window }: PlotContent): number {
  const values = [
    ...series.flatMap(({ points }) =>
      points.filter((point) => isShown(point, window)).map(({ value }) => value),
    ),
    ...band.filter((bounds) => isShown(bounds, window)).map(({ high }) => high),
  ]
  return Math.max(VALUE_LABELS, ...values.map((value) => value ?? 0))
}

/** Returns noon of at most `max` days at equal distances, the last day included. */
function pickLabelled(days: string[], max: number): Date[] {
  const step = Math.ceil(days.length / max)
  return days.filter((_, at) => (days.length - 1 - at) % step === 0).map((day) => new Date(toNoon(day)))
}

const dayLabel = (noon: Date): string => `${noon.getUTCDate()} ${MONTHS[noon.getUTCMonth()]}`
