import { readFileSync } from 'node:fs'
import { z } from 'zod'

const point = z.strictObject({ agents: z.int().min(1), value: z.number().min(0), where: z.string() })
const inputs = z.strictObject({ note: z.string(), figures: z.record(z.string(), z.array(point)) })

export type Point = z.infer<typeof point>

/** A figure at a size: as measured there, or as the line through what was measured says. */
export interface Estimate {
  value: number
  kind: 'measured' | 'between' | 'beyond'
}

/** What was measured, by figure. */
export const measuredFigures = (): Record<string, Point[]> =>
  inputs.parse(JSON.parse(readFileSync(new URL('inputs.json', import.meta.url), 'utf8'))).figures

/**
 * A figure at a number of agents: that of the straight line which fits best what was measured, and never less than
 * nothing. Null where nothing was measured, or at one other size alone: one point has no slope.
 */
export function estimate(points: readonly Point[], agents: number): Estimate | null {
  const exact = points.find((one) => one.agents === agents)
  if (exact !== undefined) return { value: exact.value, kind: 'measured' }
  if (points.length < 2) return null
  const sizes = points.map((one) => one.agents)
  const isBetween = agents > Math.min(...sizes) && agents < Math.max(...sizes)
  const value = Math.max(0, lineAt(points, agents))
  return { value, kind: isBetween ? 'between' : 'beyond' }
}

function lineAt(points: readonly Point[], at: number): number {
  const mean = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [mean(points.map((one) => one.agents)), mean(points.map((one) => one.value))]
  const spread = points.reduce((sum, one) => sum + (one.agents - x) ** 2, 0)
  const slope = points.reduce((sum, one) => sum + (one.agents - x) * (one.value - y), 0) / spread
  return y + slope * (at - x)
}
