import { jsonOf, Malformed, textOf } from './bytes.ts'
import { inflate } from './inflate.ts'

const SHARDS = 4096

/** The key of the list of packs. */
export const PACKS_KEY = 'private/packs.json'
/** The key of what members of packs were compressed with. */
export const DICTIONARY_KEY = 'private/packs.dictionary'

/** Where the files of an agent are that its pack keeps: the others are made from its record when they are read. */
export const recordKey = (handle: string): string => `private/agents/${handle}.json`

/** The number of the pack that an agent's files are in: the 32-bit FNV-1a hash of its handle, folded to 12 bits. */
export function shardOf(handle: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < handle.length; i += 1) hash = Math.imul(hash ^ handle.charCodeAt(i), 0x01000193)
  return ((hash >>> 0) ^ (hash >>> 16)) & (SHARDS - 1)
}

/** The keys of the packs by their number, null for an empty one. */
export function packKeys(list: Uint8Array): (string | null)[] {
  const packs = jsonOf(list)
  if (!Array.isArray(packs) || packs.length !== SHARDS)
    throw new Malformed(`${PACKS_KEY} is no list of packs`)
  return packs.map((pack) => (Array.isArray(pack) ? `private/packs/${pack[0]}` : null))
}

/** What a pack keeps of each agent in it, by its handle and not yet read. */
export function membersOf(pack: Uint8Array): Map<string, Uint8Array> {
  const end = endOfHeader(pack)
  const lines = textOf(pack.subarray(0, end)).split('\n').slice(0, -1)
  return new Map(
    lines.map((line) => {
      const [handle = '', offset, bytes] = line.split(' ')
      const from = end + 1 + Number(offset)
      return [handle, pack.subarray(from, from + Number(bytes))]
    }),
  )
}

/** The files that are kept of an agent, by their keys: a line of JSON says how long each is. */
export async function filesOfMember(
  member: Uint8Array,
  dictionary: Uint8Array,
): Promise<Map<string, Uint8Array>> {
  const bytes = await inflate(member, dictionary)
  let at = bytes.indexOf(NEWLINE) + 1
  const lines = jsonOf(bytes.subarray(0, at)) as [key: string, contentType: string, bytes: number][]
  return new Map(
    lines.map(([key, , length]) => {
      at += length
      return [key, bytes.subarray(at - length, at)]
    }),
  )
}

const NEWLINE = 10

/** The header ends with an empty line: where that is. */
function endOfHeader(pack: Uint8Array): number {
  let at = pack.indexOf(NEWLINE)
  while (at >= 0 && pack[at + 1] !== NEWLINE) at = pack.indexOf(NEWLINE, at + 1)
  if (at < 0) throw new Malformed('a pack has no header')
  return at + 1
}
