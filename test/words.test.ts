import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { PAGES, ROOT, read } from './pages.ts'

// What CONTRIBUTING says under "How we write", as far as a program can tell.

const PRODUCT = 'core,pipeline,sample,serving,verify,witness,site,cli,packages'
/** Written by a generator of clients from the OpenAPI document. */
const GENERATED = 'packages/client/schema.ts'
const filesIn = (folders: string): string[] =>
  globSync(`{${folders}}/**/*.ts`, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/dist/') && path !== GENERATED)
    .sort()
const ALL = filesIn(`${PRODUCT},scripts,test,lab`)

/** Returns the code without comments, and with empty strings and templates. */
const stripText = (code: string): string =>
  code
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/(?<!:)\/\/.*$/gm, '')
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, '``')

const FORBIDDEN: readonly [use: string, name: RegExp][] = [
  ['a bound is MAX_ or MIN_', /\b(?:MOST|LONGEST|SHORTEST|LEAST|LARGEST|SMALLEST|FEWEST)_[A-Z]\w*/],
  [
    'a parameter is the noun: source, row, agent',
    /[(,[]\s*one(?=\s*[,)\]])|\(one\s*:|\bone(?=\s*=>)|(?<![\w.'-])one(?=\??\.[a-z_$]|\[)/,
  ],
  ['a function is a verb: parseRow, formatAddress', /\b(?:const|let|function\*?)\s+[a-z]\w*Of\b/],
]

const findNames = (code: string): string[] =>
  FORBIDDEN.flatMap(([use, name]) => {
    const found = name.exec(stripText(code))
    return found === null ? [] : [`${found[0].trim()}: ${use}`]
  })

test('names are the words of the field', () => {
  expect(ALL.length).toBeGreaterThan(1_500)
  expect(ALL.flatMap((file) => findNames(read(file)).map((name) => `${file}: ${name}`))).toEqual([])
})

test.each([
  ['const MOST_ROWS = 3', true],
  ['rows.map((one) => one.id)', true],
  ['const each = (one, at) => [one, at]', true],
  ['function nameOf(agent: Agent) {}', true],
  ['const MAX_ROWS = 3 // at MOST_ often', false],
  ["test('one, two', () => fail(`one.ts`))", false],
  ['const index = rows.indexOf(row)', false],
])('%s is caught: %s', (code, isCaught) => {
  expect(findNames(code).length > 0).toBe(isCaught)
})

const QUESTION = /\/\*\*\s*(?:\*\s*)?(?:What|How|Whether|Where|Who|Which|Why|When)\b.*/g

test('a docstring says what a thing is or does, and asks nothing', () => {
  const found = ALL.flatMap((file) => (read(file).match(QUESTION) ?? []).map((line) => `${file}: ${line}`))
  expect(found, 'write "Returns the …", "True if …" or a noun').toEqual([])
})

/** Names that every module of a kind exports, since what loads them asks for that name. */
const PLUG_IN = new Set<string>([])

test('no name is exported in two folders of the product', () => {
  const folders = new Map<string, Set<string>>()
  for (const file of filesIn(PRODUCT))
    for (const [, name = ''] of read(file).matchAll(
      /^export (?:async )?(?:const|function\*?|class|interface|type) ([\w$]+)/gm,
    ))
      folders.set(name, (folders.get(name) ?? new Set()).add(dirname(file)))
  const twice = [...folders].filter(([name, where]) => where.size > 1 && !PLUG_IN.has(name))
  expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
})

/** Subjects before this were longer; no history is rewritten. */
const SUBJECTS_SINCE = Date.parse('2026-11-26T04:20:00Z')

test('the subject of a commit has at most 72 characters', ({ skip }) => {
  let log: string
  try {
    const args = ['log', '--no-merges', '--format=%aI %s']
    log = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return skip('there is no history here')
  }
  const subjects = log.split('\n').flatMap((line) => {
    const [, at = '', subject = ''] = /^(\S+) (.*)$/.exec(line) ?? []
    return Date.parse(at) > SUBJECTS_SINCE ? [subject] : []
  })
  expect(subjects.filter((subject) => subject.length > 72)).toEqual([])
})

const countWords = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

test('documents written by hand have at most 45,000 words, the README at most 350', () => {
  const byHand = [...PAGES, 'SECURITY.md'].filter(
    (page) => !/^docs\/(reference\/|sense\.md)|^CHANGELOG/.test(page),
  )
  const words = byHand.map((page) => countWords(read(page)))
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(45_000)
  expect(countWords(read('README.md'))).toBeLessThanOrEqual(350)
})
