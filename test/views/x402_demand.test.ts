import { expect, test } from 'vitest'
import type { X402Day } from '../../core/resources/x402_demand.schema.ts'
import { x402Demand } from '../../core/resources/x402_demand.schema.ts'
import {
  demandView,
  firstOperators,
  type MarketRow,
  type Operator,
} from '../../core/resources/x402_demand.ts'
import { INFO } from './given_agent_record.ts'

const TOTALS = {
  ...{ operators: 2, payments: 10, volume_usd: '0.010000', volume_atomic: '10000' },
  ...{ unique_payers: 4, independent_payers: 3, flagged_operators: 1, flagged_payments: 5 },
  ...{ unmatched_payments: 4, unmatched_payments_share: 0.4, unmatched_volume_share: 0.25 },
  unmatched_payers: 1,
}
const NOTHING = Object.fromEntries(Object.keys(TOTALS).map((key) => [key, null]))

const ANCHORS = [{ chain: 'eip155:8453', operator: '0xold', since: '2026-03-01' }]

/** All of the last 14 days, and some before them. */
const MARKET: MarketRow = {
  ...{ chain: 'eip155:8453', days: 14, observed_days: 14, complete_days: 14, earlier_days: 5 },
  ...{ observed_since: '2026-03-01', ...TOTALS },
}

const DAYS: X402Day[] = [
  {
    ...{ day: '2026-03-31', is_complete: false, payments: 3, independent_payments: 2 },
    ...{ volume_usd: '0.300000', unique_payers: null, independent_payers: null },
  },
]

const createView = (market: MarketRow | null, chain: string | null = null, operators: Operator[] = []) =>
  demandView({ chain, days: 14, market, byChain: [], byDay: [], anchors: [], operators }, INFO)

const STANDING = [
  expect.stringContaining('Payments are USDC that x402 moved'),
  expect.stringContaining('it counts for no agent'),
  expect.stringContaining('never added up across chains'),
  expect.stringContaining('rank_raw uses the raw payer counts'),
]
const WINDOW = { days: 14, from: '2026-03-18', to: '2026-03-31' }

test('a leaderboard has the totals of its window, and those of each chain', () => {
  const byChain = [{ ...MARKET, payments: 7, complete_days: 3, short_names: ['base'] }]
  const view = demandView(
    { chain: 'eip155:8453', days: 14, market: MARKET, byChain, byDay: DAYS, anchors: ANCHORS, operators: [] },
    INFO,
  )
  const window = { ...WINDOW, observed_days: 14, complete_days: 14, observed_since: '2026-03-01' }
  expect(x402Demand.parse(view)).toEqual({
    type: 'x402_demand',
    chain: 'eip155:8453',
    window,
    market: TOTALS,
    by_chain: [
      {
        ...{ chain: 'eip155:8453', short_names: ['base'], window: { ...window, complete_days: 3 } },
        ...{ ...TOTALS, payments: 7 },
      },
    ],
    by_day: DAYS,
    anchors: ANCHORS,
    count: 0,
    operators: [],
    limitations: ['Sample data.', ...STANDING],
    last_updated: '2026-03-31T06:00:00Z',
  })
})

test('of days that nobody read nothing is known, which is not zero', () => {
  expect(createView(null)).toMatchObject({
    window: { ...WINDOW, observed_days: 0, complete_days: 0, observed_since: null },
    market: NOTHING,
    limitations: [
      'Sample data.',
      'No payments have been read for these days: what was paid is unknown, not zero.',
      ...STANDING,
    ],
  })
  expect(createView({ ...MARKET, payments: null }, 'eip155:137').limitations[1]).toBe(
    'No payments on eip155:137 have been read for these days: what was paid is unknown, not zero.',
  )
})

test('days that were read in part, and new payers that cannot be told, are limitations', () => {
  const listLimitations = (given: Partial<MarketRow>) =>
    createView({ ...MARKET, ...given }).limitations.slice(1, -STANDING.length)
  expect(listLimitations({})).toEqual([])
  expect(listLimitations({ complete_days: 13 })).toEqual([
    'Of the 14 days asked for, 14 were read, 13 of them in full.',
  ])
  expect(listLimitations({ observed_days: null, complete_days: null, earlier_days: 0 })).toEqual([
    'Of the 14 days asked for, 0 were read, 0 of them in full.',
    'No earlier days were read, so it is unknown which payers are new and which are returning.',
  ])
})

test('the first rows of a leaderboard are counted as they are listed', () => {
  const operators = ['0xa1', '0xb2', '0xc3'].map((operator) => ({ operator }) as Operator)
  const whole = createView(MARKET, null, operators)
  expect(whole.count).toBe(3)
  expect(firstOperators(whole, 2)).toEqual({ ...whole, count: 2, operators: operators.slice(0, 2) })
})
