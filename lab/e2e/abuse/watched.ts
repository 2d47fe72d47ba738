import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openHandles, residentMb } from '../fuzz/watch.ts'

/** Resource usage of a service at one time. */
export interface ResourceUsage {
  memoryMb: number
  handles: number
  diskMb: number
}

/** The middle value of each figure in each quarter of a time. */
export type Quarters = Record<keyof ResourceUsage, number[]>

/**
 * Maximum ratio of the last quarter to the second, and an absolute allowance: an allocator or a store's log varies by
 * as much.
 */
const MAX_GROWTH = 1.1
const SPARE: ResourceUsage = { memoryMb: 16, handles: 24, diskMb: 8 }

/** Looks at a process and a folder again and again until it is stopped. Linux tells; elsewhere there are no figures. */
export function watch(pid: number, folder: string, everyMs: number): () => Quarters {
  const seen: ResourceUsage[] = []
  const timer = setInterval(() => {
    const [memoryMb, handles] = [residentMb(pid), openHandles(pid)]
    if (memoryMb !== null && handles !== null) seen.push({ memoryMb, handles, diskMb: sizeMb(folder) })
  }, everyMs)
  return () => {
    clearInterval(timer)
    const of = (name: keyof ResourceUsage) => [0, 1, 2, 3].map((quarter) => middle(part(seen, quarter), name))
    return { memoryMb: of('memoryMb'), handles: of('handles'), diskMb: of('diskMb') }
  }
}

const part = (seen: ResourceUsage[], quarter: number): ResourceUsage[] =>
  seen.slice(Math.floor((seen.length * quarter) / 4), Math.floor((seen.length * (quarter + 1)) / 4))

const middle = (seen: ResourceUsage[], name: keyof ResourceUsage): number =>
  seen.map((held) => held[name]).sort((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0

function sizeMb(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder))
    try {
      bytes += statSync(join(folder, name)).size
    } catch {
      // A log of the store that was folded in meanwhile.
    }
  return bytes / 2 ** 20
}

/** Lists resources that grew: the last quarter more than a tenth above the second, and above the allowance. */
export const findGrowth = (quarters: Quarters): string[] =>
  (Object.keys(SPARE) as (keyof ResourceUsage)[]).flatMap((name) => {
    const [, second = 0, , last = 0] = quarters[name]
    return last > second * MAX_GROWTH + SPARE[name]
      ? [`${name} grew from ${second.toFixed(0)} in the second quarter to ${last.toFixed(0)} in the last`]
      : []
  })
