import { setTimeout as sleep } from 'node:timers/promises'
import { openHandles } from '../fuzz/watch.ts'

/** How much more memory the last quarter may take than the second. */
const MOST_GROWTH = 1.1
/** The connection to a facilitator, and the files that a store opens when it is first written to. */
const SPARE_HANDLES = 12
const LONGEST_WAIT_S = 30

/** What is wrong with the medians of the four quarters, in MB. */
export function memoryWrong([, second, , last]: readonly (number | null)[]): string[] {
  if (typeof second !== 'number' || typeof last !== 'number' || last <= second * MOST_GROWTH) return []
  return [
    `memory grew from ${second.toFixed(0)} MB in the second quarter to ${last.toFixed(0)} MB in the last`,
  ]
}

/** What is wrong with the numbers of files and sockets before and after. */
export const handlesWrong = ([before, after]: readonly (number | null)[]): string[] =>
  typeof before !== 'number' || typeof after !== 'number' || after <= before + SPARE_HANDLES
    ? []
    : [`${after} files and sockets are open, and were ${before}`]

/** How many are open once idle connections are closed: by those that opened them at once, by the service later. */
export async function settledHandles(pid: number, before: number | null): Promise<number | null> {
  for (let tries = 0; tries < LONGEST_WAIT_S; tries += 1) {
    const now = openHandles(pid)
    if (now === null || before === null || now <= before + SPARE_HANDLES) return now
    await sleep(1_000)
  }
  return openHandles(pid)
}
