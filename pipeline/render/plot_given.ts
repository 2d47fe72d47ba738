import { DAY_MS, dateOf, daysBetween } from '../../core/domain/dates.ts'

/** A figure of a day; null where the day was not observed. A day without a point was not observed either. */
export interface Point {
  day: string
  value: number | null
}

/** Figures over days. `look` says how they are drawn: `main` stands out, `beside` is what it is compared with. */
export interface Series {
  name: string
  look: 'main' | 'beside'
  points: Point[]
}

/** Between which values the figures of a day may be. */
interface Bounds {
  day: string
  low: number | null
  high: number | null
}

/** What is drawn over days. */
export interface PlotGiven {
  /** Unlike that of any other plot on the page: letters, digits and hyphens. */
  id: string
  /** What the plot shows, and what is to be seen in it, for those who do not see it. */
  title: string
  description: string
  shape: 'lines' | 'bars'
  /** The first stands behind the others. */
  series: Series[]
  band?: Bounds[]
  /** Days of which something is to be said, such as that they were read in part: they are drawn hollow. */
  notes?: ReadonlyMap<string, string>
  /** The last day that is shown, and how many days there are. */
  last: string
  days: number
  /** The highest value of the scale, which begins at 0; it follows the figures where nothing is given. */
  most?: number
}

type Window = Pick<PlotGiven, 'last' | 'days'>

/** All days that are shown, the oldest first. */
export const daysOf = ({ last, days }: Window): string[] =>
  Array.from({ length: days }, (_, at) => dateOf(Date.parse(last) - (days - 1 - at) * DAY_MS))

/** Whether a day is among those that are shown. */
export function isShown({ day }: { day: string }, { last, days }: Window): boolean {
  const ago = daysBetween(day, last)
  return ago >= 0 && ago < days
}

/** The days that are shown and of which a figure is known. */
export const observedDays = (given: PlotGiven): Set<string> =>
  new Set(
    given.series.flatMap(({ points }) =>
      points.filter((point) => point.value !== null && isShown(point, given)).map(({ day }) => day),
    ),
  )
