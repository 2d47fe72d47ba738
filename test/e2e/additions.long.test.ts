import { afterAll, beforeAll, test } from 'vitest'
import { copyWithAdditions, inCopy, removeCopy } from './additions/project_copy.ts'

beforeAll(copyWithAdditions)
afterAll(removeCopy)

test('one of each can be added as CONTRIBUTING says, and the checks of style, imports and use pass', async () => {
  await inCopy('tsx/dist/cli.mjs', 'scripts/lists.ts')
  await inCopy('@biomejs/biome/bin/biome', 'check', '--write', '--vcs-enabled=false', '.')
  const rooms = ['core', 'pipeline', 'sample', 'serving', 'verify', 'witness', 'cli']
  await inCopy('dependency-cruiser/bin/dependency-cruiser.mjs', '--config', 'dependency-rules.cjs', ...rooms)
  await inCopy('knip/bin/knip.js', '--no-progress')
}, 240_000)
