import { describe, expect, it } from 'vitest'
import {
  drawIds,
  findMissingRuns,
  type MissingRun,
  separateUnread,
  sortRegistrations,
} from '../../../pipeline/chain/census/missing_ids.ts'

const RANGE = { from_block: 100, to_block: 900 }
const registered = (...pairs: [id: number, block: number][]) =>
  sortRegistrations(pairs.map(([id, block]) => ({ id, block })))
const toPairs = (runs: MissingRun[]) => runs.map(({ from_id, to_id }) => [from_id, to_id])

describe('ids without a registration', () => {
  it('lie between registered ones, before the first and after the last, each between the blocks of both', () => {
    const runs = findMissingRuns(registered([5, 400], [2, 200], [3, 300], [3, 300]), 7, RANGE)
    expect(runs).toEqual([
      { from_id: 0, to_id: 1, from_block: 100, to_block: 200 },
      { from_id: 4, to_id: 4, from_block: 300, to_block: 400 },
      { from_id: 6, to_id: 7, from_block: 400, to_block: 900 },
    ])
  })

  it('are all up to the highest where nothing was read, and none where all were', () => {
    expect(toPairs(findMissingRuns([], 9, RANGE))).toEqual([[0, 9]])
    expect(findMissingRuns(registered([0, 200], [1, 300]), 1, RANGE)).toEqual([])
    expect(findMissingRuns([], -1, RANGE)).toEqual([])
  })

  it('are nobody’s loss where blocks of theirs were never read', () => {
    const runs = findMissingRuns(registered([2, 200], [5, 400], [9, 800]), 9, RANGE)
    const { lacking, unread } = separateUnread(runs, [{ from_block: 350, to_block: 390 }])
    expect(toPairs(unread)).toEqual([[3, 4]])
    expect(toPairs(lacking)).toEqual([
      [0, 1],
      [6, 8],
    ])
  })
})

describe('a draw', () => {
  const runs = findMissingRuns(registered([10, 200], [500, 400], [2000, 800]), 5000, RANGE)

  it('is the same for a date, another for the next, each id once and without a registration', () => {
    const drawn = drawIds(runs, 200, '2026-11-26')
    expect(drawIds(runs, 200, '2026-11-26')).toEqual(drawn)
    expect(drawIds(runs, 200, '2026-11-27')).not.toEqual(drawn)
    expect(new Set(drawn).size).toBe(200)
    expect(drawn.filter((id) => [10, 500, 2000].includes(id) || id < 0 || id > 5000)).toEqual([])
    expect(Math.min(...drawn)).toBeLessThan(300)
    expect(Math.max(...drawn)).toBeGreaterThan(4700)
  })

  it('takes all where there are no more', () => {
    expect(drawIds(findMissingRuns(registered([1, 200]), 3, RANGE), 200, 'x')).toEqual([0, 2, 3])
  })
})
