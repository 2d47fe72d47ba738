/** In place of a score: the agent has none in the draw. */
export const NO_SCORE = -1

/** Scores of the ranked agents of a category, as whole numbers from 0, in the order in which equal ones are ranked. */
export interface DrawnScores {
  /** By agent: the score that it has in every draw; `NO_SCORE` where it is drawn. */
  totals: Int32Array
  /** The places in `totals` of those that are drawn. */
  numbers: Int32Array
  /** The scores of those in each draw, one draw after the other. */
  draws: Int32Array
}

/** The 5th and the 95th percentile of an agent's ranks. */
interface RankBand {
  drawn_low: number
  drawn_high: number
}

/** Ranks all agents in each draw, the highest score first, and returns the band of each. */
export function computeRankBands({ totals, numbers, draws }: DrawnScores, drawCount: number): RankBand[] {
  const { count, levels } = findLevels(totals, draws)
  const toLevel = (score: number | undefined): number => levels[score ?? NO_SCORE] ?? NO_SCORE
  const drawn = totals.map(toLevel)
  const ranks = new Uint32Array(totals.length)
  const starts = new Uint32Array(count)
  const ends = new RankEnds(totals.length, drawCount)
  for (let draw = 0; draw < drawCount; draw += 1) {
    for (const [at, number] of numbers.entries()) drawn[number] = toLevel(draws[draw * numbers.length + at])
    rankLevels(drawn, ranks, starts)
    ends.add(ranks)
  }
  return Array.from(totals, (_, agent) => ends.band(agent))
}

/** Returns the number of different scores, and by score its level: its place among them, the highest first. */
function findLevels(...scores: Int32Array[]): { count: number; levels: Int32Array } {
  const highest = scores.reduce((most, some) => some.reduce((a, b) => Math.max(a, b), most), 0)
  const levels = new Int32Array(highest + 1)
  for (const some of scores) for (const score of some) levels[score] = 1
  let count = 0
  for (let score = highest; score >= 0; score -= 1) if (levels[score] === 1) levels[score] = count++
  return { count, levels }
}

/** Writes the rank of each agent by its level, from 1; 0 where it has none. Counts levels, which is faster than sorting. */
function rankLevels(levels: Int32Array, ranks: Uint32Array, starts: Uint32Array): void {
  starts.fill(0)
  for (const level of levels) if (level !== NO_SCORE) starts[level] = (starts[level] as number) + 1
  let above = 0
  // By index: entries of an array of a million take twice as long.
  for (let level = 0; level < starts.length; level += 1) {
    const agents = starts[level] as number
    starts[level] = above
    above += agents
  }
  for (let agent = 0; agent < levels.length; agent += 1) {
    const level = levels[agent] as number
    if (level === NO_SCORE) ranks[agent] = 0
    else ranks[agent] = starts[level] = (starts[level] as number) + 1
  }
}

/** The lowest and the highest ranks of each agent: a twentieth of the draws, and one more. */
class RankEnds {
  readonly #kept: number
  readonly #counts: Uint32Array
  /** Sorted, the outermost first. */
  readonly #lowest: Int32Array
  readonly #highest: Int32Array

  constructor(agents: number, draws: number) {
    this.#kept = Math.floor(draws / 20) + 1
    this.#counts = new Uint32Array(agents)
    this.#lowest = new Int32Array(agents * this.#kept).fill(2 ** 31 - 1)
    this.#highest = new Int32Array(agents * this.#kept)
  }

  /** Adds the ranks of a draw. */
  add(ranks: Uint32Array): void {
    const kept = this.#kept
    for (let agent = 0; agent < ranks.length; agent += 1) {
      const rank = ranks[agent] as number
      if (rank === 0) continue
      this.#counts[agent] = (this.#counts[agent] as number) + 1
      const [first, last] = [agent * kept, agent * kept + kept - 1]
      if (rank < (this.#lowest[last] as number)) insert(this.#lowest, first, last, rank, 1)
      if (rank > (this.#highest[last] as number)) insert(this.#highest, first, last, rank, -1)
    }
  }

  band(agent: number): RankBand {
    const [count, first] = [this.#counts[agent] as number, agent * this.#kept]
    return {
      drawn_low: this.#lowest[first + Math.ceil(count / 20) - 1] as number,
      drawn_high: this.#highest[first + Math.floor(count / 20)] as number,
    }
  }
}

/** Puts a rank into the sorted ones of places `first` to `last`, of which the last leaves; `sign`: 1 lowest first, -1 highest. */
function insert(ranks: Int32Array, first: number, last: number, rank: number, sign: 1 | -1): void {
  let at = last
  for (; at > first && sign * rank < sign * (ranks[at - 1] as number); at -= 1)
    ranks[at] = ranks[at - 1] as number
  ranks[at] = rank
}
