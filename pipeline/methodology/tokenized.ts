import { defineMethodology } from '../methodology.ts'

export default defineMethodology({
  category: 'tokenized',
  name: 'Tokenized agents',
  version: 'v1.1-tokenized-tvl',
  description:
    'Agents with a token of their own, by what the market values and trades and what is locked in their protocols. It measures size and use, not whether the token is worth buying.',
  signals: [
    {
      key: 'token_market_cap',
      weight: 25,
      prior: 0,
      transform: { kind: 'log', floor: 50_000, cap: 2_000_000_000 },
      why: 'What holders together value it at; logarithmic, since a price is easily moved on a thin market.',
    },
    {
      key: 'token_volume',
      weight: 25,
      prior: 0,
      transform: { kind: 'log', floor: 1_000, cap: 200_000_000 },
      why: 'Trading that goes on every day; part of it can be bought, at the cost of fees.',
    },
    {
      key: 'token_tvl',
      weight: 25,
      prior: 0,
      transform: { kind: 'log', floor: 10_000, cap: 500_000_000 },
      why: 'Value that people have locked in its protocols: capital at risk is dearer than a trade.',
    },
    {
      key: 'token_traded_at',
      weight: 15,
      prior: 0,
      transform: { kind: 'recency', floor: 1, cap: 60, half_life: 5 },
      why: 'A token that nobody trades is not alive; the value halves every five days without a trade.',
    },
    {
      key: 'token_protocol_listed_at',
      weight: 10,
      prior: 0,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'A protocol that has been watched for a year has been tried by many.',
    },
  ],
  evidence: {
    required: ['token_market_cap', 'token_volume'],
    min_signals: 3,
    min_weight: 60,
    min_sources: 1,
  },
  limitations: [
    'Figures are those of one market index each and can be moved by few large holders.',
    'A token without a protocol of its own has no locked value: not observed, rather than 0.',
    'The category is that of the market index: whether a token stands for a working agent is not checked here.',
  ],
  changelog: [
    {
      version: 'v1.1-tokenized-tvl',
      date: '2026-03-19',
      change: 'First published by Assay: market, locked value and tenure.',
    },
  ],
})
