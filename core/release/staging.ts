import { hash } from 'node:crypto'
import { constants, copyFileSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Cache } from '../domain/cache.ts'
import type { Artifact } from './artifact.ts'
import { checkPath, collision, refusedPath } from './check_path.ts'
import type { DerivedFile } from './derived.ts'
import { keyOfLine } from './manifest.ts'
import { manifestLine } from './manifest_text.ts'
import type { Release } from './release.ts'

// A file is never opened to change it: its other names in older releases would change with it. The encoding has to
// be named: it lets Node write a string in one call, in half of the time.
const NEW_FILE = { flag: 'wx', encoding: 'utf8' } as const
// Enough for artifacts that alternate between folders; a set of all folders costs more than asking the disk again.
const FOLDERS_REMEMBERED = 500
const COLLIDES = new Set(['EEXIST', 'EISDIR', 'ENOTDIR'])

/**
 * A release being put together: new content is written as it comes, content that `base` has already is noted and
 * shared at the end, so that a run that changes nothing writes nothing.
 */
export class Staging {
  /** The manifest's lines, in the order in which the artifacts came. */
  readonly lines: string[] = []
  /** Keys of the files that `base` holds, compared byte for byte. */
  readonly shared = new Set<string>()
  /** Bytes of all files. */
  bytes = 0
  written = 0
  linked = 0
  readonly #folders = new Cache<true>({ maxSize: FOLDERS_REMEMBERED })
  readonly #inBase = new Map<string, string>()

  readonly folder: string
  readonly base: Release | null

  constructor(folder: string, base: Release | null) {
    this.folder = folder
    this.base = base
    for (const { key, sha256 } of base?.files() ?? []) this.#inBase.set(key, sha256)
  }

  /** `sha256` is the hash of the body, where it is known already. */
  add(artifact: Artifact, sha256 = hash('sha256', artifact.body)): void {
    const { side, path, contentType, body } = artifact
    checkPath(path)
    const key = `${side}/${path}`
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    if (this.#inBase.get(key) === sha256 && this.#isIntactInBase(key, body)) this.shared.add(key)
    else this.#write(key, artifact)
    this.lines.push(manifestLine(key, sha256, bytes, contentType))
    this.bytes += bytes
  }

  /** Links the shared files into this release, and adds the files outside the manifest; the manifest comes last. */
  finish(unnamed: DerivedFile[]): void {
    for (const key of this.shared) this.share(key)
    for (const side of ['public', 'private']) this.#makeFolder(side)
    for (const file of unnamed) this.addUnnamed(file)
  }

  /** Writes or links the manifest, or a file that is derived from it. */
  addUnnamed(file: DerivedFile): void {
    const target = `${this.folder}/${file.key}`
    mkdirSync(dirname(target), { recursive: true })
    if ('body' in file) writeFileSync(target, file.body, NEW_FILE)
    else if (!tryLink(file.link, target)) copyFileSync(file.link, target, constants.COPYFILE_EXCL)
  }

  /** Links one file of `base` into this release, or copies it where the file system has no links to give. */
  share(key: string): void {
    const source = `${this.base?.path}/${key}`
    try {
      const target = this.#place(key)
      if (tryLink(source, target)) this.linked += 1
      else {
        copyFileSync(source, target, constants.COPYFILE_EXCL)
        this.written += 1
      }
    } catch (error) {
      throw this.#explain(error, key)
    }
  }

  #write(key: string, { body, file }: Artifact): void {
    try {
      const target = this.#place(key)
      if (file === undefined || !tryLink(file, target)) writeFileSync(target, body, NEW_FILE)
      this.written += 1
    } catch (error) {
      throw this.#explain(error, key)
    }
  }

  // A damaged file is rewritten here instead of being handed on from release to release.
  #isIntactInBase(key: string, body: string | Uint8Array): boolean {
    try {
      return readFileSync(`${this.base?.path}/${key}`).equals(
        typeof body === 'string' ? Buffer.from(body) : body,
      )
    } catch {
      return false
    }
  }

  #place(key: string): string {
    this.#makeFolder(key.slice(0, key.lastIndexOf('/')))
    return `${this.folder}/${key}`
  }

  #makeFolder(folder: string): void {
    if (this.#folders.get(folder)) return
    mkdirSync(`${this.folder}/${folder}`, { recursive: true })
    this.#folders.put(folder, true)
  }

  // The file system is the register of taken paths: it refuses a second file, and a file where a folder is.
  #explain(error: unknown, key: string): unknown {
    if (!COLLIDES.has((error as NodeJS.ErrnoException).code ?? '')) return error
    // A shared file is placed last and has its own line already, which is not what it collides with.
    const others = this.lines.map(keyOfLine).filter((other) => !(other === key && this.shared.has(key)))
    return refusedPath(key, collision(key, others), { cause: error })
  }
}

function tryLink(source: string, target: string): boolean {
  try {
    linkSync(source, target)
    return true
  } catch {
    return false
  }
}
