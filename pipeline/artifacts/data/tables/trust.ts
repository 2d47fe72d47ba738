import { booleanColumn, dateColumn, decimalColumn, integerColumn, listColumn, textColumn } from '../column.ts'
import { handleColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const dollars = { unit: 'USD', minimum: 0 } as const

export default defineTable({
  name: 'trust',
  about:
    'One row per agent: its trust score, the verdict on it as a counterparty with the reasons, and advisory limits.',
  key: ['handle'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select * exclude (cost_parts, wallets) replace (list_transform(reasons, lambda one: one.code) as reasons),
    list_transform(cost_parts, lambda one: one.part || ' ' || one.units || ' ' || one.usd) as cost_parts,
    list_transform(wallets, lambda one: one.chain || ':' || one.wallet) as wallets from trust`,
  columns: {
    handle: handleColumn,
    score: integerColumn('Trust score', { required: true, unit: 'points', minimum: 0, maximum: 100 }),
    class: textColumn('Trust class', {
      required: true,
      values: ['verified', 'provisional', 'unverified', 'low_trust'],
    }),
    verdict: textColumn('Verdict', { required: true, values: ['proceed', 'caution', 'reject'] }),
    recommendation: textColumn('What the verdict and its basis recommend', { required: true }),
    payable: booleanColumn('Whether a wallet of it is known', { required: true }),
    cost_to_fake_usd: decimalColumn(
      12,
      2,
      'The least that it costs to fake what the limits rest on',
      dollars,
    ),
    cost_parts: listColumn('Part, units and cost of each part of that', { required: true }),
    per_transaction: decimalColumn(
      8,
      2,
      'Advised limit of one transaction; none where it cannot be paid',
      dollars,
    ),
    daily: decimalColumn(8, 2, 'Advised limit of a day; none where it cannot be paid', dollars),
    wallets: listColumn('Wallets that its own host quotes, for which the limits hold', { required: true }),
    paid_days: integerColumn('Days of payments that were read, of the window', { unit: 'days', minimum: 0 }),
    price_multiplier: decimalColumn(3, 2, 'Advisory multiplier of a price', { required: true }),
    risk_premium_pct: decimalColumn(5, 2, 'The same as a premium', { required: true, unit: 'percent' }),
    reasons: listColumn('Codes of the rules that gave the verdict, as in the table trust_rules', {
      required: true,
    }),
    points: listColumn('Input, value and points of each part of the trust score', { required: true }),
    confidence: textColumn('How much is known', { required: true, values: ['high', 'medium', 'low'] }),
    evidence: textColumn('Tier', { required: true, values: ['indexed', 'evidence_ranked'] }),
    identity: textColumn('What is proven of who it is', { required: true }),
    is_erc8004_verified: booleanColumn('Its own domain names its registration', { required: true }),
    activity: textColumn('How recent its latest act is', { required: true }),
    basis: textColumn('What the advice rests on', { required: true }),
    control: textColumn('Whether control of it, or of the wallet that is paid, is proven', {
      required: true,
    }),
    age: textColumn('Whether it is 30 days old, and who says so', { required: true }),
    known_since: dateColumn('Since when it is known'),
  },
})
