import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDITIONS } from './additions/additions.ts'
import { copyWithAdditions, inCopy, removeCopy } from './additions/project_copy.ts'

beforeAll(copyWithAdditions)
afterAll(removeCopy)

test.each(ADDITIONS)('a $what takes no more files than it should', ({ files, edits, maxFiles }) => {
  const touched = new Set([...Object.keys(files), ...edits.map(({ file }) => file)])
  expect(touched.size).toBeLessThanOrEqual(maxFiles)
})

/** Tests of the additions. */
const QUICK = [
  'test/model/order.test.ts',
  'test/methodology_digests.test.ts',
  'test/lists.test.ts',
  'test/identity/overrides.test.ts',
  'test/catalog/check.test.ts',
  'test/catalog/curated_files.test.ts',
  'test/catalog/model_families.test.ts',
]

test('one of each can be added as CONTRIBUTING says: it compiles, and its tests pass', async () => {
  await inCopy('tsx/dist/cli.mjs', 'scripts/lists.ts')
  await inCopy('typescript/bin/tsc', '--noEmit')
  await inCopy('vitest/vitest.mjs', 'run', ...QUICK)
}, 240_000)
