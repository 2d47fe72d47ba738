import type { BlockRange, ChainCheck, Observation } from '../../source/source.ts'
import { drawNumber } from '../census/missing_ids.ts'
import { isUpstreamFailure } from '../failures.ts'
import type { RangeRead } from '../missing_ranges.ts'
import type { ReadRange } from '../provider.ts'
import { NARROW_SPAN, readAgain } from '../reread.ts'
import { type CountedHour, formatHour, HourCounts, isComplete, isQuiet, type UsualHour } from './hours.ts'

/** The reasons for which an hour could not be counted again. */
export const NOT_RECOUNTED = {
  fewHours: 'fewer than three whole hours were read',
  noRoute: 'this chain has no second route',
  noAnswer: 'no second route has these blocks, or the requests of the day are used up',
  fewer: 'the second route has fewer events than the first',
  notAgain: 'the blocks could not be read again',
} as const

/** A way to the payments of a chain. */
export interface PaymentRoute {
  name: string
  /** Reads the rows of a range, and counts the events that they are read from. */
  read(range: ReadRange, counts: HourCounts): AsyncGenerator<Observation, RangeRead | null>
  /** Counts these events of a range, without their rows; absent where that is not possible. */
  count?(range: ReadRange): Promise<number>
}

/** The payments of a range as its first reading has them. */
export interface RecountInput {
  chain: string
  day: string
  range: ReadRange
  end: RangeRead
  payments: readonly Observation[]
  counts: HourCounts
  usual: UsualHour
  /** The first is that of the first reading. */
  routes: PaymentRoute[]
}

/** Blocks that were read again, and by which route. */
export interface HealedBlocks {
  range: BlockRange
  route: PaymentRoute
}

/** Payments that were missing, the blocks that they came from, and the results of the checks. */
export interface RecountResult {
  added: Observation[]
  healed: HealedBlocks[]
  checks: ChainCheck[]
}

/**
 * Reads the quiet hours of a range again, and counts one hour of the newest blocks by a second route, drawn by a hash of
 * the date: few nodes have old ones. Payments that were missing are added.
 */
export async function recountHours(input: RecountInput): Promise<RecountResult> {
  const recount = new Recount(input)
  const isRest = isPartOfRun(input)
  const quiet = await recount.checkQuietHours()
  const drawn = isRest || input.range.isHistory ? [] : [await recount.checkDrawnHour()]
  return { added: recount.added, healed: recount.healed, checks: [quiet, ...drawn] }
}

/** True if a range is too short for whole hours, and a longer one came before it. */
function isPartOfRun({ usual, range, end, counts }: RecountInput): boolean {
  const hasEarlier = usual.find([]) !== null
  return hasEarlier && !counts.list(range, end).slice(0, -1).some(isComplete)
}

/** An hour before and after it was read again; `expected` by a second route, or null. */
interface RecountedHour {
  hour: CountedHour
  after: number
  expected: number | null
  isReadAgain: boolean
}

interface SecondCount {
  route: PaymentRoute
  count: number
}

class Recount {
  readonly added: Observation[] = []
  readonly healed: HealedBlocks[] = []
  readonly #input: RecountInput
  readonly #hours: CountedHour[]
  /** Hours and routes that need not be asked twice. */
  readonly #readBy = new Set<string>()
  readonly #second = new Map<CountedHour, SecondCount | null>()

  constructor(input: RecountInput) {
    this.#input = input
    this.#hours = input.counts.list(input.range, input.end)
  }

  async checkQuietHours(): Promise<ChainCheck> {
    const median = this.#input.usual.find(this.#hours)
    if (median === null) return { ...this.#emptyCheck('quiet_hours'), unmade: NOT_RECOUNTED.fewHours }
    const results: RecountedHour[] = []
    for (const hour of this.#hours.filter((hour) => isQuiet(hour, median)))
      results.push(await this.#recountQuiet(hour, median))
    return this.#toQuietCheck(results, median)
  }

  /** An hour that is quiet when it is read again too is compared with a second route. */
  async #recountQuiet(hour: CountedHour, median: number): Promise<RecountedHour> {
    const again = await this.#readAgain(hour, this.#input.routes.slice(0, 1))
    if (!isQuiet({ ...hour, count: again.after }, median)) return again
    const second = await this.#countBySecond(hour)
    if (second === null || second.count <= again.after) return { ...again, expected: second?.count ?? null }
    const { after } = await this.#readAgain(hour, [second.route])
    return { ...again, after, expected: second.count }
  }

  async checkDrawnHour(): Promise<ChainCheck> {
    const { day, chain, routes } = this.#input
    const empty = this.#emptyCheck('second_route')
    // The newest blocks may still be replaced, and differ between routes.
    const hours = this.#hours.slice(0, -1).filter(isComplete)
    const hour = hours[drawNumber(Math.max(1, hours.length), `${day} ${chain} hour`)]
    if (!routes.slice(1).some(({ count }) => count)) return { ...empty, unmade: NOT_RECOUNTED.noRoute }
    if (hour === undefined) return { ...empty, unmade: NOT_RECOUNTED.fewHours }
    const second = await this.#countBySecond(hour)
    if (second === null) return { ...empty, detail: formatHour(hour), unmade: NOT_RECOUNTED.noAnswer }
    if (second.count < hour.count)
      return this.#toDrawnCheck(hour, second.count, hour.count, NOT_RECOUNTED.fewer)
    if (second.count === hour.count) return this.#toDrawnCheck(hour, second.count, hour.count, null)
    const again = await this.#readAgain(hour, [...routes.slice(0, 1), second.route], second.count)
    return this.#toDrawnCheck(again.hour, second.count, again.after, null)
  }

  /** Counts an hour by the first of the other routes that can; null where none can. */
  async #countBySecond(hour: CountedHour): Promise<SecondCount | null> {
    const known = this.#second.get(hour)
    if (known !== undefined) return known
    const counted = await this.#countByOthers(hour)
    this.#second.set(hour, counted)
    return counted
  }

  async #countByOthers(hour: CountedHour): Promise<SecondCount | null> {
    for (const route of this.#input.routes.slice(1)) {
      if (!route.count) continue
      try {
        return { route, count: await route.count({ ...toRange(hour), isAgain: true, isHistory: true }) }
      } catch (error) {
        if (!isUpstreamFailure(error)) throw error
      }
    }
    return null
  }

  /** Reads an hour again by each route until it has as many events as expected, and adds its new payments. */
  async #readAgain(hour: CountedHour, routes: PaymentRoute[], expected = 0): Promise<RecountedHour> {
    const result: RecountedHour = { hour: { ...hour }, after: hour.count, expected: null, isReadAgain: false }
    for (const route of routes.filter(({ name }) => !this.#readBy.has(`${hour.start} ${name}`))) {
      this.#readBy.add(`${hour.start} ${route.name}`)
      const counts = new HourCounts()
      const seen = this.#listSeen(hour)
      const read = (span: ReadRange) => route.read(span, counts)
      const reading = readAgain({ ranges: [toRange(hour)], size: NARROW_SPAN, read })
      const before = this.added.length
      let step = await reading.next()
      for (; !step.done; step = await reading.next())
        if (!seen.has(toPlace(step.value))) this.added.push(step.value)
      if (step.value.length > 0) result.isReadAgain = true
      if (this.added.length > before) this.healed.push({ range: toRange(hour), route })
      result.after = Math.max(result.after, counts.total())
      if (result.after >= expected && expected > 0) break
    }
    hour.count = result.after
    return result
  }

  #listSeen({ from_block, to_block }: CountedHour): Set<string> {
    const isInside = ({ row }: Observation) =>
      Number(row.block_number) >= from_block && Number(row.block_number) <= to_block
    return new Set([...this.#input.payments, ...this.added].filter(isInside).map(toPlace))
  }

  #toQuietCheck(results: RecountedHour[], median: number): ChainCheck {
    const observed = this.#hours.reduce((sum, { count }) => sum + count, 0)
    const healed = sum(results, ({ hour, after }) => after - hour.count)
    const missing = sum(results, ({ after, expected }) => Math.max(0, (expected ?? 0) - after))
    const isUnread = results.some(({ isReadAgain, expected }) => !isReadAgain && expected === null)
    return {
      ...this.#emptyCheck('quiet_hours'),
      ...{ observed_count: observed + healed, expected_count: observed + healed + missing },
      ...{ lost_count: healed + missing, healed_count: healed, asked_count: results.length },
      ...{ missing_count: missing, missing_low: missing, missing_high: missing },
      detail: results.map((result) => describeHour(result, median)).join('; ') || null,
      unmade: isUnread ? NOT_RECOUNTED.notAgain : null,
    }
  }

  #toDrawnCheck(hour: CountedHour, expected: number, after: number, unmade: string | null): ChainCheck {
    const missing = Math.max(0, expected - after)
    const counts = { observed_count: after, expected_count: expected, asked_count: 1 }
    const check = { ...this.#emptyCheck('second_route'), ...counts, detail: formatHour(hour) }
    if (unmade !== null) return { ...check, unmade }
    const lost = { lost_count: expected - hour.count, healed_count: after - hour.count }
    return { ...check, ...lost, missing_count: missing, missing_low: missing, missing_high: missing }
  }

  #emptyCheck(kind: ChainCheck['kind']): ChainCheck {
    return {
      ...{ chain: this.#input.chain, kind, observed_count: null, expected_count: null, lost_count: null },
      ...{ missing_count: null, missing_low: null, missing_high: null, healed_count: 0 },
      ...{ asked_count: 0, detail: null, unmade: null },
    }
  }
}

const toRange = ({ from_block, to_block }: CountedHour): BlockRange => ({ from_block, to_block })

const toPlace = ({ row }: Observation): string => `${row.block_number} ${row.log_index}`

const sum = <T>(items: T[], toNumber: (item: T) => number): number =>
  items.reduce((total, item) => total + toNumber(item), 0)

function describeHour({ hour, after, expected, isReadAgain }: RecountedHour, median: number): string {
  const usual = `${formatHour(hour)}: ${hour.count} events, ${Math.round(median)} in the median hour`
  const healed = after > hour.count ? `, ${after - hour.count} more when read again` : ''
  const same = isReadAgain && after === hour.count ? ', the same when read again' : ''
  const missing = expected !== null && expected > after ? `, ${expected} by a second route` : ''
  return `${usual}${healed}${same}${missing}`
}
