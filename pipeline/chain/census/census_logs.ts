import { toEventSelector } from 'viem/utils'
import type { BlockRange } from '../../source/source.ts'
import type { EvmLog } from '../provider.ts'
import { type RegisteredId, sortRegistrations } from './missing_ids.ts'

const REGISTERED = toEventSelector('Registered(uint256,string,address)')
/** No registry gets there: ids above are made up. */
const MAX_ID = 2 ** 40
/** Logs of a block: a place is one number. */
const MAX_LOGS = 2 ** 20

/** The rows of a chain that earlier days have read. */
export interface EarlierLogs {
  registrations(): Promise<RegisteredId[]>
  /** Returns the places of all rows. */
  places(): Promise<LogPlace[]>
}

/** A log's block, and its position there. */
interface LogPlace {
  block: number
  index: number
}

/** The logs of a chain that were read: their places, and the registrations among them. */
export class CensusLogs {
  readonly #registry: string
  readonly #earlier: EarlierLogs
  readonly #places = new Set<number>()
  readonly #registrations: RegisteredId[] = []
  #earlierRegistrations: RegisteredId[] | null = null
  #earlierPlaces: Set<number> | null = null

  constructor(registry: string, earlier: EarlierLogs) {
    this.#registry = registry
    this.#earlier = earlier
  }

  /** Adds a log of this run. */
  add(log: EvmLog): void {
    this.#places.add(toPlaceNumber(log))
    const id = this.#parseRegistration(log)
    if (id !== null) this.#registrations.push({ id, block: Number(log.block_number) })
  }

  /** Loads the places of earlier days, before `isNew` is asked about blocks of theirs. */
  async loadPlaces(): Promise<void> {
    this.#earlierPlaces ??= new Set(
      (await this.#earlier.places()).map(({ block, index }) => toNumber(block, index)),
    )
  }

  /**
   * True if no row has this log yet. Rows of earlier days do not count in the blocks that this run has read, since it
   * replaces them.
   */
  isNew(log: EvmLog, readToday: readonly BlockRange[]): boolean {
    const place = toPlaceNumber(log)
    if (this.#places.has(place)) return false
    return isInside(Number(log.block_number), readToday) || !this.#earlierPlaces?.has(place)
  }

  /** Returns all registrations in the order of their ids. */
  async listRegistrations(readToday: readonly BlockRange[]): Promise<RegisteredId[]> {
    this.#earlierRegistrations ??= await this.#earlier.registrations()
    const earlier = this.#earlierRegistrations.filter(({ block }) => !isInside(block, readToday))
    return sortRegistrations([...earlier, ...this.#registrations])
  }

  #parseRegistration({ address, topics }: EvmLog): number | null {
    if (address !== this.#registry || !Array.isArray(topics) || topics[0] !== REGISTERED) return null
    const id = Number(topics[1])
    return Number.isInteger(id) && id >= 0 && id < MAX_ID ? id : null
  }
}

const isInside = (block: number, ranges: readonly BlockRange[]): boolean =>
  ranges.some(({ from_block, to_block }) => from_block <= block && block <= to_block)

const toNumber = (block: number, index: number): number => block * MAX_LOGS + index

const toPlaceNumber = ({ block_number, log_index }: EvmLog): number =>
  toNumber(Number(block_number), Number(log_index))
