import { expect, test } from 'vitest'
import { listView, pageCount } from '../../pipeline/artifacts/pages/lists.ts'

test('a list has a page for each hundred of its first ten thousand, and one at least', () => {
  expect([0, 1, 100, 101, 10_000, 10_001, 1_000_000].map(pageCount)).toEqual([1, 1, 1, 2, 100, 100, 100])
})

test('its last page says how many more there are, and leads no further', () => {
  expect(listView('/rankings/service', 100, 77_442)).toMatchObject({
    ...{ page: 100, page_count: 100, unlisted: 67_442, first_shown: 9_901, last_shown: 10_000 },
    ...{ previous_url: '/rankings/service/99', next_url: null },
  })
  expect(listView('/rankings/service', 2, 150)).toMatchObject({
    unlisted: 0,
    last_shown: 150,
    next_url: null,
  })
})

test('of a hundred pages none is more than five links away', () => {
  const linked = (page: number) =>
    listView('/rankings/service', page, 10_000).pages.map(({ text }) => Number(text))
  const reached = new Set([1])
  for (let links = 0; links < 5; links += 1)
    for (const page of [...reached]) for (const next of linked(page)) reached.add(next)
  expect(reached.size).toBe(100)
})
