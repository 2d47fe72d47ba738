// Figures as people read them, the same on every machine: the locale of the process is never asked.

const UNKNOWN = 'unknown'

/** A whole number with thousands separators, e.g. `12,345`; null is `unknown`. */
export function thousands(count: number | null): string {
  if (count === null) return UNKNOWN
  if (!Number.isSafeInteger(count)) throw new Error(`${count} is not a count; pass a whole number or null`)
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

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

function oneDecimal(score: number): string {
  if (!Number.isFinite(score)) throw new Error(`${score} is not a score; pass a finite number or null`)
  return score.toFixed(1)
}

/** A score and what the evidence that is missing could make of it, e.g. `61.2 (54.0 to 70.3)`. */
export function scoreRange(score: number | null, low: number | null, high: number | null): string {
  if (score === null) return UNKNOWN
  const range = low === null || high === null ? 'range unknown' : `${oneDecimal(low)} to ${oneDecimal(high)}`
  return `${oneDecimal(score)} (${range})`
}
