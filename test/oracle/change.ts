import type { Standing } from './past.ts'
import type { Summary } from './published.ts'

type Category = NonNullable<Summary['scores_by_category'][keyof Summary['scores_by_category']]>

const points = (list: { points: number }[]): number =>
  list.reduce((sum, part) => sum + Math.round(part.points * 1e4), 0)

/**
 * Returns the expected change of a score that differs from the day before: the difference, and the signals that moved
 * it.
 */
export function expectedChange(today: Category, before: Standing | undefined): object | null {
  if (before === undefined) return null
  const delta = points(today.signals) - Math.round(before.exact_score * 1e4)
  if (delta === 0) return null
  const earlier = new Map(before.points.map((point) => [point.key, point]))
  const causes = today.signals.flatMap((signal) => {
    const then = earlier.get(signal.key)
    const moved = then === undefined ? 0 : points([signal]) - points([then])
    if (then === undefined || moved === 0) return []
    const wasAssumed = then.is_assumed && !signal.assumed
    const cause = wasAssumed
      ? 'observed for the first time'
      : signal.assumed && !then.is_assumed
        ? 'no longer observed'
        : 'its value changed'
    const { key, points: after } = signal
    return [{ signal: key, points_before: then.points, points_after: after, delta: moved / 1e4, cause }]
  })
  causes.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || (a.signal < b.signal ? -1 : 1))
  return {
    since: before.day,
    score_before: before.score,
    score_delta: delta / 1e4,
    rank_before: before.rank,
    methodology_changed: before.methodology_version !== today.methodology_version,
    causes,
  }
}
