import type { z } from 'zod'
import type { comparedAgent } from '../resources/comparison.schema.ts'

type Agent = z.infer<typeof comparedAgent>
type SubScore = NonNullable<Agent['scores_by_category'][Agent['primary_category']]>['sub_scores'][number]

/** Maximum number of differences listed. */
const MAX = 4
/** A difference of fewer points says nothing. */
const MIN_POINTS = 0.1

/** Explains the score differences of agents of one category, the largest first; none across categories. */
export function differences(agents: Agent[]): string[] {
  const [first] = agents
  if (first === undefined || agents.some((agent) => agent.primary_category !== first.primary_category))
    return []
  const scored = agents.map((agent) => ({ handle: agent.handle, of: subScores(agent) }))
  return [...(scored[0]?.of.values() ?? [])]
    .map(({ key, name }) => ({
      name,
      each: scored.map(({ handle, of }) => ({ handle, points: of.get(key)?.points ?? 0, at: of.get(key) })),
    }))
    .map((item) => ({ ...item, spread: pointSpread(item.each.map(({ points }) => points)) }))
    .filter(({ spread }) => spread >= MIN_POINTS)
    .sort((a, b) => b.spread - a.spread || (a.name < b.name ? -1 : 1))
    .slice(0, MAX)
    .map(({ name, each }) => `${name}: ${each.map(formatPoints).join(', ')}.`)
}

const subScores = (agent: Agent): Map<string, SubScore> =>
  new Map(agent.scores_by_category[agent.primary_category]?.sub_scores.map((score) => [score.key, score]))

const pointSpread = (points: number[]): number => Math.max(...points) - Math.min(...points)

const formatPoints = ({
  handle,
  points,
  at,
}: {
  handle: string
  points: number
  at: SubScore | undefined
}): string => `${handle} ${points.toFixed(2)} points${at?.assumed === true ? ' (not observed)' : ''}`
