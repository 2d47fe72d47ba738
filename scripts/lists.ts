import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runAsCommand } from './lib/command.ts'

const HELP = `npm run docs
Adds each resource, schema, tool, publisher, page and variant that stands in its folder to the end of its list. The order of what is
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

/** The lines that what a pattern finds in the files of a folder should have in a list. */
interface Kind {
  folder: string
  pattern: RegExp
  list: string
  named: string
  line(name: string): { text: string; imported?: string }
}

const RESOURCES = 'core/resources'
const PAGES = 'pipeline/artifacts/pages'

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const KINDS: readonly Kind[] = [
  {
    ...{ folder: RESOURCES, list: `${RESOURCES}/resources.ts`, named: 'READS' },
    pattern: /^export const ([A-Z][A-Z\d_]*) = (?:file|agentFile|variant)\(/gm,
    line: (name) => ({ text: name }),
  },
  {
    ...{ folder: RESOURCES, list: `${RESOURCES}/resources.ts`, named: 'CALLS' },
    pattern: /^export const ([A-Z][A-Z\d_]*) = (?:paid|service)\(/gm,
    line: (name) => ({ text: name }),
  },
  {
    ...{ folder: RESOURCES, list: `${RESOURCES}/schemas.ts`, named: 'NAMED' },
    pattern: /\b(?:answer|schema): '(\w+)'/g,
    line(name) {
      const imported = `${name.charAt(0).toLowerCase()}${name.slice(1)}`
      return { text: `${name}: ${imported}`, imported }
    },
  },
  {
    ...{ folder: RESOURCES, list: 'core/interface/tools.ts', named: 'CATALOGUE' },
    pattern: /^export const (\w+Tool) = \(\)/gm,
    line: (name) => ({ text: `${snake(name.slice(0, -'Tool'.length))}: ${name}()` }),
  },
  {
    ...{ folder: 'pipeline/artifacts/answers', list: 'pipeline/artifacts/answers.ts', named: 'ANSWERS' },
    pattern: /^export (?:async )?function\* (\w+Artifacts)\(/gm,
    line: (name) => ({ text: name }),
  },
  {
    ...{ folder: PAGES, list: `${PAGES}/pages.ts`, named: 'PAGES' },
    pattern: /^export (?:async )?function (\w+Page)\(site: Site\)/gm,
    line: (name) => ({ text: name }),
  },
  {
    ...{ folder: 'serving/handler/resources', list: 'serving/handler/variants.ts', named: 'VARIANTS' },
    pattern: /^export const (\w+Variant)\b/gm,
    line: (name) => ({ text: `${snake(name.slice(0, -'Variant'.length))}: ${name}` }),
  },
  {
    ...{ folder: 'serving/handler/resources', list: 'serving/handler/paid.ts', named: 'PAID' },
    pattern: /^export const (\w+Body)\b/gm,
    line: (name) => ({ text: `${snake(name.slice(0, -'Body'.length))}: ${name}` }),
  },
]

/** Every line that the lists of a project should have. */
const listLines = (root: string): Line[] =>
  KINDS.flatMap(({ folder, pattern, list, named, line }) => {
    const files = listFiles(root, folder)
    return files.flatMap(({ path, text: code }) =>
      [...code.matchAll(pattern)].flatMap(([, name = '']): Line[] => {
        const { text, imported = name } = line(name)
        // A schema is beside the file that names it; one that is elsewhere is listed by hand.
        const from =
          imported === name
            ? path
            : files.find((file) => file.text.includes(`export const ${imported} = `))?.path
        return from === undefined ? [] : [{ list, named, text, imported, from }]
      }),
    )
  })

const listFiles = (root: string, folder: string): { path: string; text: string }[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }))

/** The lines that the lists of a project lack, each once. */
export const missingLines = (root: string): Line[] =>
  [...new Map(listLines(root).map((line) => [`${line.list} ${line.imported}`, line])).values()].filter(
    ({ list, imported }) =>
      !new RegExp(`[{,]\\s*${imported}\\s*[,}]`).test(readFileSync(join(root, list), 'utf8')),
  )

function addLine(root: string, { list, named, text, imported, from }: Line): void {
  const path = join(root, list)
  const old = readFileSync(path, 'utf8')
  const source = relative(join(root, list, '..'), join(root, from))
  const spelled = source.startsWith('.') ? source : `./${source}`
  const listed = old.replace(
    new RegExp(`(const ${named}\\b[^]*? = [[{]\n[^]*?)(\n[\\]}])`),
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
