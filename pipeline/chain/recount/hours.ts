import type { BlockRange } from '../../source/source.ts'
import type { RangeRead } from '../missing_ranges.ts'

const AN_HOUR = 3_600
/** A shorter part of an hour may be empty by chance. */
const MIN_SECONDS = 60
/** Hours of a range: it has about a day of blocks. */
const MAX_HOURS = 1_000
/** Complete hours without which there is no median. */
const MIN_HOURS = 3
/** An hour is quiet below this share of the median hour. */
const QUIET_SHARE = 0.1

/** An hour of UTC as far as a range has it: its events, and the blocks between those of the hours around it. */
export interface CountedHour extends BlockRange {
  /** Seconds since 1970. */
  start: number
  /** Seconds of it that were read. */
  seconds: number
  count: number
}

interface Tally {
  count: number
  first: number
  last: number
}

/** Counts events by hours of UTC. */
export class HourCounts {
  readonly #tallies = new Map<number, Tally>()

  /** Adds events of a block, with the block's time. */
  add(block: number, time: unknown, events = 1): void {
    const hour = Math.floor(Date.parse(String(time)) / 1000 / AN_HOUR)
    if (Number.isNaN(hour) || Number.isNaN(block)) return
    const { count, first, last } = this.#tallies.get(hour) ?? { count: 0, first: block, last: block }
    this.#tallies.set(hour, {
      count: count + events,
      first: Math.min(first, block),
      last: Math.max(last, block),
    })
  }

  /** The number of events in all hours. */
  total(): number {
    return [...this.#tallies.values()].reduce((sum, { count }) => sum + count, 0)
  }

  /** Returns the hours of a range, oldest first. */
  list(range: BlockRange, { from_time, to_time, to_block }: RangeRead): CountedHour[] {
    const first = Math.floor(from_time / AN_HOUR)
    const count = Math.floor(to_time / AN_HOUR) - first + 1
    // Times that do not fit each other are nobody's hours.
    const hours = Array.from({ length: count > 0 && count <= MAX_HOURS ? count : 0 }, (_, i) => first + i)
    return hours.map((hour) => {
      const start = hour * AN_HOUR
      const before = this.#findNearest(hours.filter((other) => other < hour).toReversed())
      const after = this.#findNearest(hours.filter((other) => other > hour))
      return {
        start,
        seconds: Math.min(start + AN_HOUR, to_time) - Math.max(start, from_time),
        count: this.#tallies.get(hour)?.count ?? 0,
        from_block: before === null ? range.from_block : before.last + 1,
        to_block: after === null ? to_block : after.first - 1,
      }
    })
  }

  #findNearest(hours: number[]): Tally | null {
    for (const hour of hours) {
      const tally = this.#tallies.get(hour)
      if (tally) return tally
    }
    return null
  }
}

export const isComplete = ({ seconds }: CountedHour): boolean => seconds >= AN_HOUR

/** Returns the events of the median complete hour; null where fewer than three were read. */
function findMedian(hours: readonly CountedHour[]): number | null {
  const counts = hours
    .filter(isComplete)
    .map(({ count }) => count)
    .sort((a, b) => a - b)
  if (counts.length < MIN_HOURS) return null
  const [low, high] = [counts[Math.floor((counts.length - 1) / 2)], counts[Math.floor(counts.length / 2)]]
  return (Number(low) + Number(high)) / 2
}

/** True if an hour has less than a tenth of the median hour, for the seconds of it that were read. */
export const isQuiet = ({ count, seconds }: CountedHour, median: number): boolean =>
  seconds >= MIN_SECONDS && count < (QUIET_SHARE * median * seconds) / AN_HOUR

/** Formats an hour, e.g. `2026-03-19 20:00 UTC`. */
export const formatHour = ({ start }: CountedHour): string =>
  `${new Date(start * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The median hour of a run: its short ranges have none of their own. */
export class UsualHour {
  #median: number | null = null

  /** Returns the median of these hours, or else that of an earlier range; null without one. */
  find(hours: readonly CountedHour[]): number | null {
    this.#median = findMedian(hours) ?? this.#median
    return this.#median
  }
}
