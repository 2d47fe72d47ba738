import type { Sizes } from '../../../core/interface/find/index_format.ts'

/** An agent that is found, with its relevance from 0 to 1. */
export interface FoundAgent {
  position: number
  score: number
  relevance: number
}

/** Collects the first agents: those of an earlier group first, then by score, then by position. */
export class TopAgents {
  readonly first: FoundAgent[] = []
  readonly #max: number
  readonly #sizes: Sizes

  constructor(max: number, sizes: Sizes) {
    this.#max = max
    this.#sizes = sizes
  }

  /** True if an agent would be among the first. */
  accepts(position: number, score: number): boolean {
    const last = this.first[this.#max - 1]
    return last === undefined || this.#isBefore(position, score, last)
  }

  add(agent: FoundAgent): void {
    const { first } = this
    let at = first.length
    while (at > 0 && this.#isBefore(agent.position, agent.score, first[at - 1] as FoundAgent)) at -= 1
    first.splice(at, 0, agent)
    if (first.length > this.#max) first.pop()
  }

  #isBefore(position: number, score: number, other: FoundAgent): boolean {
    const groups = this.#group(position) - this.#group(other.position)
    if (groups !== 0) return groups < 0
    return score === other.score ? position < other.position : score > other.score
  }

  #group(position: number): number {
    const { proven, unflagged, accepted } = this.#sizes
    return position < proven ? 0 : position < unflagged ? 1 : position < accepted ? 2 : 3
  }
}
