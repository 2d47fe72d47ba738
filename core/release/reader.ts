import { OperationalError } from '../domain/errors.ts'
import type { World } from '../domain/world.ts'
import { BYTES_TYPE, JSON_TYPE, TEXT_TYPE } from '../interface/content.ts'
import { isDerivedKey } from './derived.ts'
import { type Inflate, inflatePortably } from './inflate.ts'
import { Manifest, type ManifestEntry } from './manifest.ts'
import { DICTIONARY_KEY, PACKS_KEY, PROJECTION_KEY, parsePackList } from './pack.ts'
import { type PackSource, Packs, type PartOfPack } from './packs.ts'
import { parseHandle } from './parse_handle.ts'
import { PRIVATE_PATHS } from './paths.ts'
import type { OpenProjection, Projection } from './projection.ts'
import type { ReadFile } from './read_file.ts'
import { type Digest, hexSha256 } from './sha256.ts'
import { apart, type JoinLoad } from './shared_loads.ts'

/** Storage of a release: a folder, a bucket, the assets of a host. `path` is below the release's root. */
export interface Blobs {
  /** The bytes at `path`, or null when there is nothing. */
  read(path: string): Promise<Uint8Array | null>
  /** The bytes of a range of it, where ranges are supported; fewer if it is shorter. */
  readPart?(path: string, from: number, bytes: number): Promise<Uint8Array | null>
}

/** A published release of either layout, read wherever Web standards are: no Node API. */
export interface ReleaseReader {
  /** `<date>-<first 12 hex digits of the manifest's SHA-256>` */
  id: string
  /** Hash of the manifest, which names every file by its own hash. */
  manifestSha256: string
  about: { date: string; world: World; base_url: string }
  /**
   * The file, or null when the release names none; throws OperationalError when it is lost or not the published one.
   */
  read(side: 'public' | 'private', path: string): Promise<ReadFile | null>
}

/** Options of reading a release; the defaults run wherever Web standards do. */
export interface ReaderOptions {
  /** Bytes of packs to keep in memory at most. */
  cacheBytes?: number
  /** Shares reads between concurrent calls. */
  share?: JoinLoad
  inflate?: Inflate
  /** Hash function for small data, if a synchronous one is faster. */
  digest?: Digest
  /** Derives the files that packs do not store. */
  openProjection?: OpenProjection
}

/** Maximum bytes of packs that an open release keeps in memory. */
export const PACK_CACHE_BYTES = 32 * 2 ** 20

/** Opens the release that lies in `blobs`; throws OperationalError when there is none. */
export async function openReader(blobs: Blobs, options: ReaderOptions = {}): Promise<ReleaseReader> {
  const bytes = await blobs.read('manifest.json')
  if (bytes === null)
    throw new OperationalError(
      'there is no release: manifest.json is missing. Copy the whole release, with manifest.json last.',
    )
  const manifest = new Manifest(bytes, await hexSha256(bytes))
  const files = new NamedFiles(blobs, manifest)
  const { id, sha256: manifestSha256, about } = manifest
  if (manifest.layout === 'files') return { id, manifestSha256, about, read: files.read }
  const packs = await openPacks(files, options)
  const read: ReleaseReader['read'] = (side, path) => {
    const agent = parseHandle(side, path)
    return agent === null ? files.read(side, path) : packs.read(agent, `${side}/${path}`)
  }
  return { id, manifestSha256, about, read }
}

async function openPacks(files: NamedFiles, options: ReaderOptions): Promise<Packs> {
  const {
    cacheBytes = PACK_CACHE_BYTES,
    share = apart,
    inflate = inflatePortably,
    digest = hexSha256,
  } = options
  const list = parsePackList(await files.need(PACKS_KEY))
  const dictionary = (await files.needIfNamed(DICTIONARY_KEY)) ?? new Uint8Array()
  const projection = await loadProjection(files, options.openProjection)
  return new Packs(files, { list, dictionary, projection, cacheBytes, share, inflate, digest })
}

async function loadProjection(
  files: NamedFiles,
  open: OpenProjection | undefined,
): Promise<Projection | null> {
  const projectionText = await files.needIfNamed(PROJECTION_KEY)
  if (projectionText === null) return null
  if (open === undefined)
    throw new OperationalError('this release makes files of agents at read: openProjection is missing')
  return open(UTF8.decode(await files.need(`private/${PRIVATE_PATHS.info}`)), UTF8.decode(projectionText))
}

const UTF8 = new TextDecoder()

/** The files that the manifest names. */
class NamedFiles implements PackSource {
  readonly blobs: Blobs
  readonly manifest: Manifest

  constructor(blobs: Blobs, manifest: Manifest) {
    this.blobs = blobs
    this.manifest = manifest
  }

  read = async (side: 'public' | 'private', path: string): Promise<ReadFile | null> => {
    const key = `${side}/${path}`
    const entry = this.manifest.find(key)
    if (entry === null) return isDerivedKey(key) ? this.#derived(key) : null
    return { bytes: await this.#checked(entry), sha256: entry.sha256, contentType: entry.contentType }
  }

  // Whoever reads the log checks it by its own proof.
  async #derived(key: string): Promise<ReadFile | null> {
    const bytes = await this.blobs.read(key)
    return bytes && { bytes, sha256: await hexSha256(bytes), contentType: derivedType(key) }
  }

  async need(key: string): Promise<Uint8Array> {
    const bytes = await this.needIfNamed(key)
    if (bytes === null) throw damagedFileError(key, 'the manifest does not list it')
    return bytes
  }

  async needIfNamed(key: string): Promise<Uint8Array | null> {
    const entry = this.manifest.find(key)
    return entry && this.#checked(entry)
  }

  async needPart({ key, from, bytes, sha256 }: PartOfPack, digest: Digest): Promise<Uint8Array | null> {
    if (this.blobs.readPart === undefined) return null
    const part = await this.blobs.readPart(key, from, bytes)
    if (part === null) throw damagedFileError(key, 'it is missing')
    if (!(await digest(part)).startsWith(sha256))
      throw damagedFileError(key, 'its content does not match the manifest')
    return part
  }

  async #checked({ key, sha256 }: ManifestEntry): Promise<Uint8Array> {
    const bytes = await this.blobs.read(key)
    if (bytes === null) throw damagedFileError(key, 'it is missing')
    if ((await hexSha256(bytes)) !== sha256)
      throw damagedFileError(key, 'its content does not match the manifest')
    return bytes
  }
}

function derivedType(key: string): string {
  if (key.startsWith('public/log/tile/')) return BYTES_TYPE
  return /^public\/(_headers|log\/\w+)$/.test(key) ? TEXT_TYPE : JSON_TYPE
}

function damagedFileError(key: string, problem: string): OperationalError {
  return new OperationalError(
    `${key} is damaged: ${problem}. Publish its day again, or copy the release again.`,
  )
}
