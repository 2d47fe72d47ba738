import { expect, test } from 'vitest'
import { listView, pageCount, pageSpans, restPage } from '../../pipeline/artifacts/pages/lists.ts'

test('a list has a page for each hundred of its first ten thousand, and one at least', () => {
  expect([0, 1, 100, 101, 10_000, 10_001, 1_000_000].map((rows) => pageCount({ rows, first: 0 }))).toEqual([
    1, 1, 1, 2, 100, 100, 100,
  ])
})

test('its last page says how many more there are, and leads no further', () => {
  expect(listView('/rankings/service', 100, { rows: 77_442, first: 0 })).toMatchObject({
    ...{ page: 100, page_count: 100, unlisted: 67_442, first_shown: 9_901, last_shown: 10_000 },
    ...{ previous_url: '/rankings/service/99', next_url: null },
  })
  expect(listView('/rankings/service', 2, { rows: 150, first: 0 })).toMatchObject({
    unlisted: 0,
    last_shown: 150,
    next_url: null,
  })
})

test('of a hundred pages none is more than five links away', () => {
  const linked = (page: number) =>
    listView('/rankings/service', page, { rows: 10_000, first: 0 }).pages.map(({ text }) => Number(text))
  const reached = new Set([1])
  for (let links = 0; links < 5; links += 1)
    for (const page of [...reached]) for (const next of linked(page)) reached.add(next)
  expect(reached.size).toBe(100)
})

test('ranked agents have pages of their own, and the others begin on the next one', () => {
  const listed = { rows: 330, first: 135 }
  expect(pageSpans(listed).map(({ from, to }) => [from, to])).toEqual([
    [0, 100],
    [100, 135],
    [135, 235],
    [235, 330],
  ])
  expect([listed, { rows: 135, first: 135 }, { rows: 5, first: 0 }].map(restPage)).toEqual([3, null, 1])
  expect(listView('/rankings/service', 3, listed)).toMatchObject({
    first_shown: 136,
    last_shown: 235,
    unlisted: 0,
  })
})
