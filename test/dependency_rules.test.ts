import { execFile } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { ROOT } from './pages.ts'

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
const RULES = join(ROOT, 'dependency-rules.cjs')

const SITE = 'site imports core, and of verify the score alone'
const FORBIDDEN: [from: string, to: string, rule: string][] = [
  ['core', 'pipeline', 'core imports nothing of the others'],
  ['core', 'serving', 'core imports nothing of the others'],
  ['pipeline', 'serving', 'pipeline does not know who serves'],
  ['pipeline', 'cli', 'pipeline does not know who serves'],
  ['serving', 'pipeline', 'serving does not know who builds'],
  ['pipeline', 'verify', 'pipeline does not know who serves'],
  ['verify', 'core', 'verify imports nothing of the others'],
  ['verify', 'pipeline', 'verify imports nothing of the others'],
  ['pipeline', 'sample', 'pipeline does not know who serves'],
  ['sample', 'serving', 'an invented upstream knows what asks it alone'],
  ['witness', 'pipeline', 'a witness sees a log from outside'],
  ['cli', 'scripts', 'a product does not import its tests'],
  ['serving', 'packages', 'serving does not know who builds'],
  ['site', 'pipeline', SITE],
  ['site', 'verify', SITE],
  ['packages', 'pipeline', 'packages know the index from outside'],
  ['packages', 'core', 'packages know the index from outside'],
]

const ROOMS = ['core', 'pipeline', 'sample', 'serving', 'verify', 'witness', 'site', 'cli', 'packages']

const CIRCLE = {
  'core/two.ts': "import type { Three } from './three.ts'\nexport interface Two { three: Three }\n",
  'core/three.ts': "import type { Two } from './two.ts'\nexport interface Three { two: Two | null }\n",
}

const ONE = 'export interface One {}\nexport const one = 1\n'

/** The output of the rules for some files, beside one of each folder. */
async function checkRules(files: Record<string, string>): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'assay-rules-'))
  const filesByRoom = Object.fromEntries(
    [...ROOMS, 'scripts', 'test', 'lab'].map((room) => [`${room}/one.ts`, ONE]),
  )
  for (const [path, text] of Object.entries({ ...filesByRoom, 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const args = [CRUISER, '--config', RULES, ...ROOMS]
  const ended = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
    (error: { stdout: string }) => error,
  )
  rmSync(root, { recursive: true })
  return ended.stdout
}

/** One import of each kind from one folder into another, each in a file of its own. */
const imports = (from: string, to: string): Record<string, string> => ({
  [`${from}/plain_${to}.ts`]: `import { one } from '../${to}/one.ts'\nexport const two = one\n`,
  [`${from}/type_${to}.ts`]: `import type { One } from '../${to}/one.ts'\nexport type Two = One\n`,
  [`${from}/later_${to}.ts`]: `export const later = () => import('../${to}/one.ts')\n`,
})

// The tool takes most of a second to start, so it checks all forbidden imports in one run.
let rulesOutput: string
beforeAll(async () => {
  const files = FORBIDDEN.map(([from, to]) => imports(from, to))
  rulesOutput = await checkRules(Object.assign({}, CIRCLE, ...files))
})

test('imports that the law allows pass', async () => {
  const allowed = "import { one } from '../core/one.ts'\nexport const two = one\n"
  const cli = "import('../pipeline/one.ts')\nimport('../serving/one.ts')\n"
  const settings = "import { one } from '../../core/settings/one.ts'\nexport const two = one\n"
  const program =
    "import('../../verify/one.ts')\nimport('../client/one.ts')\nimport('../../core/domain/one.ts')\n"
  const files = {
    ...{ 'pipeline/two.ts': allowed, 'serving/two.ts': allowed, 'cli/two.ts': cli },
    ...{
      'verify/score.ts': ONE,
      'site/two.ts': "import { one } from '../verify/score.ts'\nexport const two = one\n",
    },
    ...{ 'core/settings/one.ts': ONE, 'serving/service/two.ts': settings },
    ...{ 'core/domain/one.ts': ONE, 'packages/client/one.ts': ONE, 'packages/cli/two.ts': program },
  }
  expect(await checkRules(files)).toContain('no dependency violations')
})

test.each(FORBIDDEN)(
  'an import from %s of %s is refused, also as a type and as import()',
  (from, to, rule) => {
    for (const file of ['plain', 'type', 'later'])
      expect(rulesOutput).toContain(`error ${rule}: ${from}/${file}_${to}.ts → ${to}/one.ts`)
  },
)

test.each(['../../core/domain', '../../verify', '../cli'])(
  'the client imports nothing of %s',
  async (room) => {
    const client = `import { one } from '${room}/one.ts'\nexport const two = one\n`
    const files = { 'packages/client/two.ts': client, 'core/domain/one.ts': ONE, 'packages/cli/one.ts': ONE }
    expect(await checkRules(files)).toContain('error the client stands alone: packages/client/two.ts')
  },
)

test.each(['core/domain', 'serving/handler', 'pipeline/sources'])('%s reads no settings', async (room) => {
  const text = "import { one } from '../../core/settings/one.ts'\nexport const two = one\n"
  expect(await checkRules({ 'core/settings/one.ts': ONE, [`${room}/two.ts`]: text })).toContain(
    `error programs alone read settings: ${room}/two.ts`,
  )
})

test('a circle of types is a circle', () => {
  expect(rulesOutput).toContain('error no circles')
})

/** A module named inside a type: `typeof import('x')`, `import('x').Name`. */
const INLINE_TYPE_IMPORT = /\btypeof\s+import\(|\bimport\(\s*['"][^'"]+['"]\s*\)\s*\.\s*[A-Z]\w*/

test('no module is named inside a type, where the rules cannot see it', () => {
  const files = globSync(`{${ROOMS}}/**/*.ts`, { cwd: ROOT }).filter((path) => !path.includes('/dist/'))
  const offenders = files.filter((path) => INLINE_TYPE_IMPORT.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(files.length).toBeGreaterThan(500)
  expect(offenders, 'write `import type { Name } from` at the head of the file instead').toEqual([])
})

test.each(["type Two = typeof import('../pipeline/one.ts')", "type Two = import('../pipeline/one.ts').One"])(
  '%s is a module inside a type',
  (text) => {
    expect(text).toMatch(INLINE_TYPE_IMPORT)
  },
)

test('a module that is loaded later, and what is read of it, is no type', () => {
  expect("const { one } = await import('../core/one.ts')").not.toMatch(INLINE_TYPE_IMPORT)
  expect("(await import('../core/one.ts')).default").not.toMatch(INLINE_TYPE_IMPORT)
})
