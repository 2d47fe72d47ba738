import { type Source, Unreachable } from '../source.ts'

/**
 * What a site publishes, read from within one of its pages. A reader of its own: not every browser can walk through the
 * body of an answer as `source_url.ts` does.
 */
export function pageSource(origin: string): Source {
  return {
    name: origin,
    kind: 'url',
    shows: (key) => key.startsWith('public/'),
    keys: async () => null,
    async read(key) {
      const path = key.slice('public/'.length).split('/').map(encodeURIComponent).join('/')
      const response = await fetch(`${origin}/${path}`).catch((cause: unknown) => {
        throw new Unreachable(`${origin}/${path}: ${String(cause)}`)
      })
      if (response.status === 404) return null
      if (!response.ok) throw new Unreachable(`${origin}/${path} answered ${response.status}`)
      return new Uint8Array(await response.arrayBuffer())
    },
  }
}
