/** An answer as it begins to arrive. `content-encoding` is among its headers only where the body is still encoded. */
export interface Reached {
  status: number
  headers: Headers
  body: AsyncIterable<Uint8Array> | null
}

/** What is asked, and the signal that ends it. */
export interface ReachRequest {
  headers: Record<string, string>
  signal: AbortSignal
}

/** That we could not look, such as without an answer of any name server: it says nothing of the host, and is no outcome. */
export class NotObserved extends Error {}

/**
 * Every IP address that a name stands for. Rejects, or is empty, when the name does not exist; rejects with NotObserved
 * when nobody said what it stands for.
 */
export type Resolve = (host: string) => Promise<string[]>

/** Sends one GET to a URL whose host has been judged, connected to `ip` and nowhere else. Follows no redirect. */
export type Reach = (url: URL, ip: string, asked: ReachRequest) => Promise<Reached>

/** Reaches through a fetch that answers for the whole internet, so that no connection is made to any IP address. */
export function reachThrough(fetch: typeof globalThis.fetch): Reach {
  return async (url, _ip, asked) => {
    const { status, headers, body } = await fetch(url.href, { ...asked, redirect: 'manual' })
    const decoded = new Headers(headers)
    // Fetch hands over decompressed bytes and still names the compression.
    decoded.delete('content-encoding')
    return { status, headers: decoded, body }
  }
}
