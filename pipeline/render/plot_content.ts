import { DAY_MS, daysBetween, toDate } from '../../core/domain/dates.ts'

/** Value of a day; null if the day was not observed, as is a day without a point. */
export interface PlotPoint {
  day: string
  value: number | null
}

/** Values over days. `look` is the drawing style: `main` stands out, `beside` is what it is compared with. */
export interface Series {
  name: string
  look: 'main' | 'beside'
  points: PlotPoint[]
}

/** Range of possible values of a day. */
interface Bounds {
  day: string
  low: number | null
  high: number | null
}

/** The words of a figure. */
export interface FigureText {
  /** The name of its files, unique in the site: letters, digits and hyphens. */
  id: string
  /** The finding, as a sentence. */
  title: string
  /** Subject, time and number. */
  description: string
}

/** Content of a plot over days. */
export interface PlotContent extends FigureText {
  shape: 'lines' | 'bars'
  /** The first is drawn behind the others. */
  series: Series[]
  band?: Bounds[]
  /** Notes on days, such as a partial read; these days are drawn hollow. */
  notes?: ReadonlyMap<string, string>
  /** The last day shown, and the number of days. */
  last: string
  days: number
  /** The highest value of the scale, which begins at 0; by default, that of the values. */
  most?: number
  /** Written after each value, e.g. ` %`. */
  unit?: string
}

type Window = Pick<PlotContent, 'last' | 'days'>

/** Returns all days shown, the oldest first. */
export const listDays = ({ last, days }: Window): string[] =>
  Array.from({ length: days }, (_, at) => toDate(Date.parse(last) - (days - 1 - at) * DAY_MS))

/** True if the day is among those shown. */
export function isShown({ day }: { day: string }, { last, days }: Window): boolean {
  const ago = daysBetween(day, last)
  return ago >= 0 && ago < days
}

/** Returns the days shown that have a known value. */
export const observedDays = (content: PlotContent): Set<string> =>
  new Set(
    content.series.flatMap(({ points }) =>
      points.filter((point) => point.value !== null && isShown(point, content)).map(({ day }) => day),
    ),
  )

/** Returns the spans of days, in ms, of which no value is known. */
export function findGaps(content: PlotContent): { from: number; to: number }[] {
  const observed = observedDays(content)
  const gaps: { from: number; to: number }[] = []
  for (const day of listDays(content).filter((day) => !observed.has(day))) {
    const from = Date.parse(day)
    const before = gaps.at(-1)
    if (before?.to === from) before.to = from + DAY_MS
    else gaps.push({ from, to: from + DAY_MS })
  }
  return gaps
}
