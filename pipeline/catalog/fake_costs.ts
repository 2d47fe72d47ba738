import { readFileSync } from 'node:fs'

/** What a goal costs somebody who has not earned it, as the gaming study found it; sums in USD with the way, in words. */
export interface RankCost {
  category: string
  /** E.g. `the first ten`. */
  goal: string
  /** The least score that reaches it; a dash where any does. */
  score: string
  /** With the rules against it switched off. */
  before: string
  after: string
  /** By somebody who began a year ago. */
  prepared: string
}

/** All goals of all categories: written by `npm run e2e -- gaming`, with the same tables in docs/gaming.md. */
export const fakeCosts = (): RankCost[] =>
  JSON.parse(readFileSync(new URL('fake_costs.json', import.meta.url), 'utf8')) as RankCost[]
