import { readFileSync } from 'node:fs'
import { z } from 'zod'

const point = z.strictObject({ agents: z.int().min(1), value: z.number().min(0), where: z.string() })
const inputs = z.strictObject({ note: z.string(), figures: z.record(z.string(), z.array(point)) })

export type MeasuredPoint = z.infer<typeof point>

/** A figure at a size: as measured there, or as the line through what was measured says. */
export interface Estimate {
  value: number
  kind: 'measured' | 'between' | 'beyond'
}

/** Measurements, by figure. */
export const measuredFigures = (): Record<string, MeasuredPoint[]> =>
  inputs.parse(JSON.parse(readFileSync(new URL('inputs.json', import.meta.url), 'utf8'))).figures

/**
 * A figure at a number of agents: on the straight line between the two sizes beside it that were measured, or on the
 * line through the last two on its side carried on. Never less than nothing, and a line that falls is not carried on:
 * more agents never take less. Null where nothing was measured, or at one other size alone: one point has no slope.
 */
export function estimate(points: readonly MeasuredPoint[], agents: number): Estimate | null {
  const exact = points.find((point) => point.agents === agents)
  if (exact !== undefined) return { value: exact.value, kind: 'measured' }
  const sorted = points.toSorted((a, b) => a.agents - b.agents)
  const above = sorted.findIndex((item) => item.agents > agents)
  const last = above === -1 ? sorted.length - 1 : Math.max(1, above)
  const [from, to] = [sorted[last - 1], sorted[last]]
  if (from === undefined || to === undefined) return null
  const slope = (to.value - from.value) / (to.agents - from.agents)
  if (agents > to.agents && slope < 0) return { value: to.value, kind: 'beyond' }
  const value = Math.max(0, from.value + slope * (agents - from.agents))
  return { value, kind: agents > from.agents && agents < to.agents ? 'between' : 'beyond' }
}
