import { expect, test } from 'vitest'
import { computeRankBands, NO_SCORE } from '../../pipeline/model/compute_rank_bands.ts'
import { randomFrom } from '../kit/random.ts'
import { rowsFrom, table } from './given_tables.ts'

const DRAWS = 200

/** The same bands by the percentiles of a list of all ranks. */
const bandsInSql = (scores: { draw: number; agent: number; score: number }[]) =>
  rowsFrom(
    { scores: table('draw:integer agent:integer score:integer', scores) },
    [],
    `select quantile_disc(rank, 0.05) as drawn_low, quantile_disc(rank, 0.95) as drawn_high
     from (select agent, row_number() over (partition by draw order by score desc, agent) as rank from scores)
     group by agent order by agent`,
  )

test('bands are those of a list of all ranks, equal scores and agents with fewer draws included', async () => {
  const random = randomFrom(7)
  const totals = Int32Array.from({ length: 60 }, (_, agent) =>
    agent % 3 === 0 ? Math.floor(random() * 50) : NO_SCORE,
  )
  const numbers = Int32Array.from(
    [...totals.entries()].flatMap(([agent, total]) => (total < 0 ? [agent] : [])),
  )
  const draws = Int32Array.from({ length: numbers.length * DRAWS }, (_, at) =>
    at % numbers.length === 5 && at > 3000 ? NO_SCORE : Math.floor(random() * 50),
  )
  const scores = Array.from({ length: DRAWS }, (_, draw) => [
    ...[...totals.entries()].map(([agent, score]) => ({ draw, agent, score })),
    ...[...numbers.entries()].map(([at, agent]) => ({
      draw,
      agent,
      score: draws[draw * numbers.length + at] as number,
    })),
  ]).flat()
  const drawn = scores.filter(({ score }) => score !== NO_SCORE)
  expect(computeRankBands({ totals, numbers, draws }, DRAWS)).toEqual(await bandsInSql(drawn))
})
