import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Candidate, takeTurns } from '../../pipeline/source/turns.ts'

const DAY = '2026-01-08'

const knownCandidate = (name: string, owner = name, lastRequestedOn = '2026-01-05'): Candidate<string> => ({
  ...{ item: name, name, owner, lastRequestedOn, existed: true },
})
const silent = (name: string, owner = name): Candidate<string> => ({
  ...knownCandidate(name, owner),
  existed: false,
})
const fresh = (name: string, owner = name): Candidate<string> => ({
  ...{ item: name, name, owner, lastRequestedOn: null, existed: false },
})
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

it('keeps three turns of five for what was there, however many new ones there are', () => {
  const items = takeTurns(
    [...many(100, (n) => knownCandidate(`k${n}`)), ...many(5_000, (n) => fresh(`!${n}`))],
    DAY,
    9,
  )
  expect(items.slice(0, 100).filter((name) => name.startsWith('k')).length).toBeGreaterThanOrEqual(60)
})

it('keeps them also when the new ones of other days are silent by now', () => {
  const flood = [...many(5_000, (n) => silent(`!${n}`)), ...many(5_000, (n) => fresh(`?${n}`))]
  const items = takeTurns([...many(100, (n) => knownCandidate(`k${n}`)), ...flood], DAY, 9)
  expect(items.slice(0, 100).filter((name) => name.startsWith('k'))).toHaveLength(60)
})

it('gives all turns to the candidates that exist', () => {
  expect(
    takeTurns(
      many(10, (n) => fresh(`n${n}`)),
      DAY,
      1,
    ),
  ).toHaveLength(10)
  expect(
    takeTurns([...many(3, (n) => knownCandidate(`k${n}`)), ...many(4, (n) => silent(`s${n}`))], DAY, 1),
  ).toHaveLength(7)
})

it('lets owners take turns, so that one with many does not keep another from its first', () => {
  const items = takeTurns([...many(500, (n) => fresh(`!${n}`, 'flood')), fresh('z', 'honest')], DAY, 50)
  expect(items.indexOf('z')).toBeLessThan(2)
  const seen = takeTurns(
    [...many(500, (n) => knownCandidate(`!${n}`, 'flood')), knownCandidate('z', 'honest')],
    DAY,
    50,
  )
  expect(seen.indexOf('z')).toBeLessThan(2)
})

it('asks for more new ones of an owner than its share only after everything else', () => {
  const flood = many(30, (n) => fresh(`!${n}`, 'flood'))
  const items = takeTurns([...flood, ...many(20, (n) => knownCandidate(`k${n}`))], DAY, 10)
  expect(items.slice(0, 30).filter((name) => name.startsWith('!'))).toHaveLength(10)
  expect(items).toHaveLength(50)
})

it('takes the least recently requested first, in an order that does not depend on names', () => {
  const dated = [
    knownCandidate('a', 'a', '2026-01-05'),
    knownCandidate('b', 'b', '2026-01-02'),
    knownCandidate('c', 'c', '2026-01-03'),
  ]
  expect(takeTurns(dated, DAY, 1)).toEqual(['b', 'c', 'a'])
  const names = many(50, (n) => `n${String(n).padStart(2, '0')}`)
  const items = takeTurns(
    names.map((name) => fresh(name)),
    DAY,
    1,
  )
  expect(items).not.toEqual(names)
  expect(
    takeTurns(
      names.map((name) => fresh(name)),
      '2026-01-09',
      1,
    ),
  ).not.toEqual(items)
})

it('names an item once, at the best of the places that its owners give it', () => {
  const flood = [...many(20, (n) => fresh(`!${n}`, 'flood')), fresh('shared', 'flood')]
  const items = takeTurns([...flood, fresh('shared', 'honest')], DAY, 5)
  expect(items.filter((name) => name === 'shared')).toHaveLength(1)
  expect(items.indexOf('shared')).toBeLessThan(2)
})

it('loses nothing, and does not depend on the order in which it is told', () => {
  const candidate = fc.record({
    name: fc.string({ minLength: 1, maxLength: 4 }),
    owner: fc.constantFrom('a', 'b', 'c'),
    lastRequestedOn: fc.constantFrom(null, '2026-01-01', '2026-01-05'),
    existed: fc.boolean(),
  })
  const unique = fc.uniqueArray(candidate, { selector: ({ name }) => name })
  fc.assert(
    fc.property(unique, fc.nat(5), (rows, maxFresh) => {
      const candidates = rows.map((row) => ({ ...row, item: row.name }))
      const items = takeTurns(candidates, DAY, maxFresh)
      expect(items.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
      expect(takeTurns(candidates.toReversed(), DAY, maxFresh)).toEqual(items)
    }),
  )
})
