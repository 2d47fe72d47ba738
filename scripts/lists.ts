import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runAsCommand } from './lib/command.ts'

const HELP = `npm run lists
Adds each resource, schema, tool and publisher that stands in its folder to the end of its list. The order of what is
listed stays; what is deleted is taken out by hand.`

const ROOT = join(import.meta.dirname, '..')

/** A line that a list lacks. */
interface Line {
  /** The file of the list, and the name that it has there. */
  list: string
  named: string
  text: string
  /** The name that the line needs, and the file that has it. */
  imported: string
  from: string
}

const RESOURCES = 'core/resources'
const PUBLISHERS = 'pipeline/artifacts/answers'
const RESOURCE = /^export const ([A-Z][A-Z\d_]*) = (file|agentFile|variant|paid|service)\(/gm
const SCHEMA_NAME = /\b(?:answer|schema): '(\w+)'/g
const TOOL = /^export const (\w+)Tool = \(\)/gm
const PUBLISHER = /^export (?:async )?function\* (\w+Artifacts)\(/gm

/** Every line that the lists of a project should have. */
function linesOf(root: string): Line[] {
  const files = filesIn(root, RESOURCES)
  const schemas = files.filter(({ path }) => path.endsWith('.schema.ts'))
  return [
    ...files.flatMap(({ path, text }) => [
      ...found(text, RESOURCE).map(([name, kind]): Line => {
        const named = kind === 'paid' || kind === 'service' ? 'CALLS' : 'READS'
        return { list: `${RESOURCES}/resources.ts`, named, text: name, imported: name, from: path }
      }),
      ...found(text, SCHEMA_NAME).flatMap(([name]) => schemaLines(name, schemas)),
      ...found(text, TOOL).map(([name]): Line => {
        const text = `${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}: ${name}Tool()`
        return {
          list: 'core/interface/tools.ts',
          named: 'CATALOGUE',
          text,
          imported: `${name}Tool`,
          from: path,
        }
      }),
    ]),
    ...filesIn(root, PUBLISHERS).flatMap(({ path, text }) =>
      found(text, PUBLISHER).map(
        ([name]): Line => ({
          list: `${PUBLISHERS}.ts`,
          named: 'ANSWERS',
          text: name,
          imported: name,
          from: path,
        }),
      ),
    ),
  ]
}

function schemaLines(name: string, schemas: { path: string; text: string }[]): Line[] {
  const imported = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
  const from = schemas.find(({ text }) => text.includes(`export const ${imported} = `))?.path
  if (from === undefined) return []
  return [{ list: `${RESOURCES}/schemas.ts`, named: 'NAMED', text: `${name}: ${imported}`, imported, from }]
}

const found = (text: string, pattern: RegExp): [string, string][] =>
  [...text.matchAll(pattern)].map(([, first = '', second = '']) => [first, second])

const filesIn = (root: string, folder: string): { path: string; text: string }[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }))

/** The lines that the lists of a project lack, each once. */
export const missingLines = (root: string): Line[] =>
  [...new Map(linesOf(root).map((line) => [`${line.list} ${line.imported}`, line])).values()].filter(
    ({ list, imported }) =>
      !new RegExp(`[{,]\\s*${imported}\\s*[,}]`).test(readFileSync(join(root, list), 'utf8')),
  )

function addLine(root: string, { list, named, text, imported, from }: Line): void {
  const path = join(root, list)
  const old = readFileSync(path, 'utf8')
  const source = relative(join(root, list, '..'), join(root, from))
  const spelled = source.startsWith('.') ? source : `./${source}`
  const listed = old.replace(
    new RegExp(`(const ${named}\\b[^=]* = [[{]\n[^]*?)(\n[\\]}])`),
    `$1\n  ${text},$2`,
  )
  if (listed === old) throw new Error(`${list} has no list ${named}: change scripts/lists.ts`)
  writeFileSync(path, `import { ${imported} } from '${spelled}'\n${listed}`)
}

await runAsCommand(import.meta.url, HELP, async () => {
  const missing = missingLines(ROOT)
  for (const line of missing) addLine(ROOT, line)
  // It puts the imports in order.
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const lists = [...new Set(missing.map(({ list }) => list))]
  if (lists.length > 0)
    execFileSync(process.execPath, [biome, 'check', '--write', '--vcs-enabled=false', ...lists], {
      cwd: ROOT,
    })
  for (const { list, text } of missing) process.stdout.write(`${list}: ${text}\n`)
  return true
})
