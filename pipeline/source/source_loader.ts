import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import type { Source } from './source.ts'

const FOLDER = fileURLToPath(new URL('../sources/', import.meta.url))

/** Loads the folder that is the registry of sources, in an order in which they can be fetched. */
export async function loadSources(folder = FOLDER): Promise<Source[]> {
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort()
  const exports = new Map<string, unknown>()
  for (const file of files) exports.set(file, await importDefault(folder, file))
  return sortSources(exports)
}

async function importDefault(folder: string, file: string): Promise<unknown> {
  try {
    return (await import(new URL(file, pathToFileURL(`${folder}/`)).href)).default
  } catch (cause) {
    throw new OperationalError(`${file} cannot be loaded: fix the error shown as its cause`, { cause })
  }
}

/** Checks the files' default exports, and sorts each source after those it reads, else by name. */
export function sortSources(exports: ReadonlyMap<string, unknown>): Source[] {
  const files = new Map<string, string>()
  const sources = [...exports].map(([file, value]) => {
    const source = check(file, value)
    const other = files.get(source.name)
    if (other) throw new OperationalError(`${other} and ${file} both declare '${source.name}': rename one`)
    files.set(source.name, file)
    return source
  })
  for (const [name, file] of files) {
    if (basename(file, '.ts') !== name)
      throw new OperationalError(
        `${file} declares '${name}': the file and the source must have the same name`,
      )
  }
  return order(sources)
}

function check(file: string, value: unknown): Source {
  const source = value as Source | undefined
  const isSource =
    typeof source?.fetch === 'function' && source.row instanceof z.ZodObject && Array.isArray(source.key)
  if (!isSource)
    throw new OperationalError(`${file} must export default defineSource({ name, key, row, fetch, … })`)
  if (!/^[a-z][a-z0-9_]*$/.test(source.name)) {
    throw new OperationalError(
      `${file}: the name '${source.name}' also names a table: use lower-case letters, digits and underscores`,
    )
  }
  const missing = source.key.find((column) => !Object.hasOwn(source.row.shape, column))
  if (missing !== undefined || source.key.length === 0) {
    throw new OperationalError(
      `${file}: its key must be columns of its row (${missing ?? 'the key is empty'})`,
    )
  }
  return source
}

/** The sources that must have been fetched before this one. */
export const listNeeded = ({ reads = [], repeats }: Pick<Source, 'reads' | 'repeats'>): string[] =>
  repeats === undefined ? reads : [...reads, repeats]

function order(sources: Source[]): Source[] {
  const waiting = new Map(sources.map((source) => [source.name, source]))
  for (const source of sources) {
    const { name } = source
    const unknown = listNeeded(source).find((other) => !waiting.has(other))
    if (unknown) throw new OperationalError(`source '${name}' reads '${unknown}', which does not exist`)
  }
  const ordered: Source[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      (source) => !listNeeded(source).some((other) => waiting.has(other)),
    )
    const next = ready.sort((a, b) => (a.name < b.name ? -1 : 1))[0]
    if (!next)
      throw new OperationalError(
        `these sources depend on each other: ${[...waiting.keys()].sort().join(', ')}`,
      )
    ordered.push(next)
    waiting.delete(next.name)
  }
  return ordered
}
