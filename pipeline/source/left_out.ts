import { thousands } from '../../core/pages/numbers.ts'

/** Says how much a source left for another day, e.g. `17 of 26,669 addresses`. */
export const describeLeft = (left: number, all: number, what: string): string =>
  `${thousands(left)} of ${thousands(all)} ${what}`
