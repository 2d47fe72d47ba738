import { defineMethodology } from '../methodology.ts'

export default defineMethodology({
  category: 'tokenized',
  name: 'Tokenized agents',
  version: 'v1.1-tokenized-tvl',
  description:
    'Agents with a token, scored by market capitalisation, trading volume and the value locked in their protocols. The score measures size and use, not whether the token is worth buying.',
  parts: [{ id: 'evidence', name: 'evidence', role: 'core' }],
  core: 'mean',
  signals: [
    {
      key: 'token_market_cap',
      part: 'evidence',
      weight: 25,
      prior: 0,
      transform: { kind: 'log', floor: 50_000, cap: 2_000_000_000 },
      why: 'The value the market gives it. Logarithmic, since prices are easily moved on a thin market.',
    },
    {
      key: 'token_volume',
      part: 'evidence',
      weight: 25,
      prior: 0,
      transform: { kind: 'log', floor: 1_000, cap: 200_000_000 },
      why: 'Daily trading. Part of it can be bought, at the cost of fees.',
    },
    {
      key: 'token_tvl',
      part: 'evidence',
      weight: 25,
      prior: 0,
      transform: { kind: 'log', floor: 10_000, cap: 500_000_000 },
      why: 'Value locked in its protocols: capital at risk costs more to fake than a trade.',
    },
    {
      key: 'token_traded_at',
      part: 'evidence',
      weight: 15,
      prior: 0,
      transform: { kind: 'recency', floor: 1, cap: 60, half_life: 5 },
      why: 'A token that nobody trades is inactive: without a trade the value halves every five days.',
    },
    {
      key: 'token_protocol_listed_at',
      part: 'evidence',
      weight: 10,
      prior: 0,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'A protocol listed for a year has been tried by many.',
    },
  ],
  evidence: {
    required: [['token_market_cap'], ['token_volume']],
    min_signals: 3,
    min_weight: 60,
    min_sources: 1,
  },
  limitations: [
    'Each figure comes from one market index and can be moved by a few large holders.',
    'A token without a protocol has no locked value: it counts as not observed, not as 0.',
    'The market index decides which tokens are in this category. Whether a token stands for a working agent is not checked.',
  ],
  changelog: [
    {
      version: 'v1.1-tokenized-tvl',
      date: '2026-03-19',
      change: 'First published by Assay: market, locked value and tenure.',
    },
  ],
})
