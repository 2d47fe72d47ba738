import { Cache } from '../domain/cache.ts'
import { AgentFiles } from './agent_files.ts'
import type { Inflate } from './inflate.ts'
import { type MemberPlace, PackHeader, type PackName, packKey } from './pack.ts'
import { packCache, type ReadPack } from './pack_cache.ts'
import type { Projection } from './projection.ts'
import type { ReadFile } from './read_file.ts'
import type { Digest } from './sha256.ts'
import { fnv1a, shardNumber } from './shards.ts'
import type { JoinLoad } from './shared_loads.ts'

/** Source of packs; both functions throw OperationalError for bytes that are lost or differ from the published ones. */
export interface PackSource {
  /** A whole file that the manifest names. */
  need(key: string): Promise<Uint8Array>
  /** A part of one whose hash begins so; null where parts cannot be read. */
  needPart(part: PartOfPack, digest: Digest): Promise<Uint8Array | null>
}

/** A part of a pack, and how its hash begins. */
export interface PartOfPack {
  key: string
  from: number
  bytes: number
  sha256: string
}

/** Options of reading packs. */
export interface PacksOptions {
  list: (PackName | null)[]
  dictionary: Uint8Array
  projection: Projection | null
  cacheBytes: number
  share: JoinLoad
  inflate: Inflate
  /** Hash function for small data: a member, or a file derived from one. */
  digest: Digest
}

/** The share of the bytes to keep that members may take which are no longer compressed. */
const OPENED_SHARE = 1 / 8

/**
 * The files in packs. Where parts can be read a pack costs its header, and an agent its own bytes, each checked by its
 * hash; elsewhere a pack is read and checked as a whole.
 */
export class Packs {
  readonly #source: PackSource
  readonly #o: PacksOptions
  readonly #cache: Cache<ReadPack>
  /** Cache of opened agents: rendering one reads several of its files. */
  readonly #opened: Cache<AgentFiles>
  /**
   * By shard, the hashes of the handles in a pack that was read before: an unknown handle must not cost another
   * read. Four bytes for each agent; two handles with one hash cost a read in vain.
   */
  readonly #handles: (Uint32Array | undefined)[] = []

  constructor(source: PackSource, options: PacksOptions) {
    this.#source = source
    this.#o = options
    this.#cache = packCache(options.cacheBytes)
    this.#opened = new Cache({
      maxSize: Math.floor(options.cacheBytes * OPENED_SHARE),
      getSize: ({ size }) => size,
    })
  }

  async read(agent: string, key: string): Promise<ReadFile | null> {
    const files = this.#opened.get(agent) ?? (await this.#find(agent))
    const found = files?.find(key) ?? null
    return found && { ...found, sha256: await this.#o.digest(found.bytes) }
  }

  async #find(agent: string): Promise<AgentFiles | null> {
    const shard = shardNumber(agent)
    const name = this.#o.list[shard] ?? null
    if (name === null || this.#handles[shard]?.includes(fnv1a(agent)) === false) return null
    const pack =
      this.#cache.get(name.sha256) ?? (await this.#o.share(name.sha256, () => this.#load(shard, name)))
    const place = pack.header.find(agent)
    if (place === null) return null
    return this.#open(agent, await this.#member(name, pack, place))
  }

  async #open(agent: string, deflated: Uint8Array): Promise<AgentFiles> {
    const { inflate, dictionary, projection } = this.#o
    const files = new AgentFiles(agent, await inflate(deflated, dictionary), projection)
    return this.#opened.put(agent, files)
  }

  async #load(shard: number, name: PackName): Promise<ReadPack> {
    const { sha256, headerBytes, headerSha256 } = name
    const head = await this.#source.needPart(
      { key: packKey(sha256), from: 0, bytes: headerBytes, sha256: headerSha256 },
      this.#o.digest,
    )
    const whole = head === null ? await this.#source.need(packKey(sha256)) : null
    const header = new PackHeader(head ?? (whole as Uint8Array).subarray(0, headerBytes))
    this.#handles[shard] ??= Uint32Array.from(header.handles(), fnv1a)
    return this.#cache.put(sha256, { header, members: whole?.subarray(headerBytes) ?? null })
  }

  async #member(name: PackName, { members }: ReadPack, place: MemberPlace): Promise<Uint8Array> {
    const { offset, bytes, halfHash } = place
    if (members !== null) return members.subarray(offset, offset + bytes)
    const key = packKey(name.sha256)
    return (await this.#source.needPart(
      { key, from: name.headerBytes + offset, bytes, sha256: halfHash },
      this.#o.digest,
    )) as Uint8Array
  }
}
