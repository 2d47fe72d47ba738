import uFuzzy from '@leeoniya/ufuzzy'
import { NearNames } from '../../core/search/near_names.ts'

/** An agent as a suggestion names it. */
export interface AgentName {
  handle: string
  name: string
}

/** An agent as a release lists it; the 1 stands there for a flag of severity major or critical. */
export type AgentRow = [handle: string, name: string, isFlagged?: 1]

const SUGGESTIONS = 5
const LONGEST_NEEDLE = 64
const MOST_TERMS = 4
/** Matches beyond this many are too many to be ordered by closeness. */
const MOST_ORDERED = 1000
/** Suggestions are a courtesy: wrong handles may take this share of the time from right ones, … */
const SEARCH_SHARE = 0.2
/** … and this many milliseconds of it at once. */
const LARGEST_CREDIT = 10

/** The handles and names of one release: finds a handle without regard to case, and those near to a wrong one. */
export class AgentIndex {
  readonly #agents: AgentName[]
  readonly #flagged = new Set<string>()
  #near: NearNames | null = null
  readonly #byLowerCase = new Map<string, string>()
  #byName: Map<string, AgentName[]> | null = null
  readonly #haystack: string[]
  readonly #fuzzy = new uFuzzy({ intraMode: 1 })
  readonly #now: () => number
  #credit = LARGEST_CREDIT
  #creditAt: number

  constructor(rows: AgentRow[], now: () => number) {
    this.#agents = rows.map(([handle, name]) => ({ handle, name }))
    this.#haystack = rows.map(([handle, name]) => `${handle} ${name}`)
    for (const [handle, , isFlagged] of rows) {
      this.#byLowerCase.set(handle.toLowerCase(), handle)
      if (isFlagged === 1) this.#flagged.add(handle)
    }
    this.#now = now
    this.#creditAt = now()
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
   * after the others; none while the time for it is spent.
   */
  suggest(asked: string): AgentName[] {
    const terms = asked.slice(0, LONGEST_NEEDLE).match(/[a-z\d]+/gi) ?? []
    if (terms.length === 0) return []
    const start = this.#now()
    this.#credit = Math.min(LARGEST_CREDIT, this.#credit + (start - this.#creditAt) * SEARCH_SHARE)
    this.#creditAt = start
    if (this.#credit <= 0) return []
    this.#near ??= new NearNames(this.#agents.map(({ handle, name }) => [handle, name]))
    const near = this.#near.nearest(asked.slice(0, LONGEST_NEEDLE), SUGGESTIONS).map((at) => this.#agents[at])
    const found = near.length < SUGGESTIONS ? [...near, ...this.#search(terms.slice(0, MOST_TERMS))] : near
    this.#credit -= this.#now() - start
    const first = [...new Set(found)].filter((agent) => agent !== undefined).slice(0, SUGGESTIONS)
    return first.toSorted((a, b) => this.#isFlagged(a) - this.#isFlagged(b))
  }

  #isFlagged({ handle }: AgentName): number {
    return Number(this.#flagged.has(handle))
  }

  // A handle that is wrong as a whole is often right in its longest part, or in how that part begins.
  #search(terms: string[]): AgentName[] {
    const longest = terms.reduce((best, term) => (term.length > best.length ? term : best))
    for (const needle of [terms.join(' '), longest, longest.slice(0, Math.ceil(longest.length / 2))]) {
      const found = needle.length >= 2 ? this.#nearest(needle) : []
      if (found.length > 0) return found
    }
    return []
  }

  #nearest(needle: string): AgentName[] {
    const [matches, info, order] = this.#fuzzy.search(this.#haystack, needle, 1, MOST_ORDERED)
    const indexes = order && info ? order.map((at) => info.idx[at]) : (matches ?? [])
    return indexes
      .slice(0, SUGGESTIONS)
      .map((at) => this.#agents[at ?? -1])
      .filter((agent) => agent !== undefined)
  }
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()
