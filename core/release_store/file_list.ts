import { OperationalError } from '../domain/errors.ts'

/** A file as a list names it. */
export interface ListedFile {
  sha256: string
  bytes: number
}

/** Files by their paths from the folder that the list is of. */
export type FileList = Map<string, ListedFile>

const LINE = /^([0-9a-f]{64}) (\d{1,15}) ((?:[\w-][\w.=-]*\/)*[\w-][\w.=-]*)$/

/** A list as it is stored: a line for each file, in the order of the paths. */
export function formatList(list: FileList): string {
  const lines = [...list].map(([path, { sha256, bytes }]) => ({ path, line: `${sha256} ${bytes} ${path}\n` }))
  return lines
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ line }) => line)
    .join('')
}

/**
 * Reads what `formatList` wrote; throws OperationalError for anything else, such as a path that leads out of its
 * folder.
 */
export function parseList(text: string): FileList {
  const list: FileList = new Map()
  for (const line of text.split('\n').slice(0, -1)) {
    const [, sha256 = '', bytes, path] = LINE.exec(line) ?? []
    if (path === undefined) throw new OperationalError('a list of files in the release store is damaged')
    list.set(path, { sha256, bytes: Number(bytes) })
  }
  return list
}
