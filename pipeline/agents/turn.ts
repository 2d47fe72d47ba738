import { createHash } from 'node:crypto'

const DAY_MS = 86_400_000

/**
 * Whether what was observed last on a day is due again, once in so many days. Each key has its own day of the
 * period, so that not all are due on the same one; a day that was missed is made up for on the next.
 */
export function isDue(key: string, observedOn: string, day: string, every: number): boolean {
  const shift = createHash('sha256').update(key).digest().readUInt32BE() % every
  const period = (date: string) => Math.floor((Date.parse(date) / DAY_MS + shift) / every)
  return period(observedOn) !== period(day)
}
