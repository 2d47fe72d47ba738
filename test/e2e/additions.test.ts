import { expect, test } from 'vitest'
import { ADDITIONS } from './additions/additions.ts'

test.each(ADDITIONS)('a $what takes no more files than it should', ({ files, edits, maxFiles }) => {
  const touched = new Set([...Object.keys(files), ...edits.map(({ file }) => file)])
  expect(touched.size).toBeLessThanOrEqual(maxFiles)
})
