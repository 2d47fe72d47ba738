import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a local port that can be shut: a network that is cut and comes back. */
export interface Gate {
  port: number
  shut(): void
  open(): void
  close(): Promise<void>
}

/** Opens a gate to a port of the loopback. Data that arrives while it is shut hangs, as on a cut line. */
export async function openGate(to: number): Promise<Gate> {
  const pairs = new Set<[Socket, Socket]>()
  let isShut = false
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    if (isShut) pausePair(pair)
    for (const socket of pair) socket.on('error', () => {})
    near.pipe(far).pipe(near)
    near.on('close', () => void far.destroy())
    far.on('close', () => {
      near.destroy()
      pairs.delete(pair)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    shut() {
      isShut = true
      for (const pair of pairs) pausePair(pair)
    },
    /** Closes the hanging connections, so that both sides notice and reconnect. */
    open() {
      isShut = false
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Passes nothing any more, and notifies neither side. */
function pausePair([near, far]: [Socket, Socket]): void {
  near.unpipe(far)
  far.unpipe(near)
  near.pause()
  far.pause()
}
