import { joined } from './bytes.ts'
import { type Source, Unreachable } from './source.ts'

const TIME_OUT_MS = 30_000
const TRIES = 3
const PAUSE_MS = 500
const MOST_BYTES = 2 ** 28

/** Files that hosts read, and that have no address. */
const NO_ADDRESS = new Set(['public/_headers', 'public/_redirects', 'public/404.html'])

/** The release that a server answers with, by its public addresses. `base` has no slash at its end. */
export function urlSource(base: string): Source {
  return {
    name: base,
    kind: 'url',
    shows: (key) => key.startsWith('public/') && !NO_ADDRESS.has(key),
    keys: async () => null,
    async read(key, most = MOST_BYTES) {
      const [first, second] = addresses(key.slice('public/'.length))
      const found = await fetched(`${base}/${first}`, most)
      return found === null && second !== undefined ? fetched(`${base}/${second}`, most) : found
    },
  }
}

/** Pages are served without the ending of their file; a plain host may know them by it alone. */
function addresses(path: string): string[] {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  if (!encoded.endsWith('.html')) return [encoded]
  return [encoded.replace(/(?:^index)?\.html$/, ''), encoded]
}

/** The body at an address, null where there is none; tries again where the server cannot answer. */
export async function fetched(url: string, most: number, init: RequestInit = {}): Promise<Uint8Array | null> {
  let reason = ''
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIME_OUT_MS) })
      if (response.status === 404 || response.status === 410) return null
      if (response.ok) return await bodyOf(response, most)
      reason = `it answered ${response.status}`
      if (response.status !== 429 && response.status < 500) break
    } catch (error) {
      reason = reasonOf(error)
    }
  }
  throw new Unreachable(`${url}: ${reason}`)
}

/** At most one byte more than `most`: a longer body is known to be another then. */
async function bodyOf(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > most) break
  }
  return joined(...chunks).slice(0, most + 1)
}

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
