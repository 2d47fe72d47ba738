import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Component, joinComponents } from '../../pipeline/identity/components.ts'
import type { Pair } from '../../pipeline/identity/groups.ts'

test('records that share a strong key, directly or through others, are one', () => {
  const found = joinComponents(
    ['a', 'b', 'c', 'd'],
    [
      { record_id: 'a', key: 'package:npm/x' },
      { record_id: 'b', key: 'package:npm/x' },
      { record_id: 'b', key: 'endpoint:https://x.example/mcp' },
      { record_id: 'c', key: 'endpoint:https://x.example/mcp' },
      { record_id: 'd', key: 'package:npm/y' },
    ],
  )
  expect(found).toEqual([
    { records: ['a', 'b', 'c'], mergedOn: ['endpoint:https://x.example/mcp', 'package:npm/x'] },
    { records: ['d'], mergedOn: [] },
  ])
})

test('the order of records and claims changes nothing, and every record is in one component', () => {
  const ids = fc.integer({ min: 0, max: 20 }).map((n) => `record${n}`)
  const claim = fc.record({ record_id: ids, key: fc.integer({ min: 0, max: 15 }).map((n) => `key${n}`) })
  fc.assert(
    fc.property(fc.uniqueArray(ids), fc.array(claim), fc.integer(), (records, claims, seed) => {
      const shuffled = joinComponents(rotate(records, seed), rotate(claims, seed))
      expect(shuffled.map((component) => component.records)).toEqual(
        joinComponents(records, claims).map((component) => component.records),
      )
      expect(shuffled.flatMap((component) => component.records).sort()).toEqual([...records].sort())
      for (const { record_id, key } of claims)
        for (const other of claims.filter((claim) => claim.key === key)) {
          if (!records.includes(record_id) || !records.includes(other.record_id)) continue
          expect(shuffled.find((component) => component.records.includes(record_id))?.records).toContain(
            other.record_id,
          )
        }
    }),
  )
})

/** Claims of keys of several kinds, and rows that name some of the same records. */
const given = fc
  .record({
    records: fc.uniqueArray(
      fc.integer({ min: 0, max: 12 }).map((n) => `r${n}`),
      { minLength: 2 },
    ),
    claims: fc.array(
      fc.record({
        record_id: fc.integer({ min: 0, max: 12 }).map((n) => `r${n}`),
        key: fc
          .tuple(fc.constantFrom('mcp', 'owned', 'package', 'new'), fc.integer({ min: 0, max: 4 }))
          .map(([kind, n]) => `${kind}:${n}`),
      }),
      { maxLength: 40 },
    ),
    same: fc.array(fc.tuple(fc.constantFrom('r0', 'r1', 'r13'), fc.constantFrom('r2', 'r3')), {
      maxLength: 3,
    }),
    different: fc.array(
      fc.tuple(fc.constantFrom('r4', 'r5', 'r6', 'r14'), fc.constantFrom('r0', 'r2', 'r7', 'r8')),
      { maxLength: 8 },
    ),
  })
  .map(({ records, claims, same, different }) => ({ records, claims, decided: { same, different } }))

const together = (found: Component[], [a, b]: Pair): boolean =>
  found.some(({ records }) => records.includes(a) && records.includes(b))

test('no component holds two records that are different, and each one holds those that are the same', () => {
  fc.assert(
    fc.property(given, ({ records, claims, decided }) => {
      const found = joinComponents(records, claims, decided)
      for (const pair of decided.different) expect(together(found, pair)).toBe(false)
      for (const pair of decided.same)
        expect(together(found, pair)).toBe(pair.every((id) => records.includes(id)))
      expect(found.flatMap((component) => component.records).sort()).toEqual([...records].sort())
    }),
  )
})

test('of what is decided too, the order changes nothing', () => {
  fc.assert(
    fc.property(given, fc.integer(), ({ records, claims, decided: { same, different } }, by) => {
      const reversePair = ([a, b]: Pair): Pair => [b, a]
      const other = {
        same: rotate(same.map(reversePair), by),
        different: rotate(different.map(reversePair), by),
      }
      expect(joinComponents(rotate(records, by), rotate(claims, by), other)).toEqual(
        joinComponents(records, claims, { same, different }),
      )
    }),
  )
})

test('only what is named different is kept apart: whoever shares a key otherwise stays joined', () => {
  fc.assert(
    fc.property(given, ({ records, claims, decided }) => {
      const found = joinComponents(records, claims, decided)
      const componentByRecord = new Map(
        found.flatMap((component) => component.records.map((id) => [id, component] as const)),
      )
      for (const { record_id, key } of claims)
        for (const other of claims.filter((claim) => claim.key === key)) {
          const [a, b] = [componentByRecord.get(record_id), componentByRecord.get(other.record_id)]
          if (a === undefined || b === undefined || a === b) continue
          const apart = decided.different.filter((pair) =>
            pair.every((id) => componentByRecord.get(id) === a || componentByRecord.get(id) === b),
          )
          expect(apart).not.toEqual([])
        }
    }),
  )
})

test('of a chain between two that are different the weaker link is left out', () => {
  const claim = (key: string, ...ids: string[]) => ids.map((record_id) => ({ record_id, key }))
  const claims = [...claim('package:npm/x', 'a', 'c'), ...claim('repository:github.com/x/x#', 'b', 'c')]
  const found = joinComponents(['a', 'b', 'c'], claims, { same: [], different: [['a', 'b']] })
  expect(found).toEqual([
    { records: ['a'], mergedOn: [] },
    { records: ['b', 'c'], mergedOn: ['repository:github.com/x/x#'] },
  ])
  const decided = joinComponents(['a', 'b', 'c'], claims, { same: [['c', 'a']], different: [['a', 'b']] })
  expect(decided).toEqual([
    { records: ['a', 'c'], mergedOn: ['an identity override', 'package:npm/x'] },
    { records: ['b'], mergedOn: [] },
  ])
})

function rotate<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : Math.abs(by) % items.length
  return [...items.slice(at), ...items.slice(0, at)].reverse()
}
