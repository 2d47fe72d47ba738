import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const filesIn = (folder: string, ending: string): string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile() && one.name.endsWith(ending))
        .map((one) => relative(ROOT, join(one.parentPath, one.name)))
        .sort()
    : []

/** What a folder may import of the rest of the project; its own folder always. The table of ARCHITECTURE.md. */
const BORDERS: Record<string, string[]> = {
  'pipeline/sources': [
    'pipeline/source.ts',
    'pipeline/pick.ts',
    'pipeline/repository.ts',
    'pipeline/turns.ts',
    'pipeline/packages.ts',
    'pipeline/errors.ts',
    'pipeline/http/http.ts',
    'pipeline/http/guarded.ts',
    'pipeline/chain',
    'pipeline/agents',
    'pipeline/catalog/catalog.ts',
  ],
  'pipeline/chain': ['pipeline/source.ts', 'pipeline/pick.ts', 'pipeline/errors.ts', 'pipeline/http/http.ts'],
  'pipeline/agents': [
    'pipeline/source.ts',
    'pipeline/pick.ts',
    'pipeline/turns.ts',
    'pipeline/errors.ts',
    'pipeline/http/guarded.ts',
  ],
  'pipeline/http': ['pipeline/archive', 'pipeline/errors.ts'],
  'pipeline/archive': ['pipeline/errors.ts', 'pipeline/universe.ts'],
  'pipeline/catalog': ['pipeline/errors.ts'],
  'pipeline/identity': ['pipeline/model', 'pipeline/text.ts', 'pipeline/category.ts'],
  'pipeline/methodology': ['pipeline/methodology.ts'],
  'pipeline/render': ['pipeline/text.ts', 'pipeline/universe.ts'],
  'pipeline/release': ['pipeline/errors.ts', 'pipeline/universe.ts'],
  'pipeline/sample': ['pipeline/catalog/catalog.ts', 'pipeline/universe.ts', 'pipeline/errors.ts'],
  interface: ['pipeline/category.ts'],
  views: ['interface', 'pipeline/category.ts', 'pipeline/signals.ts', 'pipeline/text.ts'],
  handler: [
    'interface',
    'views',
    'pipeline/release',
    'pipeline/category.ts',
    'pipeline/text.ts',
    'pipeline/signals.ts',
  ],
  hosts: ['handler', 'interface', 'pipeline/release', 'pipeline/errors.ts', 'service/follow_release.ts'],
  service: ['handler', 'interface', 'views', 'pipeline/release', 'pipeline/errors.ts', 'pipeline/text.ts'],
}

test.each(Object.entries(BORDERS))('%s imports only what ARCHITECTURE.md lets it', (folder, allowed) => {
  for (const file of filesIn(folder, '.ts'))
    for (const [, target = ''] of read(file).matchAll(/from '(\.[^']+)'/g)) {
      const path = relative(ROOT, resolve(ROOT, dirname(file), target))
      const isAllowed = [folder, ...allowed].some((one) => path === one || path.startsWith(`${one}/`))
      expect(isAllowed, `${file} imports ${path}`).toBe(true)
    }
})

test('what runs on every host imports nothing of Node', () => {
  for (const file of ['handler', 'views', 'interface'].flatMap((folder) => filesIn(folder, '.ts')))
    expect(read(file), file).not.toMatch(/from 'node:|\bBuffer\b|\bprocess\./)
})

test('only ingest and the command line reach the outside or the clock', () => {
  for (const file of filesIn('pipeline', '.ts')) {
    if (/^pipeline\/(settings|cli|http\/upstream_base)\.ts$|^pipeline\/commands\//.test(file)) continue
    expect(read(file), file).not.toMatch(/\bDate\.now\(|new Date\(\)|globalThis\.fetch\(/)
    if (file !== 'pipeline/ingest/fetch_source.ts') expect(read(file), file).not.toContain('Math.random')
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
  const files = ['handler', 'hosts', 'interface', 'pipeline', 'service', 'scripts', 'test', 'views'].flatMap(
    (folder) => filesIn(folder, '.ts'),
  )
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
    'handler',
    'hosts',
    'interface',
    'pipeline',
    'service',
    'scripts',
    'sql',
    'templates',
    'test',
    'views',
    'docs',
  ])
    for (const file of filesIn(folder, ''))
      expect(readFileSync(join(ROOT, file)).length, file).toBeLessThan(1_000_000)
})
