import { apart, type JoinLoad } from '../../core/release/shared_loads.ts'
import { GramIndex } from '../../core/search/gram_index.ts'
import { FuzzyNameIndex, plainName } from '../../core/search/name_index.ts'

/** A suggested agent. */
export interface AgentName {
  handle: string
  name: string
}

/**
 * An agent as a release lists it, the best known first; the 1 marks a risk flag of severity major or critical, and what
 * looks like another agent.
 */
export type AgentRow = [handle: string, name: string, isFlagged?: 1]

const SUGGESTIONS = 5
/** Longer text is no misspelt name: no suggestions are looked up. */
const MAX_QUERY = 200
/** Number of its letters that are compared. */
const MAX_COMPARED = 64
/** Maximum number of agents, those that share most letters, compared letter by letter: a search takes about 1 ms. */
const MAX_COMPARISONS = 64
/** Minimum share of common letters for an agent that is not near but may still be the right one. */
const MIN_SHARE = 1 / 2

/** Handles and names of one release: finds a handle in any case, and handles near to a wrong one. */
export class AgentIndex {
  readonly #agents: AgentName[]
  readonly #flagged = new Set<string>()
  readonly #share: JoinLoad
  #grams: GramIndex | null = null
  readonly #byLowerCase = new Map<string, string>()
  #byName: Map<string, AgentName[]> | null = null

  /** With `share`, calls wait for each other while the letter index is built, see `core/release/shared_loads.ts`. */
  constructor(rows: AgentRow[], share: JoinLoad = apart) {
    this.#share = share
    this.#agents = rows.map(([handle, name]) => ({ handle, name }))
    for (const [handle, , isFlagged] of rows) {
      this.#byLowerCase.set(handle.toLowerCase(), handle)
      if (isFlagged === 1) this.#flagged.add(handle)
    }
  }

  /** Returns the handle as the release spells it, or null when there is no such agent. */
  handle(handle: string): string | null {
    return this.#byLowerCase.get(handle.toLowerCase()) ?? null
  }

  /** Returns the agents with a name, in any case; the table of names is built on first use. */
  named(text: string): AgentName[] {
    this.#byName ??= Map.groupBy(this.#agents, ({ name }) => foldCase(name))
    return this.#byName.get(foldCase(text)) ?? []
  }

  /**
   * Returns at most five agents whose handle or name is near: typing errors first, then those that have the text or most
   * of its letters, each the best known first; marked ones last. Null for text that is too long or has no letter or digit,
   * where no lookup is done. With `isStrict` only those with typing errors are.
   */
  async suggest(query: string, isStrict = false): Promise<AgentName[] | null> {
    const text = plainName(query.slice(0, MAX_COMPARED))
    if (query.length > MAX_QUERY || text === '') return null
    const alike = (await this.#gramIndex()).findSimilar(text, MAX_COMPARISONS)
    const agents = alike.map(({ at }) => this.#agents[at] as AgentName)
    const names = new FuzzyNameIndex(agents.map(getNames))
    const mistyped = new Set(names.mistyped(text))
    const near = isStrict ? mistyped : new Set(names.nearest(text, MAX_COMPARISONS))
    return alike
      .map(({ at, share }, nth) => ({ at, agent: agents[nth] as AgentName, nth, share }))
      .filter(({ nth, share }) => near.has(nth) || (!isStrict && share >= MIN_SHARE))
      .sort(
        (a, b) =>
          Number(this.isMarked(a.agent.handle)) - Number(this.isMarked(b.agent.handle)) ||
          Number(mistyped.has(b.nth)) - Number(mistyped.has(a.nth)) ||
          a.at - b.at,
      )
      .slice(0, SUGGESTIONS)
      .map(({ agent }) => agent)
  }

  /** Returns the letter index, built on first use. */
  async #gramIndex(): Promise<GramIndex> {
    const namesAt = (at: number) => getNames(this.#agents[at] as AgentName).map(plainName)
    const rest = () => new Promise<void>((done) => setTimeout(done))
    this.#grams ??= await this.#share('grams', () => GramIndex.of(this.#agents.length, namesAt, rest))
    return this.#grams
  }

  /** True for an agent with a grave flag, and for one that looks like another. */
  isMarked(handle: string): boolean {
    return this.#flagged.has(handle)
  }
}

const getNames = ({ handle, name }: AgentName): string[] => [handle, name]

const foldCase = (name: string): string => name.normalize('NFC').toLowerCase()
