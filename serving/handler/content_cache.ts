import { Cache } from '../../core/domain/cache.ts'
import type { Content } from '../../core/interface/content.ts'

// What an entry takes beside its bytes: the key, the headers and the buffer's own object.
const OVERHEAD = 500

/** Content by key, up to so many bytes in all. */
export const contentCache = (maxBytes: number): Cache<Content> =>
  new Cache({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeOf: ({ bytes }) => bytes.byteLength + OVERHEAD,
  })
