import { boolean, date, decimal, integer, list, text } from '../column.ts'
import { handle } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const dollars = { required: true, unit: 'USD', minimum: 0 } as const

export default defineTable({
  name: 'trust',
  about:
    'One row per agent: its trust score, the verdict on it as a counterparty with the reasons, and advisory limits.',
  key: ['handle'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * replace (list_transform(reasons, lambda one: one.code) as reasons) from trust',
  columns: {
    handle,
    score: integer('Trust score', { required: true, unit: 'points', minimum: 0, maximum: 100 }),
    class: text('Trust class', {
      required: true,
      values: ['verified', 'provisional', 'unverified', 'low_trust'],
    }),
    verdict: text('Verdict', { required: true, values: ['proceed', 'caution', 'reject'] }),
    recommendation: text('What the verdict and its basis recommend', { required: true }),
    per_transaction: integer('Advised limit of one transaction', dollars),
    daily: integer('Advised limit of a day', dollars),
    price_multiplier: decimal(3, 2, 'Advisory multiplier of a price', { required: true }),
    risk_premium_pct: decimal(5, 2, 'The same as a premium', { required: true, unit: 'percent' }),
    reasons: list('Codes of the rules that gave the verdict, as in the table trust_rules', {
      required: true,
    }),
    points: list('Input, value and points of each part of the trust score', { required: true }),
    confidence: text('How much is known', { required: true, values: ['high', 'medium', 'low'] }),
    evidence: text('Tier', { required: true, values: ['indexed', 'evidence_ranked'] }),
    identity: text('What is proven of who it is', { required: true }),
    is_erc8004_verified: boolean('Its own domain names its registration', { required: true }),
    activity: text('How recent its latest act is', { required: true }),
    basis: text('What the advice rests on', { required: true }),
    control: text('What is proven of who controls it', { required: true }),
    age: text('Whether its age is attested', { required: true }),
    known_since: date('Since when it is known'),
  },
})
