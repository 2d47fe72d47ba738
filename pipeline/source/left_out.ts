import { thousands } from '../../core/pages/numbers.ts'

/** Says how much a source left for another day, e.g. `17 of 26,669 addresses`. */
export const describeLeft = (left: number, all: number, what: string): string =>
  `${formatTotal(left)} of ${formatTotal(all)} ${what}`

/** A total that an upstream names may be any number. */
const formatTotal = (total: number): string =>
  Number.isSafeInteger(total) ? thousands(total) : String(total)
