import { defineMethodology } from '../methodology.ts'

export default defineMethodology({
  category: 'model_family',
  name: 'Model families',
  version: 'v1.4-with-deployment',
  description:
    'How well the best models of a family do in blind comparisons by people, how widely the family is deployed on an open model market, and how fresh it is.',
  signals: [
    {
      key: 'arena_text_score',
      weight: 25,
      prior: 0.1,
      transform: { kind: 'linear', floor: 1300, cap: 1550 },
      why: 'Blind votes by people between two answers are the hardest public measure of text quality to buy.',
    },
    {
      key: 'arena_vision_score',
      weight: 8,
      prior: 0.1,
      transform: { kind: 'linear', floor: 1000, cap: 1350 },
      why: 'The same measure where the question holds an image.',
    },
    {
      key: 'arena_code_score',
      weight: 12,
      prior: 0.1,
      transform: { kind: 'linear', floor: 1200, cap: 1600 },
      why: 'The same measure for building software, the commonest work of agents.',
    },
    {
      key: 'arena_votes',
      weight: 10,
      prior: 0,
      transform: { kind: 'log', floor: 0, cap: 10_000_000 },
      why: 'A score rests on votes: more of them, on more boards, is more evidence.',
    },
    {
      key: 'arena_boards',
      weight: 5,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 6 },
      why: 'A family that is compared on many kinds of task is more than one strong model.',
    },
    {
      key: 'openrouter_models',
      weight: 15,
      prior: 0,
      transform: { kind: 'log', floor: 0, cap: 40 },
      why: 'Deployment: a model that can be called today, by anyone, through an open market.',
    },
    {
      key: 'openrouter_newest_at',
      weight: 15,
      prior: 0,
      transform: { kind: 'recency', floor: 14, cap: 720, half_life: 120 },
      why: 'A family that is developed shows new models; the value halves every 120 days after a fortnight.',
    },
    {
      key: 'openrouter_first_at',
      weight: 5,
      prior: 0,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'A family that has been served for a year has been tried by many.',
    },
    {
      key: 'openrouter_context',
      weight: 5,
      prior: 0.3,
      transform: { kind: 'log', floor: 8_000, cap: 2_000_000 },
      why: 'Agents live on long contexts; past two million tokens more says little.',
    },
  ],
  evidence: { required: [], min_signals: 5, min_weight: 50, min_sources: 2 },
  limitations: [
    'A family is as good here as its best model on a board; its weaker models are not averaged in.',
    'Image and video families are compared by people too, but their boards have other scales: they count as boards and votes, not as scores.',
    'Which models belong to a family is curated by name patterns with public source addresses.',
  ],
  changelog: [
    {
      version: 'v1.4-with-deployment',
      date: '2026-03-19',
      change: 'First published by Assay: quality, deployment and freshness.',
    },
  ],
})
