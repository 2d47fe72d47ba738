import type { Place } from '../../pipeline/probes/pace_limit.ts'

/** A request, and when it was under way. */
export interface Span {
  place: Place
  from: number
  to: number
}

/** Returns how many were under way at once and started in any window at most: counted from the record alone. */
export function measurePeaks(spans: Span[], keyed: (span: Span) => string | null, windowMs = 1_000) {
  let [atOnce, started] = [0, 0]
  const groups = Map.groupBy(spans, keyed)
  groups.delete(null)
  for (const group of groups.values()) {
    const events = group.flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    let underWay = 0
    for (const { by } of events.sort((a, b) => a.at - b.at || a.by - b.by)) {
      underWay += by
      atOnce = Math.max(atOnce, underWay)
    }
    const starts = group.map(({ from }) => from).sort((a, b) => a - b)
    for (let first = 0, last = 0; last < starts.length; last++) {
      while ((starts[last] as number) - (starts[first] as number) >= windowMs) first++
      started = Math.max(started, last - first + 1)
    }
  }
  return { atOnce, started }
}
