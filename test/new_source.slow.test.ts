import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../pipeline/model/database.ts'
import { TYPESCRIPT_FLAGS } from '../pipeline/render/typescript_flags.ts'
import { sourceFiles, writeSource } from '../scripts/new_source.ts'

const ROOT = resolve(import.meta.dirname, '..')
const NAME = 'sample_prices'
const COPIED = [
  'core',
  'pipeline',
  'sql',
  'test/sources',
  'package.json',
  'tsconfig.json',
  'biome.json',
  'vitest.config.ts',
  'test/kit/properties.ts',
]
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'assay-new-source-'))
const checkout = join(folder, 'checkout')
const tool = (name: string) => join(ROOT, 'node_modules', name)

/** Runs a tool of this project in the copy; rejects with its output if it fails. */
const inCheckout = (script: string, ...args: string[]) =>
  run(process.execPath, [tool(script), ...args], { cwd: checkout, env: { ...process.env, NO_COLOR: '1' } })

beforeAll(() => {
  for (const path of COPIED) cpSync(join(ROOT, path), join(checkout, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  writeSource(checkout, NAME)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a new source', () => {
  it('passes the contract test as it is written', async () => {
    const only = ['-t', `source ${NAME} `, '--reporter', 'json', '--outputFile', 'result.json']
    await inCheckout('vitest/vitest.mjs', 'run', 'test/sources/contract.test.ts', ...only)
    const result = JSON.parse(readFileSync(join(checkout, 'result.json'), 'utf8'))
    expect(result).toMatchObject({ success: true, numFailedTests: 0 })
    expect(result.numPassedTests).toBeGreaterThan(10)
  })

  it('is formatted as the project wants it', async () => {
    const paths = Object.keys(sourceFiles(NAME)).filter((path) => !path.endsWith('.sql'))
    await inCheckout('@biomejs/biome/bin/biome', 'ci', '--vcs-enabled=false', ...paths)
  })

  it('has a staging model that runs over its raw table', async () => {
    const db = await openDatabase(':memory:')
    try {
      await db.run(`create table raw_${NAME} (id varchar, price double, observed_on date, observed_at varchar,
        source_url varchar, response_sha256 varchar, first_seen_on date, gone_since date)`)
      await db.run(`insert into raw_${NAME} (id, gone_since) values ('a', null), ('b', '2026-01-02')`)
      const sql = readFileSync(join(checkout, `sql/staging/stg_${NAME}__rows.sql`), 'utf8')
      expect(sql).toMatch(/^-- One row per /)
      expect(await db.rows(`select id, is_gone from (${sql}) order by id`)).toEqual([
        { id: 'a', is_gone: false },
        { id: 'b', is_gone: true },
      ])
    } finally {
      db.close()
    }
  })
})

describe('a name that cannot be used', () => {
  const empty = join(folder, 'empty')
  const attemptWrite = (root: string, name: string) => () => writeSource(root, name)

  it.each(['Prices', 'npm-prices', '2prices', 'prices_', 'a__b', '../prices', 'prices.ts', '', ' prices'])(
    '%j is refused, with what a name looks like, and nothing is written',
    (name) => {
      expect(attemptWrite(empty, name)).toThrow(
        /lower-case words joined by one underscore, e\.g\. weather_stations/,
      )
      expect(existsSync(empty)).toBe(false)
    },
  )

  it('is refused when it is too long, or the catalogue has such tables', () => {
    expect(attemptWrite(empty, 'x'.repeat(41))).toThrow('at most 40 characters')
    expect(attemptWrite(empty, 'catalog_prices')).toThrow('kept for the tables of the catalogue')
  })

  it.each(Object.keys(sourceFiles('prices')).concat('sql/staging/stg_prices__others.sql'))(
    'is refused when %s is there, which stays as it is',
    (path) => {
      const root = mkdtempSync(join(folder, 'taken-'))
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), 'mine')
      expect(attemptWrite(root, 'prices')).toThrow(`the name prices is taken by ${path}: choose another`)
      expect(readFileSync(join(root, path), 'utf8')).toBe('mine')
    },
  )
})

describe('the command', () => {
  const command = (...args: string[]) =>
    run(process.execPath, [...TYPESCRIPT_FLAGS, join(ROOT, 'scripts/new_source.ts'), ...args], {
      cwd: ROOT,
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }) => ({ code, said: String(stderr) }),
    )

  it.each([[[]], [['a', 'b']], [['Bad']], [['github']]])('says how to repair %j', async (args) => {
    const { code, said } = await command(...args)
    expect(code).toBe(2)
    expect(said).toMatch(/write one name|e\.g\. weather_stations|choose another/)
  })

  it('explains itself', async () => {
    expect(await command('--help')).toEqual({
      code: 0,
      said: expect.stringContaining('npm run new-source NAME'),
    })
  })
})

it('is what CONTRIBUTING.md shows, from start to finish in under 40 lines', () => {
  const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const [, section = ''] = /^(## Add a source\n[\s\S]*?)(?=^## )/m.exec(page) ?? []
  expect(section.trimEnd().split('\n').length).toBeLessThan(40)
  expect(section).toContain(`\`\`\`ts\n${sourceFiles('prices')['pipeline/sources/prices.ts']}\`\`\``)
  expect(section).toContain('npm run new-source prices')
})
