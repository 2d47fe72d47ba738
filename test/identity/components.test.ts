import fc from 'fast-check'
import { expect, test } from 'vitest'
import { components } from '../../pipeline/identity/components.ts'

test('records that share a strong key, directly or through others, are one', () => {
  const found = components(
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

test('the order of records and claims changes nothing, and every record stands in one component', () => {
  const ids = fc.integer({ min: 0, max: 20 }).map((n) => `record${n}`)
  const claim = fc.record({ record_id: ids, key: fc.integer({ min: 0, max: 15 }).map((n) => `key${n}`) })
  fc.assert(
    fc.property(fc.uniqueArray(ids), fc.array(claim), fc.integer(), (records, claims, seed) => {
      const shuffled = components(rotate(records, seed), rotate(claims, seed))
      expect(shuffled.map((one) => one.records)).toEqual(
        components(records, claims).map((one) => one.records),
      )
      expect(shuffled.flatMap((one) => one.records).sort()).toEqual([...records].sort())
      for (const { record_id, key } of claims)
        for (const other of claims.filter((one) => one.key === key)) {
          if (!records.includes(record_id) || !records.includes(other.record_id)) continue
          expect(shuffled.find((one) => one.records.includes(record_id))?.records).toContain(other.record_id)
        }
    }),
  )
})

function rotate<T>(items: T[], by: number): T[] {
  const at = items.length === 0 ? 0 : Math.abs(by) % items.length
  return [...items.slice(at), ...items.slice(0, at)].reverse()
}
