import { AssayError } from '../domain/errors.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { PACKS_KEY, Pack, packKey, parsePackList } from './pack.ts'
import { PackCache } from './pack_cache.ts'
import { shardOf } from './shards.ts'

const CACHE_BYTES = 32 * 2 ** 20

/** The packs of a release on disk. `readChecked` gives the bytes of a file and throws when they are not the published. */
export class PacksOnDisk {
  readonly #cache = new PackCache(CACHE_BYTES)
  #hashes: (string | null)[] | null = null

  constructor(
    readonly manifest: Manifest,
    readonly readChecked: (entry: ManifestEntry) => Buffer,
  ) {}

  /** What the agent's pack says of the file with this key, or null. */
  find(agent: string, key: string): ManifestEntry | null {
    return this.#packOf(agent)?.find(key) ?? null
  }

  /** The bytes of a file that `find` found. */
  body(agent: string, key: string): Buffer {
    return Buffer.from((this.#packOf(agent) as Pack).body(key))
  }

  /** The files in all packs, pack by pack, in each in the order of their keys. */
  *entries(): Generator<ManifestEntry> {
    for (const hash of this.#list()) if (hash !== null) yield* this.#read(hash).entries()
  }

  #packOf(agent: string): Pack | null {
    const hash = this.#list()[shardOf(agent)] ?? null
    if (hash === null) return null
    return this.#cache.get(hash) ?? this.#cache.keep(hash, this.#read(hash))
  }

  #read(hash: string): Pack {
    return new Pack(this.#readNamed(packKey(hash)))
  }

  #list(): (string | null)[] {
    this.#hashes ??= parsePackList(this.#readNamed(PACKS_KEY))
    return this.#hashes
  }

  #readNamed(key: string): Buffer {
    const entry = this.manifest.find(key)
    if (entry === null) throw new AssayError(`the manifest does not list ${key}: publish its day again`)
    return this.readChecked(entry)
  }
}
