import { DAY_MS } from '../../core/domain/dates.ts'
import { hashHex } from '../archive/archive.ts'
import { sortByText } from './sort_by_text.ts'

/** Maximum number of addresses of a host that are probed on a day. */
export const MAX_DRAWN_PER_HOST = 200
/** Of these beyond the day's own, so that an address that moves in the order by arrivals is still reached. */
const MIN_OVERLAP = 20
/** 95 % of a normal distribution is within this many standard deviations. */
const Z = 1.96

/** An address to probe. */
interface DrawnAddress<T> {
  target: T
  /** Number of addresses of its host that it stands for in totals; 1 where all are probed. */
  weight: number
  /** True if only a sample of its host's addresses is probed. */
  isSample: boolean
}

/** The addresses of a day, and those that the sample of their host leaves out. */
export interface DrawnDay<T> {
  drawn: DrawnAddress<T>[]
  sampledOut: T[]
}

/**
 * Draws the addresses to probe on a day: all of a host with at most 200, of a larger one a sample of 200. The order of
 * a host's addresses is by hash, which nobody chooses, and the sample moves through it from day to day, so that each
 * address comes round: at the latest after 2^n days, the smallest power of two that is at least a 180th of the host's
 * addresses. Throws RangeError for an invalid date.
 */
export function drawAddresses<T extends { url: string; host: string }>(
  targets: readonly T[],
  day: string,
): DrawnDay<T> {
  const byHost = Map.groupBy(targets, ({ host }) => host)
  const drawn: DrawnAddress<T>[] = []
  const sampledOut: T[] = []
  for (const all of byHost.values()) {
    const isSample = all.length > MAX_DRAWN_PER_HOST
    const { taken, left } = isSample ? drawSample(all, day) : { taken: all, left: [] }
    const weight = all.length / taken.length
    for (const target of taken) drawn.push({ target, weight, isSample })
    for (const target of left) sampledOut.push(target)
  }
  return { drawn, sampledOut }
}

function drawSample<T extends { url: string }>(all: T[], day: string): { taken: T[]; left: T[] } {
  const ordered = sortByText(all, ({ url }) => hashHex(url))
  const start = findStart(all.length, day)
  const turned = [...ordered.slice(start), ...ordered.slice(0, start)]
  return { taken: turned.slice(0, MAX_DRAWN_PER_HOST), left: turned.slice(MAX_DRAWN_PER_HOST) }
}

/**
 * Returns the position in the order at which the day's sample starts. The parts of the order are taken by the day's
 * number with its bits reversed: a part of twice as many parts is within the same day's part, so that a host whose size
 * goes to and fro over a power of two skips none.
 */
function findStart(size: number, day: string): number {
  const bits = Math.max(0, Math.ceil(Math.log2(size / (MAX_DRAWN_PER_HOST - MIN_OVERLAP))))
  const number = Math.floor(Date.parse(day) / DAY_MS)
  if (Number.isNaN(number)) throw new RangeError(`'${day}' is no date: write it as 2026-03-19`)
  let part = 0
  for (let bit = 0; bit < bits; bit++) part = part * 2 + (Math.floor(number / 2 ** bit) % 2)
  return Math.floor((part * size) / 2 ** bits)
}

/** A share of a host's addresses, with its 95 % interval. All from 0 to 1. */
export interface EstimatedShare {
  share: number
  low: number
  high: number
}

/**
 * Estimates the share of all `total` addresses of a host from those of `asked` that count, by Wilson's interval for a
 * sample without replacement. Null where none was asked.
 */
export function estimateShare(counted: number, asked: number, total: number): EstimatedShare | null {
  if (asked === 0) return null
  const share = counted / asked
  if (asked >= total) return { share, low: share, high: share }
  const n = (asked * (total - 1)) / (total - asked)
  const scale = 1 + Z ** 2 / n
  const middle = (share + Z ** 2 / (2 * n)) / scale
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
