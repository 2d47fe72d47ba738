import { expect, test } from 'vitest'
import { meantName, nearestName } from '../../core/interface/nearest_name.ts'

const KNOWN = ['query', 'min_tier', 'category', 'limit', 'q']

test.each([
  ['minTier', 'min_tier', 'min_tier'],
  ['MIN-TIER', 'min_tier', 'min_tier'],
  ['lmit', null, 'limit'],
  ['qurey', null, 'query'],
  ['cat', null, 'category'],
  ['tier', null, 'min_tier'],
  ['ca', null, null],
  ['wallet', null, null],
])('%s is %s, and most likely %s', (asked, meant, near) => {
  expect([meantName(KNOWN, asked), nearestName(KNOWN, asked)]).toEqual([meant, near])
})

test('an alias is the name that it stands for, and a name as long as one likes is looked at', () => {
  expect(nearestName(['q'], 'x'.repeat(100_000))).toBeNull()
})
