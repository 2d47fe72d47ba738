import { expect, test } from 'vitest'
import { rowsFrom, table } from './given_tables.ts'

test('ranks go by score to those with evidence, ties to the smaller handle; the rest have a position behind them', async () => {
  const score = (handle: string, exact_score: number, is_evidence_ready: boolean, category = 'service') => ({
    ...{ handle, category, exact_score, is_evidence_ready },
  })
  const given = {
    scores: table(
      `handle category methodology_version score:decimal(6,2) score_low:decimal(6,2) score_high:decimal(6,2)
       exact_score:decimal(9,4) is_evidence_ready:boolean`,
      [
        score('a', 50, true),
        score('b', 50, true),
        score('c', 70, true),
        score('d', 99, false),
        score('e', 10, false),
        score('a', 5, false, 'developer'),
      ],
    ),
    int_intervals__ranks: table('handle category drawn_low:bigint drawn_high:bigint'),
  }
  const ranked = 'select category, handle, tier, rank, position from rankings order by category, position'
  expect(await rowsFrom(given, ['rankings'], ranked)).toEqual([
    { category: 'developer', handle: 'a', tier: 'indexed', rank: null, position: 1 },
    { category: 'service', handle: 'c', tier: 'evidence_ranked', rank: 1, position: 1 },
    { category: 'service', handle: 'a', tier: 'evidence_ranked', rank: 2, position: 2 },
    { category: 'service', handle: 'b', tier: 'evidence_ranked', rank: 3, position: 3 },
    { category: 'service', handle: 'd', tier: 'indexed', rank: null, position: 4 },
    { category: 'service', handle: 'e', tier: 'indexed', rank: null, position: 5 },
  ])
  const tiers = await rowsFrom<{ handle: string; tier: string }>(given, ['tiers'], 'select * from tiers')
  expect(Object.fromEntries(tiers.map(({ handle, tier }) => [handle, tier]))).toEqual({
    ...{ a: 'evidence_ranked', b: 'evidence_ranked', c: 'evidence_ranked', d: 'indexed', e: 'indexed' },
  })
})

test('a rank has an interval around it; one that spans half of the category is provisional', async () => {
  const ranks: Record<string, [score: number, low: number, high: number]> = {
    ...{ first: [90, 1, 2], second: [70, 1, 2], third: [50, 4, 5], wide: [40, 1, 4], last: [5, 2, 3] },
  }
  const given = {
    scores: table(
      `handle category methodology_version score:decimal(6,2) score_low:decimal(6,2) score_high:decimal(6,2)
       exact_score:decimal(9,4) is_evidence_ready:boolean`,
      [
        ...Object.entries(ranks).map(([handle, [exact_score]]) => ({
          ...{ handle, category: 'service', exact_score, is_evidence_ready: true },
        })),
        { handle: 'unranked', category: 'service', exact_score: 1, is_evidence_ready: false },
      ],
    ),
    int_intervals__ranks: table(
      'handle category drawn_low:bigint drawn_high:bigint',
      Object.entries(ranks).map(([handle, [, drawn_low, drawn_high]]) => ({
        ...{ handle, category: 'service', drawn_low, drawn_high },
      })),
    ),
  }
  const intervals =
    'select handle, rank_low, rank_high, is_rank_provisional as provisional from rankings order by position'
  expect(await rowsFrom(given, ['rankings'], intervals)).toEqual([
    { handle: 'first', rank_low: 1, rank_high: 2, provisional: false },
    { handle: 'second', rank_low: 1, rank_high: 2, provisional: false },
    // Its draws all place it behind its rank: the interval reaches up to that.
    { handle: 'third', rank_low: 3, rank_high: 5, provisional: false },
    { handle: 'wide', rank_low: 1, rank_high: 4, provisional: true },
    // Neither its draws nor its rank alone span half of the category, but the interval does.
    { handle: 'last', rank_low: 2, rank_high: 5, provisional: true },
    { handle: 'unranked', rank_low: null, rank_high: null, provisional: null },
  ])
})
