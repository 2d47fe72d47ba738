import { expect, test } from 'vitest'
import { missingLines } from '../scripts/lists.ts'
import { PROJECT } from './kit/child.ts'

test('every resource, schema, tool, publisher, page and variant is in its list (npm run docs adds it)', () => {
  expect(missingLines(PROJECT)).toEqual([])
})
