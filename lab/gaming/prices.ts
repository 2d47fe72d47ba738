import { PRICES } from '../../pipeline/catalog/fake_prices.ts'

/** The cost in USD of so many units of each thing. */
export const cost = (units: Partial<Record<keyof typeof PRICES, number>>): number =>
  Object.entries(units).reduce((sum, [key, count]) => sum + PRICES[key as keyof typeof PRICES].usd * count, 0)

/** Number of units that a budget buys, at most `cap`. */
export const bought = (key: keyof typeof PRICES, usd: number, cap = Number.POSITIVE_INFINITY): number =>
  Math.max(0, Math.min(cap, Math.floor(usd / PRICES[key].usd + 1e-9)))

/** The label of a variant that spends up to a budget. */
export const budgetLabel = (budget: number, daysOld: number): string =>
  `up to ${budget.toLocaleString('en-US')} USD${daysOld > 0 ? ', prepared' : ''}`
