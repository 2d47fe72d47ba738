import { expect, it } from 'vitest'
import { findHighestId } from '../../../pipeline/chain/census/highest_id.ts'

/** Searches among ids that have an owner; `asked` counts the ids asked for. */
async function search(isOwned: (id: number) => boolean, known = -1, { longestHole = 0, offset = 0.5 } = {}) {
  let asked = 0
  const ask = async (ids: number[]) => {
    asked += ids.length
    return ids.map(isOwned)
  }
  return { highest: await findHighestId(ask, { known, longestHole, offset }), asked }
}

const upTo = (highest: number) => (id: number) => id <= highest

it.each([
  [-1, -1],
  [0, -1],
  [5, -1],
  [304_494, -1],
  [304_494, 302_694],
  [304_494, 304_494],
])('finds %d, when %d is known', async (highest, known) => {
  expect((await search(upTo(highest), known)).highest).toBe(highest)
})

it('asks for fewer than a hundred ids when nothing is above the known ones', async () => {
  expect((await search(upTo(304_494), 304_494)).asked).toBeLessThan(100)
})

it.each([0, 0.3, 0.9])('steps over holes of up to 2,000 ids, beginning at %d', async (offset) => {
  const holes = [
    [100, 1542],
    [1600, 2875],
    [2881, 4500],
  ] as const
  const isHole = (id: number) => holes.some(([from, to]) => from <= id && id <= to)
  const { highest } = await search((id) => id <= 4505 && !isHole(id), 50, { offset })
  expect(highest).toBe(4505)
})

it('looks three times as far as the longest hole that is known', async () => {
  const isOwned = (id: number) => id <= 100 || (id >= 9_000 && id <= 9_200)
  expect((await search(isOwned, 100)).highest).toBe(100)
  expect((await search(isOwned, 100, { longestHole: 4_000 })).highest).toBe(9_200)
})

it('ends with null where every id has an owner', async () => {
  expect((await search(() => true)).highest).toBeNull()
})
