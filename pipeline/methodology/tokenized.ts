import { defineMethodology } from '../model/methodology.ts'

export default defineMethodology({
  category: 'tokenized',
  name: 'Tokenized agents',
  version: 'v1.1-tokenized-tvl',
  digest: 'c51c92669fe67231aaa91a459b243e21145550e806e42a178dc3286d2cd99830',
  description:
    'The score is the size of a token’s market, and a little of the capital that lies in its protocols; it does not say whether the token is worth buying. Trading with oneself costs about six dollars for a million of volume and a price on a thin market a hundred for a million, while locked capital costs its interest; but not every token can have that. It cannot see who trades, or whether an agent stands behind the token at all: only the market index says that it is one.',
  parts: [
    { id: 'market', name: 'market', role: 'core' },
    { id: 'locked', name: 'locked value', role: 'factor' },
    { id: 'activity', name: 'activity', role: 'factor' },
  ],
  core: 'mean',
  signals: [
    {
      key: 'token_market_cap',
      part: 'market',
      weight: 46,
      prior: 0.43,
      transform: { kind: 'log', floor: 50_000, cap: 2_000_000_000 },
      why: 'The value the market gives it. It carries more than half of the variance, because it is what every token has and costs far more to fake than trading. The prior is the median (2026-04-19).',
    },
    {
      key: 'token_volume',
      part: 'market',
      weight: 22,
      prior: 0.32,
      transform: { kind: 'log', floor: 1_000, cap: 200_000_000 },
      why: 'Daily trading. It can be bought for the fees alone, so it weighs half as much. The prior is the median (2026-04-19).',
    },
    {
      key: 'token_tvl',
      part: 'locked',
      weight: 16,
      prior: 0.43,
      transform: { kind: 'log', floor: 10_000, cap: 500_000_000 },
      why: 'Value locked in its protocols: capital at risk costs more to fake than a trade. A token without a protocol cannot have any: it counts as the median of those that have (2026-04-19), and is neither punished nor rewarded.',
    },
    {
      key: 'token_protocol_listed_at',
      part: 'locked',
      weight: 6,
      prior: 0.11,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'A protocol listed for a year has been tried by many. The prior is the median (2026-04-19).',
    },
    {
      key: 'token_traded_at',
      part: 'activity',
      weight: 10,
      prior: 1,
      transform: { kind: 'recency', floor: 1, cap: 60, half_life: 5 },
      why: 'A token that nobody trades is inactive: without a trade the value halves every five days. The prior is the median (2026-04-19): nearly all are traded every day.',
    },
  ],
  evidence: {
    required: [['token_market_cap', 'token_tvl']],
    min_signals: 1,
    min_weight: 0,
    min_sources: 1,
  },
  limitations: [
    'Each figure comes from one market index, or one index of protocols, and can be moved by a few large holders.',
    'The market index alone decides which tokens are in this category, and DefiLlama which protocol belongs to a token. Whether a token stands for a working agent is not checked.',
    'Nothing tells a trade with oneself from another: volume says that somebody paid the fees.',
    'A token whose protocol holds less than the median stands a little below one without a protocol.',
  ],
  changelog: [
    {
      version: 'v1.1-tokenized-tvl',
      date: '2026-03-19',
      change: 'First published by Assay: the size of the market, locked value, and whether it is traded.',
    },
  ],
})
