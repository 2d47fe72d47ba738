import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OUTPUT, SAMPLE_OUTPUT } from '../../cli/commands/command.ts'
import * as daily from '../../cli/commands/daily.ts'
import * as serve from '../../cli/commands/serve.ts'
import * as start from '../../cli/commands/start.ts'
import { filterVariables } from '../../core/settings/variables.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { ROOT, read } from '../pages.ts'

const namesWhere = (...asked: Parameters<typeof filterVariables>) =>
  filterVariables(...asked).map(([name]) => name)
const OF_LISTENING = namesWhere(({ readBy }) => readBy.includes('start'))
const OF_RUNS = namesWhere(({ readBy }) => readBy.includes('daily'))

/** Every environment variable that code below a folder reads. */
function namesReadIn(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
  const found = texts.flatMap((text) =>
    [...text.matchAll(/\benv(?:\.|\[')([A-Z][A-Z\d_]+)/g)].map(([, name = '']) => name),
  )
  return [...new Set(found)].sort()
}

test('what the sources ask of the environment is what the settings read and the help of daily explains', async () => {
  const needed = (await loadSources()).flatMap(({ needs = [] }) => needs)
  const asked = [...new Set([...namesReadIn('pipeline/sources'), ...needed])]
  expect(asked).toEqual(expect.arrayContaining(['GITHUB_TOKEN', 'OPENROUTER_API_KEY', 'COINGECKO_API_KEY']))
  const passedOn = namesWhere(({ isPassedOn }) => isPassedOn === true)
  for (const name of asked) expect(passedOn, name).toContain(name)
  for (const name of OF_RUNS) expect(daily.help, name).toMatch(new RegExp(`^  ${name} {2,}\\S`, 'm'))
  for (const name of namesReadIn('pipeline')) expect(daily.help, name).toContain(name)
})

test('the help of what listens explains where, and the page on operating names every variable of a run', () => {
  for (const { help } of [serve, start]) for (const name of OF_LISTENING) expect(help).toContain(name)
  const page = read('docs/operate/operating.md')
  for (const name of OF_RUNS) expect(page, name).toContain(`\`${name}`)
})

test('the sample is in a folder that no run of the real index reads', () => {
  expect(SAMPLE_OUTPUT).not.toBe(OUTPUT)
  expect(read('.gitignore').split('\n')).toContain('output/*')
  expect(start.help).toContain(`default: ${SAMPLE_OUTPUT}`)
  expect(read('README.md')).toContain(`\`${SAMPLE_OUTPUT}\``)
})

test('the Node that the README and package.json ask for is the one that set-up asks for', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const [, major, minor] = /OLDEST_THAT_RUNS = \[(\d+), (\d+)\]/.exec(read('scripts/lib/setup.mjs')) ?? []
  expect(engines.node).toBe(`>=${major}.${minor}`)
  expect(read('README.md')).toContain(`Node ${major}.${minor} or later`)
})
