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
