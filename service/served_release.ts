import type { Release, ReleaseFile } from '../pipeline/release/release.ts'
import { AgentIndex } from './agent_index.ts'
import type { ByteCache } from './byte_cache.ts'
import { type Content, toContent } from './reply.ts'

// Looking a file up in a large manifest takes longer than the rest of an answer.
const FILES_REMEMBERED = 20_000

/** A release with what the service keeps of it in memory. A request holds one and sees no other. */
export class ServedRelease {
  readonly release: Release
  readonly #cache: ByteCache
  readonly #now: () => number
  readonly #files = new Map<string, ReleaseFile>()
  #agents: AgentIndex | null = null

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(release: Release, cache: ByteCache, now: () => number) {
    this.release = release
    this.#cache = cache
    this.#now = now
  }

  get id(): string {
    return this.release.id
  }

  /** A file of the release, or null when it has none of this name. */
  content(side: 'public' | 'private', path: string): Content | null {
    const file = this.#file(side, path)
    if (file === null) return null
    return (
      this.#cache.get(file.sha256) ??
      this.#cache.keep(file.sha256, toContent(file.read(), file.contentType, file.sha256))
    )
  }

  /** What `cut` makes of a private file; `variant` names the cut. Null when the release has no such file. */
  cut(path: string, variant: string, cut: (text: string) => string): Content | null {
    const file = this.#file('private', path)
    if (file === null) return null
    const key = `${file.sha256} ${variant}`
    const kept = this.#cache.get(key)
    if (kept !== undefined) return kept
    return this.#cache.keep(key, toContent(Buffer.from(cut(file.read().toString())), file.contentType))
  }

  /** The handles and names of this release, read when they are first needed. */
  get agents(): AgentIndex {
    this.#agents ??= new AgentIndex(this.release.file('private', 'agents-index.json'), this.#now)
    return this.#agents
  }

  #file(side: 'public' | 'private', path: string): ReleaseFile | null {
    const key = `${side}/${path}`
    const known = this.#files.get(key)
    if (known !== undefined) return known
    const file = this.release.file(side, path)
    if (file === null) return null
    if (this.#files.size >= FILES_REMEMBERED) this.#files.clear()
    this.#files.set(key, file)
    return file
  }
}
