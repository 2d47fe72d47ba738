// Formats numbers for people, the same on every machine: independent of the locale of the machine.

const UNKNOWN = 'unknown'

/** A whole number with thousands separators, e.g. `12,345`; null is `unknown`. */
export function thousands(count: number | null): string {
  if (count === null) return UNKNOWN
  if (!Number.isSafeInteger(count)) throw new Error(`${count} is not a count; pass a whole number or null`)
  return groupDigits(String(count))
}

const groupDigits = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** A number of bytes in the largest decimal unit that keeps it at 1 or above, e.g. `1.2 MB`; null is `unknown`. */
export function byteSize(bytes: number | null): string {
  const whole = thousands(bytes)
  if (bytes === null) return whole
  if (bytes < 1000) return `${whole} B`
  let size = bytes / 1000
  let unit = 0
  // What would be shown as 1000.0 goes up a unit.
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000
    unit++
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`
}

function decimals(value: number, digits: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is not a score; pass a finite number or null`)
  return value.toFixed(digits)
}

/** A score and what the evidence that is missing could make of it, e.g. `61.2 (54.0 to 70.3)`. */
export function scoreRange(score: number | null, low: number | null, high: number | null): string {
  if (score === null) return UNKNOWN
  const range =
    low === null || high === null ? 'range unknown' : `${decimals(low, 1)} to ${decimals(high, 1)}`
  return `${decimals(score, 1)} (${range})`
}

/** Points of a score or a factor, with two decimals, e.g. `12.30`; null is `unknown`. */
export const points = (value: number | null): string => (value === null ? UNKNOWN : decimals(value, 2))

/** A difference with its sign and two decimals, e.g. `+1.24`. */
export const formatSigned = (delta: number): string => `${delta < 0 ? '' : '+'}${decimals(delta, 2)}`

/**
 * A measured number with thousands separators and at most two decimals, below 1 with three digits that count, e.g.
 * `12,345.67` or `0.00123`; null is `unknown`.
 */
export function formatAmount(value: number | null): string {
  if (value === null) return UNKNOWN
  if (value !== 0 && Math.abs(value) < 1) return String(Number(value.toPrecision(3)))
  const [whole = '', fraction = ''] = decimals(value, 2)
    .replace(/\.?0+$/, '')
    .split('.')
  return fraction === '' ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`
}

/** A UTC date-time as people read it, e.g. `2026-01-30 10:00 UTC`; null is `unknown`. */
export const dayAndTime = (time: string | null): string =>
  time === null ? UNKNOWN : `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day as people write it, e.g. `9 Apr 2026`; any other text is unchanged. */
export function shortDay(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const name = MONTHS[Number(month) - 1]
  return name === undefined ? text : `${Number(day)} ${name} ${year}`
}
