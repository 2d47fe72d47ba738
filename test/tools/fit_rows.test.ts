import { expect, test } from 'vitest'
import { fitRows } from '../../serving/handler/tools/fit_rows.ts'

const rows = (count: number, text: string) => Array.from({ length: count }, (_, nth) => ({ nth, text }))
const tooLarge = (most: number) => (answer: object) => JSON.stringify(answer).length > most

test('an answer that fits is unchanged', () => {
  const answer = { count: 3, agents: rows(3, 'a') }
  expect(fitRows(answer, tooLarge(1_000))).toBe(answer)
})

test('whole rows go from the end, the count stays right, and the notice stays last', () => {
  const answer = { count: 9, agents: rows(9, 'x'.repeat(100)), limitations: ['one', 'two'], notice: 'data' }
  const answered = fitRows(answer, tooLarge(800))
  const kept = answered.agents as object[]
  expect(kept).toEqual(answer.agents.slice(0, kept.length))
  expect(kept.length).toBeGreaterThan(0)
  expect(answered).toMatchObject({
    count: kept.length,
    left_out: { agents: 9 - kept.length },
    limitations: ['one', 'two'],
  })
  expect(Object.keys(answered).at(-1)).toBe('notice')
  expect(tooLarge(800)(answered)).toBe(false)
  expect(answer.agents).toHaveLength(9)
})

test('of two lists the one with more text gives way', () => {
  const answered = fitRows({ up: rows(5, 'x'.repeat(90)), down: rows(5, 'x') }, tooLarge(600))
  expect(answered.down).toHaveLength(5)
  expect((answered.up as object[]).length).toBeLessThan(5)
  expect(Object.keys(answered.left_out as object)).toEqual(['up'])
})

test('the last row of a list stays, however large', () => {
  expect(fitRows({ agents: rows(4, 'x'.repeat(500)) }, tooLarge(10)).agents).toHaveLength(1)
})
