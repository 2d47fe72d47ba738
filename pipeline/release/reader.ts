import { AssayError } from '../errors.ts'
import type { World } from '../universe.ts'
import { Manifest, type ManifestEntry } from './manifest.ts'
import { PACKS_KEY, Pack, packKey, parsePackList } from './pack.ts'
import { PackCache } from './pack_cache.ts'
import { agentOf, shardOf } from './shards.ts'

/** Where a release lies: a folder, a bucket, the assets of a host. `path` is below the release's root. */
export interface Blobs {
  /** The bytes at `path`, or null when there is nothing. */
  read(path: string): Promise<Uint8Array | null>
}

/** One file of a release, its bytes the published ones. */
export interface ReadFile {
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

/** Opens the release that lies in `blobs`; throws AssayError when there is none. Holds at most `cacheBytes` of packs. */
export async function openReader(
  blobs: Blobs,
  { cacheBytes = 32 * 2 ** 20 }: { cacheBytes?: number } = {},
): Promise<ReleaseReader> {
  const bytes = await blobs.read('manifest.json')
  if (bytes === null)
    throw new AssayError(
      'there is no release: manifest.json is missing. Copy the whole release, it comes last.',
    )
  const manifest = new Manifest(bytes, await sha256Of(bytes))
  const files = new NamedFiles(blobs, manifest)
  const { id, sha256: manifestSha256, about } = manifest
  if (manifest.layout === 'files') return { id, manifestSha256, about, read: files.read }
  const packs = new Packs(files, parsePackList(await files.need(PACKS_KEY)), new PackCache(cacheBytes))
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
    const entry = this.manifest.find(`${side}/${path}`)
    return (
      entry && { bytes: await this.#checked(entry), sha256: entry.sha256, contentType: entry.contentType }
    )
  }

  async need(key: string): Promise<Uint8Array> {
    const entry = this.manifest.find(key)
    if (entry === null) throw damaged(key, 'the manifest does not name it')
    return this.#checked(entry)
  }

  async #checked({ key, sha256 }: ManifestEntry): Promise<Uint8Array> {
    const bytes = await this.blobs.read(key)
    if (bytes === null) throw damaged(key, 'it is missing')
    if ((await sha256Of(bytes)) !== sha256) throw damaged(key, 'it is not what the manifest names')
    return bytes
  }
}

/** The files in packs. A pack is checked as a whole when it is read, and so is every file in it. */
class Packs {
  constructor(
    readonly files: NamedFiles,
    readonly hashes: (string | null)[],
    readonly cache: PackCache,
  ) {}

  async read(agent: string, key: string): Promise<ReadFile | null> {
    const hash = this.hashes[shardOf(agent)] ?? null
    if (hash === null) return null
    const pack = this.cache.get(hash) ?? (await this.#load(hash))
    const entry = pack.find(key)
    return entry && { bytes: pack.body(key), sha256: entry.sha256, contentType: entry.contentType }
  }

  // Two requests may read one pack at the same time: a Worker cannot wait for what another request began.
  async #load(hash: string): Promise<Pack> {
    return this.cache.keep(hash, new Pack(await this.files.need(packKey(hash))))
  }
}

function damaged(key: string, problem: string): AssayError {
  return new AssayError(`${key} is damaged: ${problem}. Publish its day again, or copy the release anew.`)
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
