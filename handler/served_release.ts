import { HANDLE } from '../interface/parameters.ts'
import type { ReleaseReader } from '../pipeline/release/reader.ts'
import type { Dossier } from '../views/dossier.ts'
import type { Facts } from '../views/facts.ts'
import { AgentIndex } from './agent_index.ts'
import { ByteCache } from './byte_cache.ts'
import type { Content } from './content.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const CACHE_BYTES = 64 * 2 ** 20

type Side = 'public' | 'private'

/** A release with what the handler keeps of it in memory. A call holds one and sees no other. */
export class ServedRelease {
  readonly reader: ReleaseReader
  readonly #cache: ByteCache
  readonly #now: () => number
  readonly #kept = new Map<string, unknown>()
  #facts: Facts | null = null
  #agents: AgentIndex | null = null

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(reader: ReleaseReader, now: () => number, cacheBytes = CACHE_BYTES) {
    this.reader = reader
    this.#now = now
    this.#cache = new ByteCache(cacheBytes)
  }

  get id(): string {
    return this.reader.id
  }

  /** A file of the release, or null when it has none of this name. */
  async content(side: Side, path: string): Promise<Content | null> {
    const key = `${side}/${path}`
    const kept = this.#cache.get(key)
    if (kept !== undefined) return kept
    const file = await this.reader.read(side, path)
    if (file === null) return null
    const { bytes, contentType, sha256 } = file
    return this.#cache.keep(key, { bytes, contentType, etag: etagOf(sha256) })
  }

  /** A file of the release that holds JSON, parsed; null when it has none of this name. */
  async json<T>(side: Side, path: string): Promise<T | null> {
    const content = await this.content(side, path)
    return content && (JSON.parse(new TextDecoder().decode(content.bytes)) as T)
  }

  /** What `cut` makes of a private file; `variant` names the cut. Null when the release has no such file. */
  async cut(path: string, variant: string, cut: (text: string) => string): Promise<Content | null> {
    const key = `${path} ${variant}`
    const kept = this.#cache.get(key)
    if (kept !== undefined) return kept
    const file = await this.content('private', path)
    if (file === null) return null
    return this.#keepText(key, cut(new TextDecoder().decode(file.bytes)), file.contentType)
  }

  /** The JSON of what `make` gives, made once for a key while it is in the cache. */
  async render(key: string, make: () => Promise<unknown>): Promise<Content> {
    const kept = this.#cache.get(`render ${key}`)
    if (kept !== undefined) return kept
    return this.#keepText(`render ${key}`, `${JSON.stringify(await make())}\n`, JSON_TYPE)
  }

  /** A text as content, made once for a key while it is in the cache. */
  async text(key: string, contentType: string, make: () => Promise<string>): Promise<Content> {
    return this.#cache.get(`text ${key}`) ?? this.#keepText(`text ${key}`, await make(), contentType)
  }

  /**
   * What `make` gives, kept under a key as long as the release is. Calls that come at the same time may each make it: a
   * Worker cannot wait for what another request began.
   */
  async memo<T>(key: string, make: () => Promise<T>): Promise<T> {
    if (!this.#kept.has(key)) this.#kept.set(key, await make())
    return this.#kept.get(key) as T
  }

  /** What every view may know of this release. */
  async facts(): Promise<Facts> {
    this.#facts ??= await this.#required<Facts>('facts.json')
    return this.#facts
  }

  /** The handles and names of this release, read when they are first needed. */
  async agents(): Promise<AgentIndex> {
    if (this.#agents === null) {
      const rows = await this.json<[handle: string, name: string][]>('private', 'agents-index.json')
      this.#agents ??= new AgentIndex(rows ?? [], this.#now)
    }
    return this.#agents
  }

  /** The dossier of an agent, its handle in any case; null when it is not indexed. */
  async dossier(handle: string): Promise<Dossier | null> {
    return this.ofAgent(handle, (exact) => this.json<Dossier>('private', `dossiers/${exact}.json`))
  }

  /** What `read` finds for a handle, however its letters are written; null when there is no such agent. */
  async ofAgent<T>(asked: string, read: (handle: string) => Promise<T | null>): Promise<T | null> {
    if (!HANDLE.test(asked)) return null
    const found = await read(asked)
    if (found !== null) return found
    const handle = (await this.agents()).handle(asked)
    return handle === null || handle === asked ? null : read(handle)
  }

  async #required<T>(path: string): Promise<T> {
    const found = await this.json<T>('private', path)
    if (found === null) throw new Error(`the release ${this.id} has no ${path}: publish its day again`)
    return found
  }

  async #keepText(key: string, text: string, contentType: string): Promise<Content> {
    const bytes = new TextEncoder().encode(text)
    return this.#cache.keep(key, { bytes, contentType, etag: etagOf(await sha256(bytes)) })
  }
}

const etagOf = (sha256: string): string => `"${sha256.slice(0, 32)}"`

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
