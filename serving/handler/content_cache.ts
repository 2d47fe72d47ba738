import { Cache } from '../../core/domain/cache.ts'
import type { Content } from '../../core/interface/content.ts'

// Size of an entry beside its bytes: the key, the headers and the buffer's own object.
const OVERHEAD = 500

/** Returns a cache of content by key, of at most `maxBytes` in all. */
export const contentCache = (maxBytes: number): Cache<Content> =>
  new Cache({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 4),
    getSize: ({ bytes }) => bytes.byteLength + OVERHEAD,
  })
