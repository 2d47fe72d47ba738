import { Malformed } from './bytes.ts'
import type { NamedFile } from './manifest.ts'
import {
  computeShard,
  filesOfMember,
  PACK_DICTIONARY_PATH,
  PACK_LIST_PATH,
  packKeys,
  splitPack,
} from './packs.ts'

/** A failed read for a reason that says nothing about the data: a server or a disk that does not answer. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** Readable published data: a folder, or a server. */
export interface PublishedSource {
  /** Display name: the folder or the address. */
  name: string
  /** A folder shows the private side too, and which files there are beside the named ones. */
  kind: 'folder' | 'url'
  /**
   * A file of the release, by its key `public/…` or `private/…`; null where it is not. With `max` a longer one is cut
   * behind the byte that is too many; without, it is Malformed beyond MAX_FILE_BYTES.
   */
  read(key: string, most?: number): Promise<Uint8Array | null>
  /** True if the source has an address for a key: a server shows no private side. */
  shows(key: string): boolean
  /** Keys of all files, if known. */
  keys(): Promise<string[] | null>
}

/** A file as a whole; throws Malformed where it has more than `max` bytes. */
export async function readWhole(
  source: PublishedSource,
  key: string,
  max: number,
): Promise<Uint8Array | null> {
  const bytes = await source.read(key, max)
  if (bytes !== null && bytes.length > max) throw new Malformed(`${key} has more than ${max} bytes`)
  return bytes
}

/** Runs `read`; a Malformed from it names the file. */
export async function inFile<T>(key: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Malformed && !error.message.includes(key))
      throw new Malformed(`${key}: ${error.message}`)
    throw error
  }
}

/** Reads a stored file of an agent in its pack; null if there is none. */
export async function readStored(
  source: PublishedSource,
  handle: string,
  key: string,
): Promise<Uint8Array | null> {
  const list = await source.read(PACK_LIST_PATH)
  if (list === null) throw new Malformed(`${PACK_LIST_PATH} is missing`)
  const pack = packKeys(list)[computeShard(handle)]
  const bytes = pack == null ? null : await source.read(pack)
  if (pack == null || bytes === null) return null
  return inFile(pack, async () => {
    const member = splitPack(bytes).get(handle)
    if (member === undefined) return null
    return (await filesOfMember(member, await readDictionary(source))).get(key) ?? null
  })
}

/** Reads the compression dictionary of pack members. */
export const readDictionary = async (source: PublishedSource): Promise<Uint8Array> =>
  (await source.read(PACK_DICTIONARY_PATH)) ?? new Uint8Array()

/** Returns the problem of one named file, or null. */
export function findNamedFileProblem(
  file: NamedFile,
  bytes: Uint8Array | null,
  sha256: (bytes: Uint8Array) => string,
): string | null {
  if (bytes === null) return 'missing'
  if (bytes.length > file.bytes) return `altered: more than ${file.bytes} bytes`
  if (bytes.length !== file.bytes) return `altered: ${bytes.length} bytes instead of ${file.bytes}`
  return sha256(bytes) === file.sha256 ? null : 'altered'
}

/** Maps all items with limited concurrency, in their order. Rethrows an error, and starts no item after it. */
export async function mapInParallel<In, Out>(
  items: In[],
  at: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const done: Out[] = Array(items.length)
  let next = 0
  const worker = async (): Promise<void> => {
    try {
      for (let i = next++; i < items.length; i = next++) done[i] = await work(items[i] as In)
    } catch (error) {
      next = items.length
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(at, items.length) }, worker))
  return done
}
