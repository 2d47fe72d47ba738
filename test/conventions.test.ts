import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const filesIn = (folder: string, ending: string): string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((dirent) => dirent.isFile() && dirent.name.endsWith(ending))
        .map((dirent) => relative(ROOT, join(dirent.parentPath, dirent.name)))
        .sort()
    : []

test('what runs on every host imports nothing of Node', () => {
  const folders = ['core/domain', 'core/interface', 'core/views', 'serving/handler']
  for (const file of folders.flatMap((folder) => filesIn(folder, '.ts')))
    expect(read(file), file).not.toMatch(/from 'node:|\bBuffer\b|\bprocess\./)
})

test('only ingest and the command line reach the outside or the clock', () => {
  for (const file of ['core', 'pipeline'].flatMap((folder) => filesIn(folder, '.ts'))) {
    if (file === 'pipeline/http/upstream_base.ts') continue
    expect(read(file), file).not.toMatch(/\bDate\.now\(|new Date\(\)|globalThis\.fetch\(/)
    if (file !== 'pipeline/ingest/jobs/run_job.ts') expect(read(file), file).not.toContain('Math.random')
  }
})

test('every SQL model says its grain first, is one select, and stays short', () => {
  const files = filesIn('sql', '.sql').filter((file) => !file.startsWith('sql/checks'))
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const sql = read(file)
    expect(sql.split('\n')[0], file).toMatch(/^-- One row per /)
    expect(sql.split('\n').length, file).toBeLessThanOrEqual(120)
    expect(basename(file), file).toMatch(
      /^(stg_[a-z0-9_]+__[a-z_]+|int_[a-z0-9_]+__[a-z_]+|[a-z0-9_]+)\.sql$/,
    )
  }
})

test('every campaign and every benchmark has a help, and tells a wrong option', () => {
  for (const folder of ['lab/e2e', 'lab/bench'])
    for (const file of filesIn(folder, '.ts').filter((file) => dirname(file) === folder)) {
      expect(read(file), file).toMatch(/^const HELP = `Usage: npm run (e2e|bench) -- [a-z0-9-]+/m)
      expect(read(file), file).toContain('await runAsCommand(import.meta.url, HELP, ')
    }
})

test('every check says what must hold, and every mart that artifacts read has one that names it', () => {
  const checks = filesIn('sql/checks', '.sql').map(read)
  for (const sql of checks) expect(sql).toMatch(/^-- [A-Z][^\n]+\.\s*(\(|\n)/)
  const all = checks.join('\n')
  for (const file of filesIn('sql/marts', '.sql')) {
    const mart = basename(file, '.sql')
    expect(all, `no check reads ${mart}`).toMatch(new RegExp(`\\b(from|join) ${mart}\\b`))
  }
})

test('every source has a recording, a staging model and a signal or record that uses it', () => {
  for (const file of filesIn('pipeline/sources', '.ts')) {
    const name = basename(file, '.ts')
    expect(
      existsSync(join(ROOT, 'test/sources/recordings', name)) ||
        existsSync(join(ROOT, `test/sources/recordings/${name}.json`)) ||
        existsSync(join(ROOT, `test/sources/recordings/${name}.ts`)),
      `recording of ${name}`,
    ).toBe(true)
    expect(
      filesIn('sql/staging', '.sql').some((path) => basename(path).startsWith(`stg_${name}__`)),
      `staging of ${name}`,
    ).toBe(true)
  }
})

test('nothing in the project is left loose', () => {
  const files = [
    'cli',
    'core',
    'packages',
    'pipeline',
    'sample',
    'serving',
    'verify',
    'witness',
    'scripts',
    'test',
    'lab',
  ].flatMap((folder) => filesIn(folder, '.ts'))
  for (const file of files) {
    if (file === 'test/conventions.test.ts') continue
    expect(read(file), file).not.toMatch(
      /\b(TODO|FIXME|XXX)\b|\.only\(|\.skip\(|@ts-ignore|\bas any(?= *[;,)\]\n])/,
    )
  }
})

test('the lock file names no download address, and no file is over 1 MB', () => {
  expect(read('package-lock.json')).not.toContain('"resolved":')
  for (const folder of [
    'cli',
    'core',
    'docs',
    'packages',
    'pipeline',
    'scripts',
    'serving',
    'sql',
    'templates',
    'test',
    'lab',
  ])
    for (const file of filesIn(folder, ''))
      expect(readFileSync(join(ROOT, file)).length, file).toBeLessThan(1_000_000)
})
