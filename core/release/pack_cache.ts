import { Cache } from '../domain/cache.ts'
import type { PackHeader } from './pack.ts'

/** A pack that was read and checked: its header, and the bytes behind it where they were read too. */
export interface ReadPack {
  header: PackHeader
  members: Uint8Array | null
}

/** Packs by their hash, up to so many bytes in all. */
export const packCache = (maxBytes: number): Cache<ReadPack> =>
  new Cache({
    maxSize: maxBytes,
    getSize: ({ header, members }) => header.text.length + (members?.length ?? 0),
  })
