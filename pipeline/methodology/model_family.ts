import { NUMBERS } from '../../core/domain/numbers.ts'
import { defineMethodology } from '../model/methodology.ts'

/**
 * Floor and cap of a standing on a board, from the boards of 2026-03-23: the 5th percentile, and 25 above the best, in
 * steps of 25. The board for editing videos has four entries; it has the bounds of text to video.
 */
const BOARDS = {
  text: { floor: 1000, cap: 1550 },
  code: { floor: 1175, cap: 1575 },
  vision: { floor: 1150, cap: 1325 },
  document: { floor: 1400, cap: 1550 },
  search: { floor: 1025, cap: 1300 },
  'text-to-image': { floor: 950, cap: 1300 },
  'image-edit': { floor: 1075, cap: 1450 },
  'text-to-video': { floor: 1050, cap: 1425 },
  'image-to-video': { floor: 1075, cap: 1450 },
  'video-edit': { floor: 1050, cap: 1425 },
}

const bounds = Object.entries(BOARDS).map(([board, { floor, cap }]) => `${board} ${floor} to ${cap}`)

export default defineMethodology({
  category: 'model_family',
  name: 'Model families',
  version: 'v1.4-with-deployment',
  digest: '80ce08e8e29820629d8a65c585d97d257974ec1cb688a61f51a2d6877e2ea634',
  description:
    'The score is how well a family does in blind comparisons by people and how much it is used, and a little of whether it can be called and is kept up to date. Quality costs models that win votes on boards where the answers are anonymous; tokens cost a fee on what is spent, and downloads of open weights cost next to nothing, so they weigh least. It cannot see use outside OpenRouter and Hugging Face, such as a maker’s own service, nor a task that no board compares.',
  parts: [
    { id: 'quality', name: 'quality', role: 'core' },
    { id: 'use', name: 'use', role: 'core' },
    { id: 'availability', name: 'availability', role: 'factor' },
  ],
  core: 'mean',
  bounds: BOARDS,
  signals: [
    {
      key: 'arena_best',
      part: 'quality',
      weight: 22,
      prior: 0.17,
      transform: { kind: 'linear', floor: 0, cap: 100 },
      why: 'The board on which it does best: blind votes between two answers are the public measure that is hardest to buy, and a family that makes images is not judged by texts. A family on no board has the lowest tenth of those on one (2026-04-19), so that staying away gains nothing.',
    },
    {
      key: 'arena_standings',
      part: 'quality',
      weight: 26,
      prior: 0.18,
      transform: { kind: 'root', floor: 0, cap: 500 },
      why: 'The same over all boards: a board more never lowers it, and the square root makes the first ones count most. The prior is the lowest tenth (2026-04-19).',
    },
    {
      key: 'arena_votes',
      part: 'quality',
      weight: 8,
      prior: 0.29,
      transform: { kind: 'log', floor: 1_000, cap: 10_000_000 },
      why: 'How much people compared it. The prior is the lowest tenth (2026-04-19).',
    },
    {
      key: 'openrouter_tokens',
      part: 'use',
      weight: 16,
      prior: 0.2,
      transform: { kind: 'log', floor: 10_000_000_000, cap: 20_000_000_000_000 },
      why: 'Tokens that somebody pays for. The rankings name the 50 most used models of a day: the last of them comes to about 0.2, and whoever is not named counts as that, since less cannot be told from none.',
    },
    {
      key: 'huggingface_downloads',
      part: 'use',
      weight: 9,
      prior: null,
      transform: { kind: 'log', floor: 1_000, cap: 100_000_000 },
      why: 'Open weights that people download to run themselves. A closed family can have none, so it has no prior: tokens take its weight.',
    },
    {
      key: 'huggingface_derivatives',
      part: 'use',
      weight: 4,
      prior: null,
      transform: { kind: 'log', floor: 0, cap: 300 },
      why: 'Models that others built on the family. A closed family can have none; an upload costs little, so the weight is low.',
    },
    {
      key: 'openrouter_newest_at',
      part: 'availability',
      weight: 8,
      prior: 0.42,
      transform: { kind: 'recency', floor: 0, cap: 720, half_life: 120 },
      why: 'Active development: without a new model the value halves every 120 days. The prior is the lowest third (2026-04-19): not to be on offer there is a weak sign by itself, and says nothing of images and videos, of which it has few.',
    },
    {
      key: 'openrouter_models',
      part: 'availability',
      weight: 7,
      prior: 0.3,
      transform: { kind: 'log', floor: 0, cap: 40 },
      why: 'Models that anyone can call today. The prior is the lowest third (2026-04-19).',
    },
  ],
  evidence: {
    required: [['arena_best', 'openrouter_tokens', 'huggingface_downloads', 'openrouter_models']],
    min_signals: 1,
    min_weight: 0,
    min_sources: 1,
  },
  limitations: [
    `A standing is how far the lower end of a rating’s interval lies between two ratings of its board, as a percentage clipped to 0..100 and rounded to 2 decimals: ${bounds.join(', ')}. What counts is its mean over the last ${NUMBERS.standing_days} days, since boards are rated anew every other day and ratings go up and down by it; a day on which the board, read as far down, did not have the entry counts as 0, so a new model rises for a week. The bounds were set from the boards of 2026-03-23: the 5th percentile, and 25 above the best.`,
    'Quality carries most of the variance of the scores, and the best board alone may carry more than a third: it is the one thing that is measured of closed and open families alike. Where OpenRouter’s rankings are not read, it carries nearly all.',
    'Families of texts, images and videos stand in one ranking, each by the boards that it is on. Votes of different boards cannot be compared, and boards with few entries say less.',
    `An entry leaves when its board, read at least as far down as its last place, still lacks it ${NUMBERS.missing_entry_days} days after it was last seen; where nobody looked that far, after ${NUMBERS.unread_entry_days} days. Until then its votes count as they were last seen.`,
    'Hugging Face shows open weights alone, and downloads count machines and not people. Derivatives are counted from one page per family, up to 200.',
    'Use on OpenRouter is observed only if the operator of this index has a key for its rankings.',
    'A family is scored by its best model on each board. Models are assigned to families by name patterns, chosen by hand from public sources.',
  ],
  changelog: [
    {
      version: 'v1.4-with-deployment',
      date: '2026-03-19',
      change: 'First published by Assay: quality on all boards, use, and availability.',
    },
  ],
})
