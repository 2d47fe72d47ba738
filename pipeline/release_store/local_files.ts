import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperationalError } from '../../core/domain/errors.ts'
import { filesUnder } from '../../core/release/release.ts'
import type { FileList, ListedFile } from '../../core/release_store/file_list.ts'

/**
 * The parts of an output folder that later days depend on. `state` is not shared: it has secrets and machine-specific
 * data.
 */
const FOLDERS = ['archive', 'history', 'log', 'keys']
const FILES = ['anchors.jsonl']
const BODIES = 'archive/bodies/'
const UNFINISHED = /^archive\/tmp\/|\.writing$/
const DATED = /(?:^archive\/|\/)(\d{4}-\d\d-\d\d)(?:\/|\.)/

/** Throws OperationalError for a path outside the shared folders, which no store may name. */
export function requireShared(path: string): void {
  const isShared = FILES.includes(path) || FOLDERS.some((folder) => path.startsWith(`${folder}/`))
  if (!isShared)
    throw new OperationalError(`the release store names ${path}, which is no file of archive, history or log`)
}

/** Lists paths of the shared files of an output folder, in no order. */
export function* localPaths(output: string): Generator<string> {
  for (const folder of FOLDERS) {
    if (!existsSync(join(output, folder))) continue
    for (const path of filesUnder(join(output, folder), `${folder}/`)) if (!UNFINISHED.test(path)) yield path
  }
  for (const file of FILES) if (existsSync(join(output, file))) yield file
}

/** Returns the shared files of an output folder by part. Bodies in `before` are not read: their name is their hash. */
export async function localParts(
  output: string,
  before: ReadonlyMap<string, FileList>,
): Promise<Map<string, FileList>> {
  const paths = [...localPaths(output)].sort()
  const newest =
    paths
      .map(parseDate)
      .filter((date) => date !== null)
      .sort()
      .at(-1) ?? 'undated'
  const bodies = new Map(
    [...before].flatMap(([part, list]) => [...list].map(([path, file]) => [path, { part, file }] as const)),
  )
  const parts = new Map<string, FileList>()
  for (const path of paths) {
    const known = path.startsWith(BODIES) ? bodies.get(path) : undefined
    const part = known?.part ?? choosePart(path, newest)
    const list = parts.get(part) ?? new Map<string, ListedFile>()
    parts.set(part, list.set(path, known?.file ?? (await describeFile(join(output, path)))))
  }
  return parts
}

/** The list of hashes of a day, which is gone while a run fetches for it. */
export const isSums = (path: string): boolean => /^history\/days\/[^/]+\.sha256$/.test(path)

/** Returns the parts of `before` with the files of the archive as they are now, for a run that goes on with them. */
export async function archiveParts(
  output: string,
  before: ReadonlyMap<string, FileList>,
): Promise<Map<string, FileList>> {
  const isLeft = ([path]: [string, ListedFile]) => !isSums(path) || existsSync(join(output, path))
  const parts = new Map([...before].map(([name, list]) => [name, new Map([...list].filter(isLeft))]))
  for (const [name, list] of await localParts(output, before))
    for (const [path, file] of list)
      if (path.startsWith('archive/')) parts.set(name, (parts.get(name) ?? new Map()).set(path, file))
  return parts
}

/** Returns the length and SHA-256 of a file. */
export async function describeFile(path: string): Promise<ListedFile> {
  const sum = createHash('sha256')
  for await (const bytes of createReadStream(path)) sum.update(bytes)
  return { sha256: sum.digest('hex'), bytes: statSync(path).size }
}

function choosePart(path: string, newest: string): string {
  if (path.startsWith(BODIES)) return `bodies-${newest}`
  return parseDate(path) ?? (path.startsWith('log/') ? 'log' : 'other')
}

const parseDate = (path: string): string | null => DATED.exec(path)?.[1] ?? null
