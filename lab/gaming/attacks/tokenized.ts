import type { Attack, Variant } from '../attack.ts'
import { bought, cost } from '../prices.ts'
import { STUDY_DAY } from '../world.ts'

const BUDGETS = [0, 10, 100, 1_000, 10_000, 100_000]
const CAP = 1_000_000

/** The attacks on the ranking of tokens; no rule of ours stands against them but the bounds of the formula. */
export const tokenizedAttacks = (): Attack[] => [
  {
    category: 'tokenized',
    name: 'volume',
    what: `A token of one’s own that is stated to be worth ${CAP.toLocaleString('en-US')} USD, which the attacker trades with himself.`,
    rules: [],
    variants: BUDGETS.slice(0, 4).map((budget) =>
      token(`${budget} USD`, `volume-${budget}`, { volume: budget }),
    ),
  },
  {
    category: 'tokenized',
    name: 'market capitalisation',
    what: 'The same with 10 USD for volume, and a large supply priced by a small pool.',
    rules: [],
    variants: BUDGETS.slice(1, 5).map((budget) =>
      token(`${budget} USD`, `cap-${budget}`, { volume: 10, cap: budget }),
    ),
  },
  {
    category: 'tokenized',
    name: 'value locked',
    what: 'The same with 10 USD for volume, and the attacker’s own capital locked in his own protocol for a month.',
    rules: [],
    variants: BUDGETS.slice(1).map((budget) =>
      token(`${budget} USD`, `locked-${budget}`, { volume: 10, tvl: budget }),
    ),
  },
]

/** Spending in USD on each figure, and the days since the protocol was listed. */
export interface Figures {
  volume?: number
  cap?: number
  tvl?: number
  daysOld?: number
}

/** A token of an attacker with the figures that so much buys. */
export function token(
  label: string,
  name: string,
  { volume = 0, cap = 0, tvl = 0, daysOld = 0 }: Figures,
): Variant {
  const traded = bought('volume', volume, 200_000_000)
  const valued = Math.max(CAP, bought('market_cap', cap, 2_000_000_000))
  const locked = bought('tvl', tvl, 500_000_000)
  const time = `${STUDY_DAY}T23:00:00Z`
  const listed = new Date(Date.parse(time) - daysOld * 86_400_000).toISOString()
  return {
    label,
    spent: cost({ token_launch: 1, volume: traded, market_cap: valued, tvl: locked }),
    records: [`coingecko_ai_agents:${name}`],
    rows: {
      raw_coingecko_ai_agents: [
        {
          id: name,
          symbol: name,
          name,
          market_cap: valued,
          total_volume: traded,
          current_price: 1,
          last_updated: time,
        },
      ],
      raw_defillama:
        tvl === 0
          ? []
          : [
              {
                slug: name,
                name,
                gecko_id: name,
                category: 'AI Agents',
                chains: [],
                tvl: locked,
                listed_at: listed,
              },
            ],
    },
  }
}
