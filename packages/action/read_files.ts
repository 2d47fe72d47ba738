import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Dependency, normalKey } from './dependency.ts'
import type { Inputs } from './inputs.ts'
import { parseJsonc } from './jsonc.ts'
import { type ServerEntry, serverKeys } from './server_keys.ts'

/** What the files of a repository depend on, and which files could not be read, and why. */
export interface Found {
  dependencies: Dependency[]
  unread: { file: string; why: string }[]
}

/** Reads the files that the inputs name, in the order of their names. */
export function readFiles(
  root: string,
  inputs: Pick<Inputs, 'configFiles' | 'packageFiles' | 'packages'>,
): Found {
  const found: Found = { dependencies: [], unread: [] }
  const wanted = inputs.packages.map(asPattern)
  const isWanted = (name: string): boolean => wanted.some((one) => one.test(name))
  const readers: [patterns: string[], read: (text: string, file: string) => Dependency[]][] = [
    [inputs.configFiles, configured],
    [inputs.packageFiles, (text, file) => listed(text, file).filter(({ name }) => isWanted(name))],
  ]
  for (const [patterns, read] of readers)
    for (const file of filesOf(root, patterns)) {
      try {
        found.dependencies.push(...read(readFileSync(join(root, file), 'utf8'), file))
      } catch (error) {
        found.unread.push({ file, why: error instanceof Error ? error.message : String(error) })
      }
    }
  return found
}

const filesOf = (root: string, patterns: string[]): string[] =>
  [...new Set(globSync(patterns, { cwd: root, exclude: (name) => basename(name) === 'node_modules' }))]
    .map((file) => file.replaceAll('\\', '/'))
    .sort()

/** The servers of a config file: under `mcpServers`, as most clients have them, or `servers`, as VS Code does. */
function configured(text: string, file: string): Dependency[] {
  const { mcpServers, servers } = (parseJsonc(text) ?? {}) as { mcpServers?: unknown; servers?: unknown }
  return Object.entries({ ...objectOf(servers), ...objectOf(mcpServers) }).map(([name, entry]) => ({
    ...{ file, name },
    keys: serverKeys(objectOf(entry) as ServerEntry),
  }))
}

function listed(text: string, file: string): Dependency[] {
  return basename(file).endsWith('.json') ? npmPackages(text, file) : pythonPackages(text, file)
}

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function npmPackages(text: string, file: string): Dependency[] {
  const manifest = objectOf(JSON.parse(text))
  const names = new Set(KINDS.flatMap((kind) => Object.keys(objectOf(manifest[kind]))))
  return [...names].map((name) => ({ file, name, keys: [normalKey(`package:npm/${name}`)] }))
}

function pythonPackages(text: string, file: string): Dependency[] {
  const names = text.split('\n').flatMap((line) => /^\s*([A-Za-z0-9][\w.-]*)/.exec(line)?.[1] ?? [])
  return [...new Set(names)].map((name) => ({ file, name, keys: [normalKey(`package:pypi/${name}`)] }))
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** `*` stands for anything. */
const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
    'i',
  )
