import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VARIABLES } from '../../core/settings/variables.ts'
import { ROOT } from '../pages.ts'

const NAMES = Object.keys(VARIABLES)
const TABLE = 'core/settings/variables.ts'
/**
 * Programs for other machines, and code that shares nothing, have settings of their own: the system's variables for
 * files.
 */
const OF_THE_SYSTEM: Record<string, string[]> = {
  'verify/command/command.ts': ['HOME'],
  'verify/command/state.ts': ['XDG_STATE_HOME'],
}

const PRODUCT = globSync('{cli,core,pipeline,sample,serving,site,verify,witness}/**/*.ts', { cwd: ROOT }).map(
  (path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }),
)

/** The settings that a file declares or reads beside the table. */
function findUntabled({ path, text }: { path: string; text: string }): string[] {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
  const ownRead = found(/\bprocess\.env(?:\.|\[['"])(\w+)/g)
  const passed = path.startsWith('cli/') ? [] : found(/\b(process\.env)\b(?!\.|\[)/g)
  const unknown = found(/\benv(?:ironment)?(?:\.|\[['"])([A-Z][A-Z\d_]+)/g).filter(
    (name) => !NAMES.includes(name),
  )
  const keys = found(/^\s*['"]?([A-Z][A-Z\d_]+)['"]?: [{[]/gm).filter((name) => NAMES.includes(name))
  return [...ownRead, ...passed, ...unknown, ...keys].filter((name) => !OF_THE_SYSTEM[path]?.includes(name))
}

test('each setting stands in the one table, and the environment is read through it', () => {
  expect(PRODUCT.length).toBeGreaterThan(500)
  for (const file of PRODUCT)
    if (file.path !== TABLE)
      expect(
        findUntabled(file),
        `${file.path}: a setting is one entry of ${TABLE}, read by readVariable`,
      ).toEqual([])
})

test('environment variables that help texts and messages name are in the table', () => {
  for (const { path, text } of PRODUCT.filter(({ path }) => path.startsWith('cli/commands/')))
    for (const [name] of text.matchAll(
      /\b(?:S3|X402|LOG|STATE|DATABASE|RELEASE|INGEST|ORACLE|ANCHOR)_[A-Z_]+\b/g,
    ))
      expect(NAMES, path).toContain(name)
})

test.each([
  ['cli/a.ts', 'const token = process.env.GITHUB_TOKEN'],
  ['serving/service/a.ts', 'const config = readServiceConfig(process.env, output)'],
  ['pipeline/a.ts', "const key = env['NEW_API_KEY']"],
  ['core/bucket/settings.ts', "export const MORE = {\n  S3_REGION: { example: 'eu-central-1' },\n}"],
])('a second table, or a read past the first, is found: %s', (path, text) => {
  expect(findUntabled({ path, text })).not.toEqual([])
})
