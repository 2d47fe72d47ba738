import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the project. */
export const ROOT = resolve(import.meta.dirname, '..')

/** The text of a file of the project. */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Every page for people, by its path in the project. */
export const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'lab/README.md',
  'output/README.md',
  'packages/action/README.md',
  'packages/cli/README.md',
  'packages/client/README.md',
  ...filesIn('docs'),
]

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file))
}

/** A fenced block of a page: ```` ```language what ````. */
export interface Block {
  language: string
  /** A description, e.g. a file name; empty if there is none. */
  what: string
  text: string
}

/** The fenced blocks of a page that say their language. */
export const blocks = (page: string): Block[] =>
  [...read(page).matchAll(/^```(\w+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', what = '', text = '']) => ({ language, what, text }),
  )

/** The lines of the shell blocks of a page, without comments. */
export const commands = (page: string): string[] =>
  blocks(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
