import { OperationalError } from '../domain/errors.ts'
import { SHARDS } from './shards.ts'

/** The key of the list of packs. It and the packs lie on the private side, since packs hold files of both. */
export const PACKS_KEY = 'private/packs.json'
/** The key of the bytes that members of packs were compressed with; a release may have none. */
export const DICTIONARY_KEY = 'private/packs.dictionary'
/** The key of what files of agents are made with at read; without it packs hold every file. */
export const PROJECTION_KEY = 'private/projection.json'
/** The key of the pack with this hash. */
export const packKey = (sha256: string): string => `private/packs/${sha256}`

const OF_PACKS = new Set([PACKS_KEY, DICTIONARY_KEY, PROJECTION_KEY])
/** True if only the layout `packs` has a file of this key. */
export const isOfPacks = (key: string): boolean => OF_PACKS.has(key) || key.startsWith(packKey(''))

/** A pack as the list of packs names it: the hash of all of it and of its header, which can be read alone. */
export interface PackName {
  sha256: string
  headerBytes: number
  headerSha256: string
}

/** Offset of a member behind the header, and the first half of the hash of its bytes. */
export interface MemberPlace {
  offset: number
  bytes: number
  halfHash: string
}

/** The members of a pack, agents and owners: a line `handle offset bytes hash` for each, in the order of the handles, and an empty one. */
export class PackHeader {
  readonly text: string

  constructor(bytes: Uint8Array) {
    this.text = `\n${new TextDecoder().decode(bytes)}`
  }

  /** Returns the location of the files of this agent, or null. */
  find(handle: string): MemberPlace | null {
    const at = this.text.indexOf(`\n${handle} `)
    if (at < 0) return null
    const [, offset, bytes, halfHash = ''] = this.text
      .slice(at + 1, this.text.indexOf('\n', at + 1))
      .split(' ')
    return { offset: Number(offset), bytes: Number(bytes), halfHash }
  }

  handles(): string[] {
    return [...this.text.matchAll(/^([\w.:-]+) /gm)].map(([, handle = '']) => handle)
  }
}

/** The list of packs by shard, null for a shard without agents. */
export function renderPackList(packs: (PackName | null)[]): string {
  const lines = packs.map((pack) =>
    JSON.stringify(pack && [pack.sha256, pack.headerBytes, pack.headerSha256]),
  )
  return `[\n${lines.join(',\n')}\n]\n`
}

/** Reads such a list; throws OperationalError when it was written for another number of shards, or in another form. */
export function parsePackList(bytes: Uint8Array): (PackName | null)[] {
  const list: unknown[] = JSON.parse(new TextDecoder().decode(bytes))
  if (list.length !== SHARDS)
    throw new OperationalError(
      `${PACKS_KEY} lists ${list.length} packs instead of ${SHARDS}: publish its day again`,
    )
  return list.map(packName)
}

function packName(line: unknown): PackName | null {
  if (line === null) return null
  if (!Array.isArray(line))
    throw new OperationalError(`${PACKS_KEY} is of an earlier form: publish its day again`)
  const [sha256, headerBytes, headerSha256] = line
  return { sha256, headerBytes, headerSha256 }
}
