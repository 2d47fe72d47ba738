import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../pages.ts'

/** A step of the formula: what a transform makes of a value. */
const STEP = /\bMath\.log1p\(|\b0\.5 \*\* /

test('the formula of scores stands in one file of the product, beside SQL', () => {
  const files = globSync('{cli,core,pipeline,sample,serving,site,verify,witness,packages}/**/*.ts', {
    cwd: ROOT,
  })
  const found = files.filter((path) => STEP.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(files.length).toBeGreaterThan(500)
  expect(found.filter((path) => !path.includes('/dist/'))).toEqual(['verify/score.ts'])
})
