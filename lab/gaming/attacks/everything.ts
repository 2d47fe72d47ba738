import { PRICES } from '../../../pipeline/catalog/fake_prices.ts'
import { A_WEEK_APART, agentId, PRESENT, payers, presence, seller } from '../agents.ts'
import { type Attack, times, together, type Variant } from '../attack.ts'
import { bought, budgetLabel, cost } from '../prices.ts'
import { feedback, payment, wallet } from '../rows.ts'
import { boughtServer } from './bought_server.ts'
import { family, organisation } from './curated.ts'
import { token } from './tokenized.ts'

/** Maximum spending in USD: a geometric grid. */
const GRID = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000]
/** Finer where a place among the first services is bought. */
const SERVICE_GRID = [...GRID.slice(0, 8), 20, 50, 70, 150, 200].sort((a, b) => a - b)
/** Finer where a place among the first servers is bought. */
const SERVER_GRID = [...GRID, 50, 70, 150, 200, 400, 500, 700, 1_500, 2_000, 5_000].sort((a, b) => a - b)
const WAITED = 365

/** Everything that money buys at once, for each budget of the grid; and again prepared a year ago. */
export const everythingAttacks = (): Attack[] =>
  (
    [
      ['service', service, SERVICE_GRID],
      ['mcp_server', boughtServer, SERVER_GRID],
      ['developer', developer, [...GRID, 30_000]],
      ['model_family', modelFamily, [...GRID, 30_000]],
      ['tokenized', tokenized, [1_000, 1_100, 1_300, 2_000, 5_000, 10_000, 30_000, 100_000]],
    ] as const
  ).map(([category, make, grid]) => ({
    category,
    name: 'everything',
    what: 'All of the above together, with the budget spent where it buys the most; “prepared” attackers began a year ago.',
    rules: ['age', 'vouched', 'cost', 'lasting'],
    variants: grid.flatMap((budget) => [
      make(budget, 0),
      ...(category === 'developer' ? [] : [{ ...make(budget, WAITED), isPrepared: true as const }]),
    ]),
  }))

/** Presence, then wallets from out of sight that come back, the cheapest way to a customer, and a little feedback. */
function service(budget: number, daysOld: number): Variant {
  const name = `all-service-${String(budget).replace('.', '-')}-${daysOld}`
  const base = { listing: 20, registration: 1 }
  const left = Math.max(0, budget - cost(base))
  const wallets = Math.min(20_000, Math.floor((0.97 * left) / cost({ transfer: 1, payment: 1 })))
  const returning = Math.min(wallets, bought('payment', 0.02 * left, 1_000))
  const clients = bought('feedback', 0.01 * left, 100)
  const units = { transfer: wallets, payment: wallets + returning, feedback: clients }
  return {
    label: budgetLabel(budget, daysOld),
    spent: cost({ ...base, ...units }),
    records: [seller(name)],
    rows: together(
      presence(name, { ...PRESENT, resources: 20, daysOld }),
      payers(name, wallets, A_WEEK_APART, returning),
      wallets > 0 && daysOld > 0 ? payment(wallet(`${name} 0`), wallet(name), daysOld) : {},
      times(clients, (index) => feedback(agentId(name), `${name} ${index}`)),
    ),
  }
}

/** Nothing about an organisation counts for being old. */
function developer(budget: number): Variant {
  const name = `all-developer-${String(budget).replace('.', '-')}`
  const spending = { stars: 0.7 * budget, downloads: 0.3 * budget, servers: 30 }
  return organisation(budgetLabel(budget, 0), name, spending)
}

function modelFamily(budget: number, daysOld: number): Variant {
  const name = `all-family-${String(budget).replace('.', '-')}-${daysOld}`
  return family(budgetLabel(budget, daysOld), name, 0.5 * budget, 0.5 * budget, daysOld)
}

function tokenized(budget: number, daysOld: number): Variant {
  const left = budget - PRICES.token_launch.usd - cost({ market_cap: 1_000_000 }) + 100
  const spending = { volume: 0.1 * left, cap: 0.2 * left, tvl: 0.7 * left, daysOld }
  return token(budgetLabel(budget, daysOld), `all-token-${budget}-${daysOld}`, spending)
}
