import { existsSync, globSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, relative } from 'node:path'

/** A file of the repository cannot be read; the message says why. */
export class Unreadable extends Error {}

/** The most files that one list of patterns may name. */
export const MAX_MATCHED_FILES = 2_000
/** The most bytes of a file that is written by hand. */
const MAX_BYTES = 2 ** 20

/** The checked out repository: its files by path, and nothing that lies outside of it, whatever its links say. */
export class Workspace {
  readonly #root: string

  constructor(root: string) {
    this.#root = realpathSync(root)
  }

  /** The files that fit patterns, in the order of their names. */
  files(patterns: string[]): string[] {
    const found = globSync(patterns, {
      cwd: this.#root,
      exclude: (name) => basename(name) === 'node_modules',
    })
    return [...new Set(found.map((file) => file.replaceAll('\\', '/')))].sort()
  }

  /** True if the path exists. */
  has(file: string): boolean {
    return existsSync(join(this.#root, file))
  }

  /** The text of a file. Throws Unreadable. */
  read(file: string, max = MAX_BYTES): string {
    const path = this.#real(file)
    const stats = statSync(path)
    if (!stats.isFile()) throw new Unreadable('it is no file')
    if (stats.size > max) throw new Unreadable(`it has ${stats.size} bytes, and at most ${max} are read`)
    return readFileSync(path, 'utf8')
  }

  #real(file: string): string {
    let path: string
    try {
      path = realpathSync(join(this.#root, file))
    } catch (cause) {
      throw new Unreadable(`it cannot be opened (${(cause as NodeJS.ErrnoException).code})`, { cause })
    }
    const inside = relative(this.#root, path)
    if (inside.startsWith('..') || isAbsolute(inside)) throw new Unreadable('it leads out of the repository')
    return path
  }
}
