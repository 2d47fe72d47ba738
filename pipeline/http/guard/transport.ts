/**
 * An answer whose body is still arriving. `content-encoding` is among its headers only where the body is still encoded.
 */
export interface ReachedResponse {
  status: number
  headers: Headers
  body: AsyncIterable<Uint8Array> | null
}

/** The request to send, and the signal that aborts it. */
export interface ReachRequest {
  /** GET by default. A request of another method is never sent twice. */
  method?: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  /** Called once the connection is open, TLS included. */
  onConnect?: () => void
  /** Of the answer's headers; 16 KB by default. */
  maxHeaderBytes?: number
}

/** Not visited, e.g. for lack of a name server: it says nothing of the host, and is no outcome. */
export class NotObservedError extends Error {}

/**
 * Resolves a name to all its IP addresses. Rejects, or is empty, when the name does not exist; rejects with
 * NotObservedError when no name server answered.
 */
export type Resolve = (host: string) => Promise<string[]>

/** Sends one request to a URL whose host has been judged, connected to `ip` and nowhere else. Follows no redirect. */
export type Reach = (url: URL, ip: string, request: ReachRequest) => Promise<ReachedResponse>

/** Returns a reach through a fetch that simulates the internet, so that no connection to an IP address is opened. */
export function createReach(fetch: typeof globalThis.fetch): Reach {
  return async (url, _ip, { onConnect, maxHeaderBytes: _, ...request }) => {
    onConnect?.()
    const { status, headers, body } = await fetch(url.href, { ...request, redirect: 'manual' })
    const decoded = new Headers(headers)
    // Fetch returns decompressed bytes and still names the compression.
    if (decoded.has('content-encoding')) decoded.delete('content-length')
    decoded.delete('content-encoding')
    return { status, headers: decoded, body }
  }
}
