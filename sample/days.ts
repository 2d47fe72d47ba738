import { BadUsage } from '../core/domain/errors.ts'

const FIRST_DAY = Date.UTC(2026, 0, 1)
const SECONDS = 86_400

/** A time in ISO 8601 at so many days, with a fraction, after the sample begins; negative is before. */
export const toTime = (days: number): string =>
  new Date(FIRST_DAY + Math.floor(days * SECONDS) * 1000).toISOString().replace('.000Z', 'Z')

/** The thirty logical dates of the sample, fixed so that its bytes never change. */
export const SAMPLE_DAYS: string[] = Array.from({ length: 30 }, (_, day) => toTime(day).slice(0, 10))

/**
 * The dates that `npm start` publishes: the first, to be viewed while the others are built, and the last two, so that
 * there is a release before the last one. The days between have history without a release.
 */
export const SAMPLE_RELEASES: string[] = [...SAMPLE_DAYS.slice(0, 1), ...SAMPLE_DAYS.slice(-2)]

/** The index of any date, also before or after the sample. */
export const countDays = (date: string): number => Math.floor((Date.parse(date) - FIRST_DAY) / 1000 / SECONDS)

/** The logical dates on which the model market answers 503 to everything. */
export const MARKET_OUTAGE_DAYS: string[] = SAMPLE_DAYS.slice(16, 18)

/** Other hosts that answer 503 to everything on some logical dates; nothing is down on the last two. */
export const OUTAGES: Record<string, string[]> = {
  // All of Base: its portal and the fallback node.
  'portal.sqd.dev': SAMPLE_DAYS.slice(6, 7),
  'mainnet.base.org': SAMPLE_DAYS.slice(6, 7),
  'api.cdp.coinbase.com': SAMPLE_DAYS.slice(11, 12),
  'api.coingecko.com': SAMPLE_DAYS.slice(20, 22),
}

/** A day index that is never reached. */
export const NEVER = Number.POSITIVE_INFINITY

/** The last second of a day: its answers show everything up to then. */
export const getDayEnd = (day: number): string => toTime(day + 1 - 1 / SECONDS)

/** The index of a logical date. Throws BadUsage for a date that the sample does not have. */
export function dayIndex(date: string): number {
  const day = SAMPLE_DAYS.indexOf(date)
  if (day >= 0) return day
  throw new BadUsage(
    `${date} is not a day of the sample: choose one from ${SAMPLE_DAYS[0]} to ${SAMPLE_DAYS.at(-1)}`,
  )
}
