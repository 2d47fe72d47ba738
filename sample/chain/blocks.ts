import { toTime } from '../days.ts'

const FIRST = 43_500_000
const A_DAY = 43_200
const SECONDS = 2

/** The last block of a day: the head at the end of it. */
export const getHead = (day: number): number => FIRST + A_DAY * (day + 1) - 1

/** The block at so many days, with a fraction, after the sample begins; negative is before. */
export const blockAt = (days: number): number => FIRST + Math.floor(days * A_DAY)

/** The time of a block in seconds since 1970. */
export const secondsAt = (block: number): number => Date.parse(toTime(0)) / 1000 + (block - FIRST) * SECONDS
