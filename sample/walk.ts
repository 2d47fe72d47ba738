import { SAMPLE_DAYS } from './days.ts'
import { between, type Random } from './prng.ts'

/** A count for each day that mostly grows, by about `perDay`, and on some days loses a little. Never below 0. */
export function growth(random: Random, start: number, perDay: number): number[] {
  let count = start
  return SAMPLE_DAYS.map(() => {
    const gain = Math.floor(perDay * 2 * random() + random())
    const loss = random() < 0.08 ? between(random, 1, 1 + Math.floor(perDay / 4)) : 0
    count = Math.max(0, count + gain - loss)
    return count
  })
}

/** A level for each day that wanders up and down, by at most `step` a day. */
export function drift(random: Random, start: number, step: number): number[] {
  let level = start
  return SAMPLE_DAYS.map(() => {
    level += between(random, -step, step)
    return level
  })
}
