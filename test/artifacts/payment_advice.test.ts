import { expect, test } from 'vitest'
import type { TrustRow } from '../../core/views/agent_record.ts'
import { describePayment } from '../../pipeline/artifacts/agents/payment_advice.ts'
import { createTrust } from '../views/given_agent_record.ts'

const parts = (known: number, payers: number): TrustRow['cost_parts'] => [
  { part: 'known_wallets', units: known, usd: known / 4 },
  { part: 'payments', units: payers, usd: payers / 1_000 },
]

const because = (code: string, sentence: string) => [{ code, sentence }]
const NOTHING = { recommendation: 'not_enough_known', per_transaction: 0, daily: 0 } as const
const NO_RAIL: Partial<TrustRow> = {
  ...{ recommendation: 'no_known_rail', payable: false, cost_to_fake_usd: null, cost_parts: [] },
  ...{ per_transaction: null, daily: null },
}

const CASES: [string, Partial<TrustRow>, string][] = [
  [
    'known wallets',
    { cost_parts: parts(706, 712), cost_to_fake_usd: 177.21, per_transaction: 1, daily: 5 },
    'Paid by 706 known wallets in 30 days; faking that costs about 180 USD; pay up to 1.00 USD at once. At most 5.00 USD a day, and only to a wallet that its own host quotes.',
  ],
  [
    'one wallet that nobody knows, in four days',
    { cost_parts: parts(0, 1), cost_to_fake_usd: 0.1, per_transaction: 0.01, daily: 0.05, paid_days: 4 },
    'Paid by 1 wallet that nobody knows in the 4 days of payments that were read; faking that costs about 0.10 USD; pay up to 0.01 USD at once. At most 0.05 USD a day, and only to a wallet that its own host quotes.',
  ],
  [
    'thousands of dollars',
    { cost_parts: parts(9_000, 9_000), cost_to_fake_usd: 2_259.5 },
    'Paid by 9,000 known wallets in 30 days; faking that costs about 2,300 USD; pay up to 50.00 USD at once. At most 50.00 USD a day, and only to a wallet that its own host quotes.',
  ],
  [
    'less than ten cents',
    {
      ...NOTHING,
      reasons: because('unpaid', 'It is cheap.'),
      cost_parts: parts(0, 12),
      cost_to_fake_usd: 0.01,
    },
    'Paid by 12 wallets that nobody knows in 30 days; faking that costs about 0.01 USD. No payment is advised. It is cheap. Payments by more wallets, or by known ones, would change that.',
  ],
  [
    'no rank',
    { ...NOTHING, reasons: because('indexed_only', 'It has no rank.') },
    'No payment is advised. It has no rank. Payments by known wallets would change that.',
  ],
  [
    'a rejection',
    {
      recommendation: 'do_not_pay',
      reasons: because('departed', 'It has departed.'),
      ...{ per_transaction: null },
    },
    'Do not pay it. It has departed. That changes when a source lists it again.',
  ],
  [
    'a sound agent without a rail',
    NO_RAIL,
    'Its identity and record are sound, but no way to pay it is known, so that no limit is given. A 402 answer of its own host that quotes a wallet would change that.',
  ],
  [
    'an unknown one without a rail',
    { ...NO_RAIL, verdict: 'caution' },
    'No way to pay it is known, so that no limit is given. A 402 answer of its own host that quotes a wallet would change that.',
  ],
]

test.each(CASES)('the advice on paying in words: %s', (_, given, words) => {
  expect(describePayment(createTrust(given))).toBe(words)
})
