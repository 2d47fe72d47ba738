import { hash } from 'node:crypto'
import { OperationalError } from '../domain/errors.ts'
import { type AgentFileContent, AgentFiles } from './agent_files.ts'
import { inflate } from './deflate.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import {
  DICTIONARY_KEY,
  PACKS_KEY,
  PackHeader,
  type PackName,
  PROJECTION_KEY,
  packKey,
  parsePackList,
} from './pack.ts'
import { packCache, type ReadPack } from './pack_cache.ts'
import { PRIVATE_PATHS } from './paths.ts'
import type { OpenProjection, Projection } from './projection.ts'
import { shardNumber } from './shards.ts'

const CACHE_BYTES = 32 * 2 ** 20

/** Shared inputs of reading any member of packs. */
interface MemberInputs {
  list: (PackName | null)[]
  dictionary: Uint8Array
  projection: Projection | null
}

/**
 * The packs of a release on disk. `readChecked` gives the bytes of a file and throws when they are not the published.
 */
export class PacksOnDisk {
  readonly #cache = packCache(CACHE_BYTES)
  #inputs: MemberInputs | null = null

  readonly manifest: Manifest
  readonly readChecked: (entry: ManifestEntry) => Buffer
  readonly openProjection: OpenProjection

  constructor(
    manifest: Manifest,
    readChecked: (entry: ManifestEntry) => Buffer,
    openProjection: OpenProjection,
  ) {
    this.manifest = manifest
    this.readChecked = readChecked
    this.openProjection = openProjection
  }

  /** The agent's file with this key, or null. */
  find(agent: string, key: string): AgentFileContent | null {
    const name = this.#all().list[shardNumber(agent)] ?? null
    return name && (this.#readFiles(agent, this.#pack(name))?.find(key) ?? null)
  }

  /** The files in all packs, pack by pack and agent by agent, of each in the order of their keys. */
  *entries(): Generator<ManifestEntry> {
    for (const name of this.#all().list) {
      if (name === null) continue
      const pack = this.#pack(name)
      for (const handle of pack.header.handles()) yield* listEntries(this.#readFiles(handle, pack))
    }
  }

  #readFiles(handle: string, { header, members }: ReadPack): AgentFiles | null {
    const place = header.find(handle)
    if (place === null || members === null) return null
    const { dictionary, projection } = this.#all()
    const deflated = members.subarray(place.offset, place.offset + place.bytes)
    return new AgentFiles(handle, inflate(deflated, dictionary), projection)
  }

  #pack({ sha256, headerBytes }: PackName): ReadPack {
    return this.#cache.get(sha256) ?? this.#cache.put(sha256, this.#read(sha256, headerBytes))
  }

  #read(sha256: string, headerBytes: number): ReadPack {
    const bytes = this.#readNamed(packKey(sha256))
    return { header: new PackHeader(bytes.subarray(0, headerBytes)), members: bytes.subarray(headerBytes) }
  }

  #all(): MemberInputs {
    this.#inputs ??= {
      list: parsePackList(this.#readNamed(PACKS_KEY)),
      dictionary: this.#readIfNamed(DICTIONARY_KEY) ?? new Uint8Array(),
      projection: this.#projection(),
    }
    return this.#inputs
  }

  #projection(): Projection | null {
    const projectionText = this.#readIfNamed(PROJECTION_KEY)
    return (
      projectionText &&
      this.openProjection(`${this.#readNamed(`private/${PRIVATE_PATHS.info}`)}`, `${projectionText}`)
    )
  }

  #readIfNamed(key: string): Buffer | null {
    const entry = this.manifest.find(key)
    return entry && this.readChecked(entry)
  }

  #readNamed(key: string): Buffer {
    const bytes = this.#readIfNamed(key)
    if (bytes === null) throw new OperationalError(`the manifest does not list ${key}: publish its day again`)
    return bytes
  }
}

function* listEntries(files: AgentFiles | null): Generator<ManifestEntry> {
  if (files === null) return
  for (const key of files.keys()) {
    const { bytes, contentType } = files.find(key) as AgentFileContent
    yield { key, sha256: hash('sha256', bytes), bytes: bytes.length, contentType }
  }
}
