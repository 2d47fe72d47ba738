/** A day in milliseconds. */
export const DAY_MS = 86_400_000

/** The UTC date of a time in milliseconds since 1970, YYYY-MM-DD. Throws RangeError for a time that is no number. */
export const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns the date a number of days earlier, YYYY-MM-DD. Throws RangeError for an invalid date. */
export const daysBefore = (date: string, days: number): string => toDate(Date.parse(date) - days * DAY_MS)

/**
 * The days from one date or time (ISO 8601) to another: whole between dates, negative when the second is the earlier, NaN
 * for what is neither.
 */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS
