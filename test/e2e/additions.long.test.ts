import { afterAll, beforeAll, test } from 'vitest'
import { copyWithAdditions, inCopy, removeCopy } from './additions/project_copy.ts'

beforeAll(copyWithAdditions)
afterAll(removeCopy)

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

test('one of each can be added as CONTRIBUTING says, and the checks pass', async () => {
  await inCopy('scripts/lists.ts')
  await inCopy('@biomejs/biome/bin/biome', 'check', '--write', '--vcs-enabled=false', '.')
  await inCopy('typescript/bin/tsc', '--noEmit')
  const rooms = ['core', 'pipeline', 'sample', 'serving', 'verify', 'witness', 'cli']
  await inCopy('dependency-cruiser/bin/dependency-cruiser.mjs', '--config', 'dependency-rules.cjs', ...rooms)
  await inCopy('knip/bin/knip.js', '--no-progress')
  await inCopy('vitest/vitest.mjs', 'run', ...QUICK)
}, 240_000)
