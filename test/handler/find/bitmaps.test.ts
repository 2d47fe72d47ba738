import { expect, test } from 'vitest'
import { isInAll, matchBits } from '../../../serving/handler/find/bitmaps.ts'

const bits = (...positions: number[]): Uint32Array => {
  const bitmap = new Uint32Array(3)
  for (const at of positions) bitmap[at >>> 5] = (bitmap[at >>> 5] as number) | (1 << (at & 31))
  return bitmap
}

test('the agents of all bitmaps are counted, and the first of them given up to the limit', () => {
  const some = bits(0, 1, 2, 31, 32, 63, 64, 95)
  expect(matchBits([some], 3)).toEqual({ total: 8, first: [0, 1, 2] })
  expect(matchBits([some], 20).first).toEqual([0, 1, 2, 31, 32, 63, 64, 95])
  expect(matchBits([some, bits(1, 31, 33, 95)], 2)).toEqual({ total: 3, first: [1, 31] })
  expect(matchBits([bits(5), bits(6)], 2)).toEqual({ total: 0, first: [] })
  expect(matchBits([], 2)).toEqual({ total: 0, first: [] })
})

test('an agent is in all bitmaps where each of them has it', () => {
  expect([31, 32, 95].map((at) => isInAll(at, [bits(31, 95), bits(31, 32, 95)]))).toEqual([true, false, true])
  expect(isInAll(7, [])).toBe(true)
})
