import { apart, type Share } from '../../core/release/share.ts'
import { GramIndex } from '../../core/search/gram_index.ts'
import { NameIndex, plainName } from '../../core/search/name_index.ts'

/** An agent as a suggestion names it. */
export interface AgentName {
  handle: string
  name: string
}

/** An agent as a release lists it; the 1 stands there for a flag of severity major or critical. */
export type AgentRow = [handle: string, name: string, isFlagged?: 1]

const SUGGESTIONS = 5
/** What is longer is no slip of anybody's name, and nothing near is looked for. */
const MAX_ASKED = 200
/** Letters of it that are compared. */
const MAX_COMPARED = 64
/** Agents that share most of its letters: these alone are compared letter by letter, so that a search takes about 1 ms. */
const MAX_COMPARISONS = 64
/** An agent that shares this much of it without being near may still be the right one. */
const MIN_SHARE = 1 / 3

/** The handles and names of one release: finds a handle without regard to case, and those near to a wrong one. */
export class AgentIndex {
  readonly #agents: AgentName[]
  readonly #flagged = new Set<string>()
  readonly #share: Share
  #grams: GramIndex | null = null
  readonly #byLowerCase = new Map<string, string>()
  #byName: Map<string, AgentName[]> | null = null

  /** With `share` calls wait for each other while the index of letters is made, see `core/release/share.ts`. */
  constructor(rows: AgentRow[], share: Share = apart) {
    this.#share = share
    this.#agents = rows.map(([handle, name]) => ({ handle, name }))
    for (const [handle, , isFlagged] of rows) {
      this.#byLowerCase.set(handle.toLowerCase(), handle)
      if (isFlagged === 1) this.#flagged.add(handle)
    }
  }

  /** The handle as it is written in the release, or null when there is no such agent. */
  handle(asked: string): string | null {
    return this.#byLowerCase.get(asked.toLowerCase()) ?? null
  }

  /** The agents with a name, whatever the case of its letters; a table of names is made when it is first needed. */
  named(asked: string): AgentName[] {
    this.#byName ??= Map.groupBy(this.#agents, ({ name }) => folded(name))
    return this.#byName.get(folded(asked)) ?? []
  }

  /**
   * At most five agents whose handle or name is near to what was asked for, the nearest first, those with a grave flag
   * after the others; null for what is too long or has no letter or digit: nothing is looked for then.
   */
  async suggest(asked: string): Promise<AgentName[] | null> {
    const text = plainName(asked.slice(0, MAX_COMPARED))
    if (asked.length > MAX_ASKED || text === '') return null
    const alike = (await this.#gramIndex()).alike(text, MAX_COMPARISONS)
    const agents = alike.map(({ at }) => this.#agents[at] as AgentName)
    const near = new NameIndex(agents.map(namesOf)).nearest(text, SUGGESTIONS)
    const others = alike.flatMap(({ share }, at) => (share > MIN_SHARE ? [at] : []))
    const first = [...new Set([...near, ...others])]
      .slice(0, SUGGESTIONS)
      .map((at) => agents[at] as AgentName)
    return first.toSorted((a, b) => this.#isFlagged(a) - this.#isFlagged(b))
  }

  /** The index of letters, made when something is first looked for. */
  async #gramIndex(): Promise<GramIndex> {
    const namesAt = (at: number) => namesOf(this.#agents[at] as AgentName).map(plainName)
    const rest = () => new Promise<void>((done) => setTimeout(done))
    this.#grams ??= await this.#share('grams', () => GramIndex.of(this.#agents.length, namesAt, rest))
    return this.#grams
  }

  #isFlagged({ handle }: AgentName): number {
    return Number(this.#flagged.has(handle))
  }
}

const namesOf = ({ handle, name }: AgentName): string[] => [handle, name]

const folded = (name: string): string => name.normalize('NFC').toLowerCase()
