const DAY_MS = 86_400_000

/**
 * The number of the seven-day week that a date falls in, counted from 1 January 1970. What is done in the
 * first run of each week is done weekly even where days are missed; `shift` moves the day a week starts on.
 */
export const week = (day: string, shift = 0) => Math.floor((Date.parse(day) / DAY_MS + shift) / 7)
