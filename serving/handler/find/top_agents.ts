/** An agent that is found; its group and score decide its place, then its position. */
export interface FoundAgent {
  position: number
  group: number
  score: number
  /** From 0 to 1. */
  relevance: number
}

const isBefore = (a: FoundAgent, b: FoundAgent): boolean =>
  a.group !== b.group ? a.group < b.group : a.score !== b.score ? a.score > b.score : a.position < b.position

/** Collects the first agents: those of an earlier group first, then by score, then by position. */
export class TopAgents {
  readonly first: FoundAgent[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  add(agent: FoundAgent): void {
    const { first } = this
    let at = first.length
    while (at > 0 && isBefore(agent, first[at - 1] as FoundAgent)) at -= 1
    if (at === this.#max) return
    first.splice(at, 0, agent)
    if (first.length > this.#max) first.pop()
  }
}
