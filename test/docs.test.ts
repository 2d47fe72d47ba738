import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../cli/commands/main.ts'
import { NUMBERS } from '../core/domain/numbers.ts'
import { LEGACY_TOOLS } from '../core/interface/legacy_tools.ts'
import { RATE_LIMITS, type RateLimit } from '../core/interface/rate_limits.ts'
import { SKILLS } from '../core/interface/skills.ts'
import { TOOLS } from '../core/interface/tools.ts'
import { SHARDS } from '../core/release/shards.ts'
import { drawPicture } from '../scripts/docs/picture.ts'
import { referencePages } from '../scripts/docs/reference.ts'
import { commands, PAGES, ROOT, read } from './pages.ts'
import { sampleHandler } from './sample_handler.ts'

test('the reference pages are what the definitions say (npm run docs writes them)', async () => {
  for (const [name, text] of Object.entries(await referencePages()))
    expect(read(`docs/reference/${name}`), name).toBe(text)
})

test('the picture of the README is what the golden days say, small, and says that it is a sample (npm run docs)', async () => {
  const picture = await drawPicture()
  expect(read('docs/agent.svg')).toBe(picture)
  expect(picture.length).toBeLessThan(60_000)
  expect(picture.replaceAll(/<[^>]*>| +/g, '')).toContain('Sampledata:invented')
})

test('every npm command that a page names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  // Past changes keep the names of their time.
  for (const page of PAGES.filter((name) => name !== 'CHANGELOG.md'))
    for (const [, run, short] of read(page).matchAll(
      /`?npm (?:run ([a-z][a-z\d:-]*)|(start|test|ci|install)\b)/g,
    )) {
      const name = run ?? short ?? ''
      if (!['ci', 'install'].includes(name)) expect(scripts[name], `${page} names npm ${name}`).toBeDefined()
    }
})

test('every curl line of a page that reads is answered with 200', async () => {
  const { ask } = await sampleHandler()
  const lines = PAGES.flatMap(commands).filter((line) => line.startsWith('curl ') && !line.includes(' -d '))
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    const address = /https?:\/\/[^\s']+/.exec(line)?.[0] ?? ''
    expect((await ask(new URL(address).pathname + new URL(address).search)).status, line).toBe(200)
  }
}, 120_000)

/** A command of ours in a line of a page, after variables set for it, up to the redirection of its output. */
const OWN =
  /(?:^|\s)npm run (?:--silent )?(?:assay -- ([a-z-]+)|(daily|status|serve|verify)(?= --|$|[>|]))(?: -- | )?([^>|]*)?(?:[>|].*)?$/

test('every word and option that a page gives a command is one of its own', async () => {
  const used = new Set<string>()
  for (const page of PAGES)
    for (const line of commands(page)) {
      const [, other, common, options = ''] = OWN.exec(line) ?? []
      const command = other ?? common
      if (command === undefined || options.includes('--help')) continue
      used.add(command)
      const flags = options.match(/--[a-z-]+/g) ?? []
      const word = /^[a-z]+(?= |$)/.exec(options)?.[0]
      const help = await readHelp(command)
      for (const given of word === undefined ? flags : [word, ...flags])
        expect(help, `${page}: ${line}`).toContain(given)
    }
  expect(used.size).toBe(15)
})

async function readHelp(command: string): Promise<string> {
  let said = ''
  const write = process.stdout.write
  process.stdout.write = ((text: string) => {
    said += text
    return true
  }) as typeof process.stdout.write
  try {
    expect(await main([command, '--help'])).toBe(0)
  } finally {
    process.stdout.write = write
  }
  return said
}

test('every link between pages leads somewhere', () => {
  for (const page of PAGES)
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      expect(
        existsSync(join(ROOT, dirname(page), target.replace(/#.*$/, ''))),
        `${page} links ${target}`,
      ).toBe(true)
    }
})

const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['node_modules', 'output', '.git'].includes(entry.name))
  .map(({ name }) => name)
/** Every file and folder of the project, each after a slash. */
const PATHS = [
  ...readdirSync(ROOT).map((name) => `/${name}`),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.includes('node_modules'))
      .map((path) => `/${folder}/${path}`),
  ),
].join('\n')

/** A path as pages write it: from a folder of the project on, or the end of a source file's; null for other words. */
function pathIn(word: string): string[] {
  const path = word.replace(/#.*$/, '').replace(/\/$/, '')
  const isPath = /^[\w.<>{}*][\w./<>{}*-]*$/.test(path)
  const isHere = path.includes('/') && FOLDERS.includes(path.split('/')[0] ?? '')
  return isPath && (isHere || /^[^.].*\.(?:ts|sql|hbs|css|cjs)$/.test(path)) ? [path] : []
}

/** True if the project has it; `<name>`, `{name}`, `NAME`, `CATEGORY` and `*` stand for any name. */
const exists = (path: string): boolean => {
  const pattern = path.replaceAll('.', '\\.').replaceAll(/<[^>]*>|\{[^}]*\}|\*|NAME|CATEGORY/g, '[^/\n]+')
  return new RegExp(`/${pattern}$`, 'm').test(PATHS)
}

/** Tables that code builds, of which SQL has no file. */
const BUILT_BY_CODE = new Set(['int_records', 'int_signal_inputs', 'int_records__handles'])
/** Files that `npm run new-source prices` would write, in the example of CONTRIBUTING, and output of commands. */
const EXAMPLES = ['pipeline/sources/prices.ts', 'sql/staging/stg_prices__rows.sql']
const GENERATED = /^output\/|\/dist\//
/** Pages about the present project; others are about the past, or generated from the definitions. */
const OWN_PAGES = [...PAGES, 'SECURITY.md'].filter((page) => !/^CHANGELOG|^docs\/reference\//.test(page))

test('every file and folder of the project that a page names is there', () => {
  const named = OWN_PAGES.flatMap((page) => {
    const prose = read(page).replaceAll(/^```[\s\S]*?^```$/gm, '')
    const words = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word ?? '')
    const ofCommands = commands(page).flatMap((line) => line.split(/\s+/))
    return [...words, ...ofCommands].flatMap(pathIn).map((path) => ({ page, path }))
  })
  expect(named.length).toBeGreaterThan(400)
  const missing = named.filter(
    ({ path }) => !EXAMPLES.includes(path) && !GENERATED.test(path) && !exists(path),
  )
  expect(missing).toEqual([])
})

test('every table of SQL that a page names is there', () => {
  const tables = new Set(PATHS.match(/\w+(?=\.sql$|\.csv$)/gm))
  const named = OWN_PAGES.flatMap((page) =>
    [...read(page).matchAll(/`((?:stg|int|seed)_[a-z0-9_]+)`/g)].map(([, table = '']) => ({ page, table })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ table }) => !tables.has(table) && !BUILT_BY_CODE.has(table))).toEqual([])
})

const inWords = (count: number): string =>
  ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][count] ?? String(count)
const spelled = (count: number): string => count.toLocaleString('en-US')

/** Numbers of the code that pages quote: the page, its words, and the expected value. */
const COUNTED: [page: string, words: RegExp, ...are: string[]][] = [
  ['README.md', /`\/api\/mcp\/v1`, (\w+) tools/, spelled(TOOLS.length)],
  ['README.md', /`\/api\/a2a\/v1`, (\w+) skills/, inWords(SKILLS.length)],
  ['docs/use/connect.md', /\[(\w+) tools\]/, spelled(TOOLS.length)],
  ['docs/use/connect.md', /\[(\w+) skills\]/, inWords(SKILLS.length)],
  ['docs/use/connect.md', /`\/api\/mcp` has (\w+) tools/, inWords(LEGACY_TOOLS.length)],
  ['docs/use/connect.md', /At most (\d+) `tools\/call` in (\d+) seconds/, ...limitNumbers(RATE_LIMITS.mcp)],
  ['docs/use/connect.md', /at most (\d+) requests in (\d+) seconds per IP/, ...limitNumbers(RATE_LIMITS.mcp)],
  ['docs/use/connect.md', /may send (\d+) requests in (\d+) seconds/, ...limitNumbers(RATE_LIMITS.a2a)],
  ['docs/scores/liveness.md', /stands for (\d+) days/, spelled(NUMBERS.alive_days)],
  ['docs/scores/liveness.md', /in the (\d+) days after/, spelled(NUMBERS.backtest_days)],
  ['docs/scores/liveness.md', /last (\d+) days whose next/, spelled(NUMBERS.case_days)],
  ['docs/scores/liveness.md', /whose next (\d+) are over/, spelled(NUMBERS.step_days)],
  ['docs/scores/liveness.md', /counts as (\d+) agents/, spelled(NUMBERS.smoothing_agents)],
  ['docs/scores/liveness.md', /Before (\d+) days of history/, spelled(NUMBERS.probability_days)],
  ['docs/operate/serving.md', /one of ([\d,]+) packs/, spelled(SHARDS)],
]

function limitNumbers(limit: RateLimit): string[] {
  return [limit.requests, limit.seconds].map(spelled)
}

test.each(COUNTED)('%s says %s as the code has it', (page, words, ...are) => {
  const said = [...read(page).matchAll(new RegExp(words, 'g'))].map(([, ...numbers]) => numbers)
  expect(said.length).toBeGreaterThan(0)
  for (const numbers of said) expect(numbers).toEqual(are)
})

test('every decision has its own number, and every one that a page names is there', () => {
  const numbers = PAGES.flatMap((page) => /^docs\/decisions\/(\d{4})-/.exec(page)?.[1] ?? [])
  expect(new Set(numbers).size).toBe(numbers.length)
  // A decision may name the one that it replaces, which is gone.
  for (const page of OWN_PAGES.filter((page) => !page.startsWith('docs/decisions/')))
    for (const [, number = ''] of read(page).matchAll(/\bdecision (\d{1,4})\b/gi))
      expect(numbers, `${page} names decision ${number}`).toContain(number.padStart(4, '0'))
})
