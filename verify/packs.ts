import { MAX_MEMBER_BYTES } from './bounds.ts'
import { decodeText, Malformed, parseJson } from './bytes.ts'
import { inflateBounded } from './inflate.ts'

const SHARDS = 4096

/** The key of the list of packs. */
export const PACK_LIST_PATH = 'private/packs.json'
/** The key of what members of packs were compressed with. */
export const PACK_DICTIONARY_PATH = 'private/packs.dictionary'

/** Path of an agent's stored files in its pack: the others are derived from its record when they are read. */
export const storedRecordPath = (handle: string): string => `private/agents/${handle}.json`

/** The number of the pack that an agent's files are in: the 32-bit FNV-1a hash of its handle, folded to 12 bits. */
export function computeShard(handle: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < handle.length; i += 1) hash = Math.imul(hash ^ handle.charCodeAt(i), 0x01000193)
  return ((hash >>> 0) ^ (hash >>> 16)) & (SHARDS - 1)
}

/** The keys of the packs by their number, null for an empty one. */
export function packKeys(list: Uint8Array): (string | null)[] {
  const packs = parseJson(list)
  if (!Array.isArray(packs) || packs.length !== SHARDS)
    throw new Malformed(`${PACK_LIST_PATH} is no list of packs`)
  return packs.map((pack) => {
    if (pack === null) return null
    // A pack is named by its hash: any other name could lead elsewhere.
    if (!Array.isArray(pack) || !/^[0-9a-f]{64}$/.test(String(pack[0])))
      throw new Malformed(`${PACK_LIST_PATH} names a pack in another way than by its hash`)
    return `private/packs/${pack[0]}`
  })
}

/** Splits a pack into the raw bytes of each agent, by handle: contiguous, none of them twice. */
export function splitPack(pack: Uint8Array): Map<string, Uint8Array> {
  const end = endOfHeader(pack)
  const members = new Map<string, Uint8Array>()
  let at = 0
  for (const line of decodeText(pack.subarray(0, end)).split('\n').slice(0, -1)) {
    const [handle = '', offset, length] = line.split(' ')
    const [from, bytes] = [Number(offset), Number(length)]
    const isNext = from === at && Number.isSafeInteger(bytes) && bytes > 0
    if (!isNext || members.has(handle) || end + 1 + from + bytes > pack.length)
      throw new Malformed(`its header places ${handle.slice(0, 64)} where no member is`)
    members.set(handle, pack.subarray(end + 1 + from, end + 1 + from + bytes))
    at += bytes
  }
  return members
}

/** Stored files of an agent, by key: a line of JSON has the length of each. */
export async function filesOfMember(
  member: Uint8Array,
  dictionary: Uint8Array,
): Promise<Map<string, Uint8Array>> {
  const bytes = await inflateBounded(member, dictionary, MAX_MEMBER_BYTES)
  let at = bytes.indexOf(NEWLINE) + 1
  const lines = parseJson(bytes.subarray(0, at)) as [key: string, contentType: string, bytes: number][]
  const files = new Map<string, Uint8Array>()
  for (const [key, , length] of lines) {
    if (!Number.isSafeInteger(length) || length < 0 || at + length > bytes.length || files.has(key))
      throw new Malformed(`it places ${String(key).slice(0, 80)} where no file is`)
    files.set(key, bytes.subarray(at, at + length))
    at += length
  }
  return files
}

const NEWLINE = 10

/** The header ends with an empty line: where that is. */
function endOfHeader(pack: Uint8Array): number {
  let at = pack.indexOf(NEWLINE)
  while (at >= 0 && pack[at + 1] !== NEWLINE) at = pack.indexOf(NEWLINE, at + 1)
  if (at < 0) throw new Malformed('a pack has no header')
  return at + 1
}
