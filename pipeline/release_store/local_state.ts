import { hash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const baseSchema = z.strictObject({ store: z.string(), contents: z.string() })

/** The store and the contents that the files of an output folder are based on. */
export type Base = z.infer<typeof baseSchema>

/** An output folder's local record of its store: `state/release-store`. */
export class LocalState {
  readonly #folder: string
  readonly #base: string
  readonly #uploaded: string

  constructor(output: string) {
    this.#folder = join(output, 'state', 'release-store')
    this.#base = join(this.#folder, 'base.json')
    this.#uploaded = join(this.#folder, 'uploaded')
  }

  base(): Base | null {
    if (!existsSync(this.#base)) return null
    return baseSchema.safeParse(JSON.parse(readFileSync(this.#base, 'utf8'))).data ?? null
  }

  /** `lists` are the blobs of the contents. */
  setBase(base: Base, lists: ReadonlyMap<string, string | Uint8Array>): void {
    for (const [sha256, bytes] of lists) if (!existsSync(this.#list(sha256))) this.writeList(sha256, bytes)
    writeWhole(this.#base, `${JSON.stringify(base)}\n`)
    for (const name of readdirSync(join(this.#folder, 'lists')))
      if (!lists.has(name)) rmSync(join(this.#folder, 'lists', name))
  }

  /** Returns a file list that was read before, or null. */
  list(sha256: string): Uint8Array | null {
    if (!existsSync(this.#list(sha256))) return null
    const bytes = readFileSync(this.#list(sha256))
    return hash('sha256', bytes) === sha256 ? bytes : null
  }

  writeList(sha256: string, bytes: string | Uint8Array): void {
    writeWhole(this.#list(sha256), bytes)
  }

  /**
   * Returns the blobs uploaded while the pointer had this unique text. With any other pointer they count as missing,
   * since garbage collection moves the pointer first.
   */
  uploaded(unique: string): Set<string> {
    const [of = '', ...blobs] = existsSync(this.#uploaded)
      ? readFileSync(this.#uploaded, 'utf8').split('\n').slice(0, -1)
      : []
    if (of === unique) return new Set(blobs.filter((blob) => blob.length === 64))
    mkdirSync(this.#folder, { recursive: true })
    writeFileSync(this.#uploaded, `${unique}\n`)
    return new Set()
  }

  /** Records a blob that the store has acknowledged. */
  addUploaded(blob: string): void {
    appendFileSync(this.#uploaded, `${blob}\n`)
  }

  forgetUploaded(): void {
    rmSync(this.#uploaded, { force: true })
  }

  #list(sha256: string): string {
    return join(this.#folder, 'lists', sha256)
  }
}

/** Writes a file atomically, even if the process is killed. */
export function writeWhole(path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.writing`, bytes)
  renameSync(`${path}.writing`, path)
}
