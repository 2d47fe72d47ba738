import { bodyUpTo } from './body.ts'
import { MAX_FILE_BYTES } from './bounds.ts'
import { Malformed } from './bytes.ts'
import { type PublishedSource, Unreachable } from './source.ts'

const TIME_OUT_MS = 30_000
const TRIES = 3
const PAUSE_MS = 500
const MAX_REDIRECTS = 5

/** Files that hosts read, and that have no address. */
const NO_ADDRESS = new Set(['public/_headers', 'public/_redirects', 'public/404.html'])

/** Options of requests to a server: `ended` is raised when the time for all of it is over. */
export interface Asking extends RequestInit {
  ended?: AbortSignal
}

/** The release that a server answers with, by its public addresses. `base` has no slash at its end. */
export function urlSource(base: string, ended: AbortSignal): PublishedSource {
  return {
    name: base,
    kind: 'url',
    shows: (key) => key.startsWith('public/') && !NO_ADDRESS.has(key),
    keys: async () => null,
    async read(key, max) {
      const read = (path: string): Promise<Uint8Array | null> =>
        fetchBody(`${base}/${path}`, max ?? MAX_FILE_BYTES, { ended })
      const [first, second] = addresses(key.slice('public/'.length))
      const page = await read(first)
      const bytes = page === null && second !== undefined ? await read(second) : page
      if (max === undefined && bytes !== null && bytes.length > MAX_FILE_BYTES)
        throw new Malformed(`${key} has more than ${MAX_FILE_BYTES} bytes`)
      return bytes
    },
  }
}

/** Pages are served without the ending of their file; a plain host may know them by it alone. */
function addresses(path: string): [string, string?] {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  if (!encoded.endsWith('.html')) return [encoded]
  return [encoded.replace(/(?:^index)?\.html$/, ''), encoded]
}

/** The body at an address, null where there is none; tries again where the server cannot answer. */
export async function fetchBody(
  url: string,
  max: number,
  { ended, ...init }: Asking = {},
): Promise<Uint8Array | null> {
  let reason = ''
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt))
    if (ended?.aborted) throw new Unreachable(`${url}: ${String(ended.reason)}`)
    const signals = [AbortSignal.timeout(TIME_OUT_MS), ...(ended === undefined ? [] : [ended])]
    try {
      const response = await fetchWithin(url, { ...init, signal: AbortSignal.any(signals) })
      if (response.ok) return await bodyUpTo(response, max)
      await response.body?.cancel()
      if (response.status === 404 || response.status === 410) return null
      reason = `it answered ${response.status}`
      if (response.status !== 429 && response.status < 500) break
    } catch (error) {
      if (error instanceof Unreachable) throw error
      reason = ended?.aborted ? String(ended.reason) : errorReason(error)
    }
  }
  throw new Unreachable(`${url}: ${reason}`)
}

/** Follows redirects of one origin: what another one answers says nothing about the one that was named. */
async function fetchWithin(url: string, init: RequestInit): Promise<Response> {
  let at = url
  for (let followed = 0; followed <= MAX_REDIRECTS; followed += 1) {
    const response = await fetch(at, { ...init, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    await response.body?.cancel()
    const next = URL.canParse(location, at) ? new URL(location, at) : null
    if (next?.origin !== new URL(url).origin || init.body != null)
      throw new Unreachable(
        `${url}: it redirects to ${next?.href ?? 'no address'}: name that address if it is meant`,
      )
    at = next.href
  }
  throw new Unreachable(`${url}: it redirects more than ${MAX_REDIRECTS} times`)
}

const errorReason = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
