import { Cache } from '../../core/domain/cache.ts'
import { type Content, JSON_TYPE } from '../../core/interface/content.ts'
import { HANDLE } from '../../core/interface/value_schemas.ts'
import { isDerivedKey } from '../../core/release/derived.ts'
import { agentRecordPath, PRIVATE_PATHS } from '../../core/release/paths.ts'
import type { ReleaseReader } from '../../core/release/reader.ts'
import { hexSha256 } from '../../core/release/sha256.ts'
import { apart, type JoinLoad } from '../../core/release/shared_loads.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { AgentIndex, type AgentRow } from './agent_index.ts'
import { contentCache } from './content_cache.ts'
import { SeenFilter } from './seen_filter.ts'

/** Bytes of files and answers that a release caches in memory. */
export const CACHE_BYTES = 64 * 2 ** 20

/** Maximum number of parsed agent records cached: answers built from them never change them. */
export const MAX_RECORDS = 1_000

type Side = 'public' | 'private'

/** Memory options of a release. */
export interface ServedOptions {
  cacheBytes?: number
  /** Lets calls wait for each other's loads; without it each loads for itself. */
  share?: JoinLoad
  /** Opens the newest release of a day where earlier ones are kept; null where there is none. */
  openDay?: (day: string) => Promise<ReleaseReader | null>
}

/** A release with the handler's caches of it. A call uses one release and sees no other. */
export class ServedRelease {
  readonly reader: ReleaseReader
  readonly #cache: Cache<Content>
  readonly #seen = new SeenFilter()
  readonly #share: JoinLoad
  readonly #openDay: ServedOptions['openDay']
  readonly #memos = new Map<string, unknown>()
  readonly #records = new Cache<AgentRecord>({ maxSize: MAX_RECORDS })
  #agents: AgentIndex | null = null

  constructor(
    reader: ReleaseReader,
    { cacheBytes = CACHE_BYTES, share = apart, openDay }: ServedOptions = {},
  ) {
    this.reader = reader
    this.#share = share
    this.#openDay = openDay
    this.#cache = contentCache(cacheBytes)
  }

  get id(): string {
    return this.reader.id
  }

  /** Returns the newest kept release of a day; null for none. */
  async ofDay(day: string): Promise<ReleaseReader | null> {
    return (await this.#openDay?.(day)) ?? null
  }

  /** Bytes of cached answers and files. */
  get cachedBytes(): number {
    return this.#cache.size
  }

  /** Returns a file of the release, or null if it has none of this name. */
  content(side: Side, path: string): Promise<Content | null> {
    const key = `${side}/${path}`
    // Cosignatures and anchors are added after the release.
    const keep = () => !isDerivedKey(key)
    const read = async () => {
      const file = await this.reader.read(side, path)
      if (file === null) return null
      const { bytes, contentType, sha256 } = file
      return { bytes, contentType, etag: toEtag(sha256) }
    }
    return this.#cached(key, read, keep)
  }

  /** Returns a JSON file of the release, parsed; null if it has none of this name. */
  json<T>(side: Side, path: string): Promise<T | null> {
    return this.#share(`json ${side}/${path}`, async () => {
      const content = await this.content(side, path)
      return content && (JSON.parse(new TextDecoder().decode(content.bytes)) as T)
    })
  }

  /** Returns what `cut` makes of a private file; `variant` names the cut. Null if the release has no such file. */
  cut(path: string, variant: string, cut: (text: string) => string): Promise<Content | null> {
    return this.#cached(`cut ${path} ${variant}`, async () => {
      const file = await this.content('private', path)
      return file && toTextContent(cut(new TextDecoder().decode(file.bytes)), file.contentType)
    })
  }

  /** Returns the JSON of the result of `make`, cached under a key from the second request on. */
  render(key: string, make: () => Promise<unknown>): Promise<Content> {
    return this.text(`render ${key}`, JSON_TYPE, async () => `${JSON.stringify(await make())}\n`)
  }

  /** Returns a value as JSON that is not cached. */
  build(value: unknown): Promise<Content> {
    return toTextContent(`${JSON.stringify(value)}\n`, JSON_TYPE)
  }

  /** Returns a text as content, cached under a key from the second request on. */
  text(key: string, contentType: string, make: () => Promise<string>): Promise<Content> {
    const render = async () => toTextContent(await make(), contentType)
    return this.#cached(`text ${key}`, render, () => this.#seen.add(key))
  }

  /** Returns the result of `make`, cached under a key as long as the release. */
  async memo<T>(key: string, make: () => Promise<T>): Promise<T> {
    if (!this.#memos.has(key)) this.#memos.set(key, await this.#share(`memo ${key}`, make))
    return this.#memos.get(key) as T
  }

  /** Returns the release facts that every view may use. */
  info(): Promise<ReleaseInfo> {
    return this.memo('info', () => this.#required<ReleaseInfo>(PRIVATE_PATHS.info))
  }

  /** Returns the handles and names of this release, read on first use. */
  async agents(): Promise<AgentIndex> {
    this.#agents ??= await this.memo('agents', async () => {
      const rows = await this.json<AgentRow[]>('private', PRIVATE_PATHS.agentsIndex)
      return new AgentIndex(rows ?? [], this.#share)
    })
    return this.#agents
  }

  /** Returns the agent record of a handle in any case; null if it is not indexed. It is shared: do not change it. */
  async agentRecord(handle: string): Promise<AgentRecord | null> {
    const known = this.#records.get(handle)
    if (known !== undefined) return known
    const found = await this.readByHandle(handle, (exact) =>
      this.json<AgentRecord>('private', agentRecordPath(exact)),
    )
    return found && this.#records.put(found.handle, found)
  }

  /** Returns the result of `read` for a handle in any case; null if there is no such agent. */
  async readByHandle<T>(requested: string, read: (handle: string) => Promise<T | null>): Promise<T | null> {
    if (!HANDLE.test(requested)) return null
    const found = await read(requested)
    if (found !== null) return found
    const handle = (await this.agents()).handle(requested)
    return handle === null || handle === requested ? null : read(handle)
  }

  async #required<T>(path: string): Promise<T> {
    const found = await this.json<T>('private', path)
    if (found === null) throw new Error(`the release ${this.id} has no ${path}: publish its day again`)
    return found
  }

  /** Returns the cached entry of a key, or the result of `make`, which is then cached; null is not cached. */
  #cached<C extends Content | null>(key: string, make: () => Promise<C>, isWanted = () => true): Promise<C> {
    const cached = this.#cache.get(key)
    if (cached !== undefined) return Promise.resolve(cached as C)
    return this.#share(key, async () => {
      const value = await make()
      return value === null || !isWanted() ? value : (this.#cache.put(key, value) as C)
    })
  }
}

/** Returns the hash of a caller's text, as a part of a cache key: the text itself is in none. */
export const hashText = (text: string): Promise<string> => hexSha256(new TextEncoder().encode(text))

const toEtag = (sha256: string): string => `"${sha256.slice(0, 32)}"`

async function toTextContent(text: string, contentType: string): Promise<Content> {
  const bytes = new TextEncoder().encode(text)
  return { bytes, contentType, etag: toEtag(await hexSha256(bytes)) }
}
