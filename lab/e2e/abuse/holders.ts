import { connect, type Socket } from 'node:net'

/** Clients that hold connections and request little. */
export interface Holders {
  /** Number of connections closed by the server. */
  ended(): number
  close(): void
}

/** Reads that are never read, heads that never end, bodies that never come. */
const OPENINGS = [
  (download: string) => `GET ${download} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8),
  () => 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  () => 'POST /api/agent-feedback HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{',
]
const AGAIN_MS = 250
/** A client that never reads does not notice that the server has gone, either. */
const NEVER_READ_MS = 40_000

/** Opens connections that request large answers and read nothing, and reopens each that the server closes. */
export function holdConnections(port: number, count: number, download: string): Holders {
  let isOver = false
  let ended = 0
  const open = new Set<Socket>()
  const openHeld = (at: number) => {
    if (isOver) return
    const socket = connect(port, '127.0.0.1')
    const isNeverRead = at % OPENINGS.length === 0
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      ended += Number(!isNeverRead)
      setTimeout(() => openHeld(at), AGAIN_MS).unref()
    })
    socket.write((OPENINGS[at % OPENINGS.length] as (download: string) => string)(download))
    if (isNeverRead) setTimeout(() => socket.destroy(), NEVER_READ_MS).unref()
    else socket.resume()
  }
  for (let at = 0; at < count; at += 1) openHeld(at)
  return {
    ended: () => ended,
    close() {
      isOver = true
      for (const socket of open) socket.destroy()
    },
  }
}
