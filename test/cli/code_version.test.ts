import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCodeVersion } from '../../pipeline/run/code_version.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-code-'))
  write('package.json', '{"version":"3.2.1"}')
  write('package-lock.json', '{}')
  write('docs/use/verify.md', 'by hand')
  write('docs/use/connect.md', 'settings')
  write('pipeline/run.ts', 'ab')
  write('pipeline/http/client.ts', 'c')
  write('sql/marts/agents.sql', 'select 1')
  write('templates/home.html', '<html>')
  for (const folder of ['core/views', 'serving/handler', 'serving/hosts', 'site', 'verify'])
    write(`${folder}/a.ts`, 'a')
})

afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

it('is the same for the same files, wherever they lie', () => {
  const { sha256, version } = readCodeVersion(root)
  expect(version).toBe('3.2.1')
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  const moved = `${root}-moved`
  renameSync(root, moved)
  expect(readCodeVersion(moved).sha256).toBe(sha256)
  renameSync(moved, root)
})

it.each([
  ['pipeline/http/client.ts', 'd'],
  ['pipeline/new.ts', ''],
  ['sql/marts/agents.sql', 'select 2'],
  ['sql/corrections.csv', 'a,b'],
  ['sql/seeds/catalog/chains.csv', 'a,b'],
  ['templates/home.html', '<html lang="en">'],
  ['package-lock.json', '{"packages":{}}'],
  ['docs/use/verify.md', 'otherwise'],
  ['docs/use/connect.md', 'otherwise'],
  ['core/views/a.ts', 'b'],
  ['serving/handler/a.ts', 'b'],
  ['serving/hosts/a.ts', 'b'],
  ['site/a.ts', 'b'],
  ['verify/a.ts', 'b'],
])('changes with %s', (path, text) => {
  const before = readCodeVersion(root).sha256
  write(path, text)
  expect(readCodeVersion(root).sha256).not.toBe(before)
})

it('changes when a file gets another name', () => {
  const before = readCodeVersion(root).sha256
  renameSync(join(root, 'pipeline/run.ts'), join(root, 'pipeline/runs.ts'))
  expect(readCodeVersion(root).sha256).not.toBe(before)
})

it('tells two files from one that holds the path and content of the second', () => {
  write('pipeline/a.ts', 'x')
  write('pipeline/b.ts', 'y')
  const two = readCodeVersion(root).sha256
  rmSync(join(root, 'pipeline/b.ts'))
  write('pipeline/a.ts', 'xpipeline/b.tsy')
  expect(readCodeVersion(root).sha256).not.toBe(two)
})

it.each([
  'README.md',
  'test/a.test.ts',
  'output/history/a.parquet',
  'sql/.agents.sql.swp',
  'cli/commands/serve.ts',
  'serving/service/server.ts',
])('does not depend on %s', (path) => {
  const before = readCodeVersion(root).sha256
  write(path, 'anything')
  expect(readCodeVersion(root).sha256).toBe(before)
})

it('names the version of this project', () => {
  expect(readCodeVersion().version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version)
})
