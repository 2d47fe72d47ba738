import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that hands requests on to another, and sees which version of the protocol they name. */
export interface Observed {
  /** Its own, with the path of the other. */
  url: string
  /** The version of the last request; null if it named none. */
  version(): string | null
  close(): void
}

/** Starts it on a free port of the loopback; for clients that do not tell the version that they speak. */
export async function observe(url: string): Promise<Observed> {
  const { port, pathname } = new URL(url)
  let version: string | null = null
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    version = headers['mcp-protocol-version']?.toString() ?? null
    const further = request({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    further.on('error', () => outgoing.destroy())
    incoming.pipe(further)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    version: () => version,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
