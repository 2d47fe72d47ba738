import { AssayError } from '../domain/errors.ts'
import type { World } from '../domain/world.ts'
import { BYTES_TYPE, JSON_TYPE, TEXT_TYPE } from '../interface/content.ts'
import { isDerivedKey } from './derived.ts'
import { Manifest, type ManifestEntry } from './manifest.ts'
import { PACKS_KEY, Pack, packKey, parsePackList } from './pack.ts'
import { PackCache } from './pack_cache.ts'
import { agentOf } from './paths.ts'
import { hashOf, shardOf } from './shards.ts'
import { apart, type Share } from './share.ts'

/** Where a release lies: a folder, a bucket, the assets of a host. `path` is below the release's root. */
export interface Blobs {
  /** The bytes at `path`, or null when there is nothing. */
  read(path: string): Promise<Uint8Array | null>
}

/** One file of a release, its bytes the published ones. */
interface ReadFile {
  bytes: Uint8Array
  sha256: string
  contentType: string
}

/** A published release of either layout, read wherever Web standards are: no Node API. */
export interface ReleaseReader {
  /** `<date>-<first 12 hex digits of the manifest's SHA-256>` */
  id: string
  /** Of the manifest, which names every file by its own hash. */
  manifestSha256: string
  about: { date: string; world: World; base_url: string }
  /** The file, or null when the release names none; throws AssayError when it is lost or not the published one. */
  read(side: 'public' | 'private', path: string): Promise<ReadFile | null>
}

/** Bytes of packs that an open release keeps in memory. */
export const PACK_CACHE_BYTES = 32 * 2 ** 20

/**
 * Opens the release that lies in `blobs`; throws AssayError when there is none. Holds at most `cacheBytes` of packs;
 * `share` says whether calls wait for each other's reads.
 */
export async function openReader(
  blobs: Blobs,
  { cacheBytes = PACK_CACHE_BYTES, share = apart }: { cacheBytes?: number; share?: Share } = {},
): Promise<ReleaseReader> {
  const bytes = await blobs.read('manifest.json')
  if (bytes === null)
    throw new AssayError(
      'there is no release: manifest.json is missing. Copy the whole release, with manifest.json last.',
    )
  const manifest = new Manifest(bytes, await sha256Of(bytes))
  const files = new NamedFiles(blobs, manifest)
  const { id, sha256: manifestSha256, about } = manifest
  if (manifest.layout === 'files') return { id, manifestSha256, about, read: files.read }
  const packs = new Packs(files, parsePackList(await files.need(PACKS_KEY)), new PackCache(cacheBytes), share)
  const read: ReleaseReader['read'] = (side, path) => {
    const agent = agentOf(side, path)
    return agent === null ? files.read(side, path) : packs.read(agent, `${side}/${path}`)
  }
  return { id, manifestSha256, about, read }
}

/** The files that the manifest names. */
class NamedFiles {
  constructor(
    readonly blobs: Blobs,
    readonly manifest: Manifest,
  ) {}

  read = async (side: 'public' | 'private', path: string): Promise<ReadFile | null> => {
    const key = `${side}/${path}`
    const entry = this.manifest.find(key)
    if (entry === null) return isDerivedKey(key) ? this.#derived(key) : null
    return { bytes: await this.#checked(entry), sha256: entry.sha256, contentType: entry.contentType }
  }

  // Whoever reads the log checks it by its own proof.
  async #derived(key: string): Promise<ReadFile | null> {
    const bytes = await this.blobs.read(key)
    return bytes && { bytes, sha256: await sha256Of(bytes), contentType: derivedType(key) }
  }

  async need(key: string): Promise<Uint8Array> {
    const entry = this.manifest.find(key)
    if (entry === null) throw damaged(key, 'the manifest does not list it')
    return this.#checked(entry)
  }

  async #checked({ key, sha256 }: ManifestEntry): Promise<Uint8Array> {
    const bytes = await this.blobs.read(key)
    if (bytes === null) throw damaged(key, 'it is missing')
    if ((await sha256Of(bytes)) !== sha256) throw damaged(key, 'its content does not match the manifest')
    return bytes
  }
}

/** The files in packs. A pack is checked as a whole when it is read, and so is every file in it. */
class Packs {
  /**
   * By shard, the hashes of the handles in a pack that was read before: a handle that nobody has must not cost
   * another read. Four bytes for each agent; two handles with one hash cost a read in vain.
   */
  readonly #handles: (Uint32Array | undefined)[] = []

  constructor(
    readonly files: NamedFiles,
    readonly hashes: (string | null)[],
    readonly cache: PackCache,
    readonly share: Share,
  ) {}

  async read(agent: string, key: string): Promise<ReadFile | null> {
    const shard = shardOf(agent)
    const hash = this.hashes[shard] ?? null
    if (hash === null || this.#handles[shard]?.includes(hashOf(agent)) === false) return null
    const pack = this.cache.get(hash) ?? (await this.share(hash, () => this.#load(shard, hash)))
    const entry = pack.find(key)
    return entry && { bytes: pack.body(key), sha256: entry.sha256, contentType: entry.contentType }
  }

  async #load(shard: number, hash: string): Promise<Pack> {
    const pack = new Pack(await this.files.need(packKey(hash)))
    this.#handles[shard] ??= handleHashes(pack)
    return this.cache.keep(hash, pack)
  }
}

function derivedType(key: string): string {
  if (key.startsWith('public/log/tile/')) return BYTES_TYPE
  return /^public\/(_headers|log\/\w+)$/.test(key) ? TEXT_TYPE : JSON_TYPE
}

function handleHashes(pack: Pack): Uint32Array {
  const handles = new Set<string | null>()
  for (const { key } of pack.entries()) {
    const [side = '', ...path] = key.split('/')
    handles.add(agentOf(side as 'public' | 'private', path.join('/')))
  }
  return Uint32Array.from(
    [...handles].filter((handle) => handle !== null),
    hashOf,
  )
}

function damaged(key: string, problem: string): AssayError {
  return new AssayError(`${key} is damaged: ${problem}. Publish its day again, or copy the release again.`)
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
