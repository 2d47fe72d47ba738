import { z } from 'zod'
import { CATEGORIES } from '../../core/domain/category.ts'
import { textCell } from './cells.ts'
import { rowLine } from './csv_rows.ts'
import { curatedFile, parseCurated, readCurated } from './curated_file.ts'

/**
 * The cost of a goal for an attacker who has not earned it, by the gaming study; sums in USD with the method, in
 * words.
 */
const FAKE_COSTS = curatedFile({
  name: 'fake_costs.csv',
  row: z.object({
    category: z.enum(CATEGORIES, `must be one of ${CATEGORIES.join(', ')}`),
    /** E.g. `the first ten`. */
    goal: textCell,
    /** The lowest score that reaches it; a dash if any does. */
    score: textCell,
    /** With the rules against it switched off. */
    before: textCell,
    after: textCell,
    /** For an attacker who began a year ago. */
    prepared: textCell,
  }),
  key: ['category', 'goal'],
})
export type RankCost = z.output<typeof FAKE_COSTS.row>

/**
 * Reads all goals of all categories: written by `npm run e2e -- gaming`, with the same table in docs/reference/gaming.md.
 */
export const fakeCosts = (): RankCost[] => readCurated(FAKE_COSTS)

/** Formats a file with these costs. Throws as reading it would. */
export function fakeCostsText(costs: readonly RankCost[]): string {
  const columns = Object.keys(FAKE_COSTS.row.shape) as (keyof RankCost)[]
  const text = `${[columns.join(), ...costs.map((cost) => rowLine(columns, cost))].join('\n')}\n`
  parseCurated(Buffer.from(text), FAKE_COSTS)
  return text
}
