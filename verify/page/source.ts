import { bodyUpTo } from '../body.ts'
import { MAX_FILE_BYTES } from '../bounds.ts'
import { Malformed } from '../bytes.ts'
import { type PublishedSource, Unreachable } from '../source.ts'

/** Reads a published site from within one of its pages. */
export function pageSource(origin: string): PublishedSource {
  return {
    name: origin,
    kind: 'url',
    shows: (key) => key.startsWith('public/'),
    keys: async () => null,
    async read(key, max = MAX_FILE_BYTES) {
      const path = key.slice('public/'.length).split('/').map(encodeURIComponent).join('/')
      const response = await fetch(`${origin}/${path}`).catch((cause: unknown) => {
        throw new Unreachable(`${origin}/${path}: ${String(cause)}`)
      })
      if (response.status === 404) return null
      if (!response.ok) throw new Unreachable(`${origin}/${path} answered ${response.status}`)
      const bytes = await bodyUpTo(response, max)
      if (bytes.length > MAX_FILE_BYTES) throw new Malformed(`${key} has more than ${MAX_FILE_BYTES} bytes`)
      return bytes
    },
  }
}
