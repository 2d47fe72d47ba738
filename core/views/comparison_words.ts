import type { z } from 'zod'
import type { comparedAgent } from '../resources/comparison.schema.ts'

type Agent = z.infer<typeof comparedAgent>
type SubScore = NonNullable<Agent['scores_by_category'][Agent['primary_category']]>['sub_scores'][number]

/** Maximum number of differences listed. */
const MAX = 6
/** A difference of fewer points says nothing. */
const MIN_POINTS = 0.1

/** A signal that gives agents different points, in their order. */
export interface Difference {
  name: string
  weight: number
  each: { points: number; assumed: boolean }[]
}

/** Returns the signals that make the difference between agents of one category, the largest first; none across categories. */
export function differences(agents: Agent[]): Difference[] {
  const [first] = agents
  if (first === undefined || !isOneCategory(agents)) return []
  const scored = agents.map(subScores)
  return [...(scored[0]?.values() ?? [])]
    .map(({ key, name, weight }) => ({
      ...{ name, weight },
      each: scored.map((of) => ({
        points: of.get(key)?.points ?? 0,
        assumed: of.get(key)?.assumed ?? true,
      })),
    }))
    .map((item) => ({ item, spread: pointSpread(item.each.map(({ points }) => points)) }))
    .filter(({ spread }) => spread >= MIN_POINTS)
    .sort((a, b) => b.spread - a.spread || (a.item.name < b.item.name ? -1 : 1))
    .slice(0, MAX)
    .map(({ item }) => item)
}

export const isOneCategory = (agents: Agent[]): boolean =>
  agents.every(({ primary_category }) => primary_category === agents[0]?.primary_category)

const subScores = (agent: Agent): Map<string, SubScore> =>
  new Map(agent.scores_by_category[agent.primary_category]?.sub_scores.map((score) => [score.key, score]))

const pointSpread = (points: number[]): number => Math.max(...points) - Math.min(...points)

/** Returns the place in the list of the agent whose range lies above those of all others; null where ranges overlap. */
export function findAhead(agents: Agent[]): number | null {
  const ranges = agents.map((agent) => agent.scores_by_category[agent.primary_category])
  const at = ranges.findIndex((range, mine) =>
    ranges.every(
      (other, nth) => nth === mine || (range !== undefined && range.score_low > (other?.score_high ?? 100)),
    ),
  )
  return at < 0 || !isOneCategory(agents) ? null : at
}
