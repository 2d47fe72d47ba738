import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../pages.ts'

const REGISTRY = 'serving/service/observe/metrics.ts'
const TABLE = ['serving/service/observe/figure.ts', 'serving/service/observe/figures.ts']

/** The ways in which a file writes metrics, or declares one, past the table. */
function pastTable({ path, text }: { path: string; text: string }): string[] {
  const ways = [
    ['text of Prometheus by hand', /# (?:HELP|TYPE) /],
    ['a registry', /\bnew Registry\(/],
    ['a metric of its own', /from 'prom-client'/],
    ['a declaration', /\bname: ['"`]assay_/],
  ] as const
  return ways.filter(([way, pattern]) => pattern.test(text) && !allows(path, way)).map(([way]) => way)
}

const allows = (path: string, way: string): boolean =>
  way === 'a declaration' ? TABLE.includes(path) : path === REGISTRY && way !== 'text of Prometheus by hand'

test('each metric stands in the one table, and one library writes them', () => {
  const files = globSync('{cli,core,pipeline,sample,serving,site,verify,witness}/**/*.ts', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(500)
  for (const path of files) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    expect(pastTable({ path, text }), `${path}: a metric is one entry of ${TABLE[1]}`).toEqual([])
  }
})

test.each([
  "const line = '# HELP assay_jobs Jobs'",
  'const registry = new Registry()',
  "import { Gauge } from 'prom-client'",
  "const figure = { name: 'assay_queue_jobs', help: 'Jobs' }",
])('a second way is found: %s', (text) => {
  expect(pastTable({ path: 'serving/service/cache/a.ts', text })).toHaveLength(1)
})
