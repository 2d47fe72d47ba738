import type { ChainCheck, Observation } from '../../source/source.ts'
import type { ChainBlocks, ChainCensus } from '../chain_census.ts'
import type { EvmProvider } from '../provider.ts'
import type { CensusLogs } from './census_logs.ts'
import { healIds, type ReadRoute } from './heal_ids.ts'
import { findHighestId } from './highest_id.ts'
import { findLostIds, type LostIds, type RegistryState } from './lost_ids.ts'
import { countIds, drawNumber, findMissingRuns, type RegisteredId, separateUnread } from './missing_ids.ts'
import type { Owners } from './owners.ts'
import { CheckUnmade, UNMADE } from './unmade.ts'

/** Ids by which a node is tried. */
const CONTROLS = 5
const PRECISION = 1_000
const KINDS = ['agent_ids', 'highest_agent_id'] as const
const MAX_NAMED = 20

/** The registry of a chain that is counted, and the ways to it. */
export interface CensusInput {
  chain: string
  day: string
  logs: CensusLogs
  /** Asks who owns ids at a block. */
  createOwners(block: number | 'latest'): Owners
  /** Returns the providers of the chain, first the one that was read. */
  listRoutes(): EvmProvider[]
  /** Reads logs by one provider, and yields the rows of those that are new. */
  readNew: ReadRoute
}

/**
 * Compares the registrations that were read with the ids that have an owner: ids count up from 0, so that each id up to
 * the highest was registered in a block that is known from its neighbours.
 */
export class IdCensus implements ChainCensus {
  readonly #input: CensusInput
  #highest: number | null = null
  /** Up to a known id the present is as good as a block: an id never loses its number. */
  #owners: Owners | null = null
  #asked = 0
  #unmade: CheckUnmade['reason'] | null = null
  readonly #seen: number[] = []

  constructor(input: CensusInput) {
    this.#input = input
  }

  /**
   * Looks for the highest id that has an owner at the newest block that was read. It comes right after that block, since
   * many nodes forget the state of a block within a minute.
   */
  async search(blocks: ChainBlocks): Promise<void> {
    const { logs, day, chain, createOwners } = this.#input
    const registrations = await logs.listRegistrations(blocks.today)
    const known = getHighest(registrations)
    const { lacking } = separateUnread(findMissingRuns(registrations, known, blocks.range), blocks.unread)
    const longestHole = lacking.reduce((longest, run) => Math.max(longest, countIds([run])), 0)
    const offset = drawNumber(PRECISION, `${day} ${chain} sweep`) / PRECISION
    const owners = createOwners(blocks.range.to_block)
    try {
      await owners.chooseNode(drawControls(registrations, `${day} ${chain}`))
      const found = await findHighestId((ids) => this.#ask(owners, ids), { known, longestHole, offset })
      if (found === null) throw new CheckUnmade(UNMADE.endless)
      this.#highest = found
    } catch (error) {
      this.#unmade = toReason(error)
    }
    this.#asked += owners.asked
  }

  /** Asks for the owners of ids without a registration, and reads again where one has an owner. */
  async *finish(blocks: ChainBlocks | null): AsyncGenerator<Observation, ChainCheck[]> {
    if (blocks === null) return KINDS.map((kind) => ({ ...this.#emptyCheck(kind), unmade: UNMADE.unread }))
    const { logs, day, listRoutes } = this.#input
    if (this.#highest === null && this.#unmade === null) await this.search(blocks)
    const before = await logs.listRegistrations(blocks.today)
    try {
      const first = await this.#findLost(blocks, 0)
      const find = (attempt: number) => this.#findLost(blocks, attempt)
      const routes = listRoutes()
      const last = yield* healIds({
        ...this.#input,
        ...blocks,
        routes,
        readToday: blocks.today,
        day,
        first,
        find,
      })
      const after = await logs.listRegistrations(blocks.today)
      return [this.#toIdCheck(first, last, before.length, after.length), this.#toHighestCheck(before, after)]
    } catch (error) {
      return [
        { ...this.#emptyCheck('agent_ids'), unmade: toReason(error) },
        this.#toHighestCheck(before, before),
      ]
    }
  }

  async #findLost(blocks: ChainBlocks, attempt: number): Promise<LostIds> {
    const { chain, day, logs, createOwners } = this.#input
    const registrations = await logs.listRegistrations(blocks.today)
    const known = getHighest(registrations)
    const highest = Math.max(this.#highest ?? -1, known)
    const state: RegistryState = { registrations, highest, range: blocks.range, unread: blocks.unread }
    // Where not even one id is known, that there is none is for a node to say.
    if (highest === -1 && this.#unmade !== null) throw new CheckUnmade(this.#unmade)
    const ask = async (ids: number[]) => {
      const owners = this.#owners ?? createOwners('latest')
      if (this.#owners === null) await owners.chooseNode(drawControls(registrations, `${day} ${chain}`))
      this.#owners = owners
      return this.#ask(owners, ids)
    }
    const given = { seed: `${day} ${chain} ${attempt}`, seen: this.#seen }
    return findLostIds(state, (ids) => (ids.length === 0 ? Promise.resolve([]) : ask(ids)), given)
  }

  async #ask(owners: Owners, ids: number[]): Promise<boolean[]> {
    const owned = await owners.ask(ids)
    this.#seen.push(...ids.filter((_, i) => owned[i]))
    return owned
  }

  #toIdCheck(first: LostIds, last: LostIds, before: number, after: number): ChainCheck {
    const { estimate, unread, ids } = last
    const healed = after - before
    return {
      ...this.#emptyCheck('agent_ids'),
      ...{ observed_count: after, expected_count: after + estimate.count + unread },
      ...{ missing_count: estimate.count, missing_low: estimate.low, missing_high: estimate.high },
      ...{ lost_count: Math.max(first.estimate.count, healed), healed_count: healed },
      detail: describeIds(ids),
    }
  }

  #toHighestCheck(before: RegisteredId[], after: RegisteredId[]): ChainCheck {
    const check = this.#emptyCheck('highest_agent_id')
    if (this.#highest === null) return { ...check, unmade: this.#unmade }
    const known = getHighest(after)
    const highest = Math.max(this.#highest, known)
    const [lost, missing] = [Math.max(0, highest - getHighest(before)), highest - known]
    return {
      ...check,
      ...{ observed_count: known, expected_count: highest, lost_count: lost, healed_count: lost - missing },
      // The highest id itself is missing; those below it may be burnt.
      ...{ missing_count: missing, missing_low: Math.min(1, missing), missing_high: missing },
    }
  }

  #emptyCheck(kind: ChainCheck['kind']): ChainCheck {
    return {
      ...{ chain: this.#input.chain, kind, observed_count: null, expected_count: null, lost_count: null },
      ...{ missing_count: null, missing_low: null, missing_high: null, healed_count: 0 },
      ...{
        asked_count: kind === 'agent_ids' ? (this.#owners?.asked ?? 0) : this.#asked,
        detail: null,
        unmade: null,
      },
    }
  }
}

const getHighest = (registrations: RegisteredId[]): number => registrations.at(-1)?.id ?? -1

/** Draws registered ids: those of some may be burnt since. */
function drawControls(registrations: RegisteredId[], seed: string): number[] {
  if (registrations.length === 0) return []
  const drawn = Array.from({ length: CONTROLS }, (_, i) =>
    drawNumber(registrations.length, `${seed} control ${i}`),
  )
  return [...new Set(drawn)].flatMap((position) => registrations[position]?.id ?? [])
}

/** Names ids that are known to be missing, the first of them. */
function describeIds(ids: number[]): string | null {
  if (ids.length === 0) return null
  const named = ids.slice(0, MAX_NAMED).join(', ')
  const more =
    ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more of those that were asked for` : ''
  return `${ids.length === 1 ? 'id' : 'ids'} ${named}${more}`
}

function toReason(error: unknown): CheckUnmade['reason'] {
  if (error instanceof CheckUnmade) return error.reason
  throw error
}
