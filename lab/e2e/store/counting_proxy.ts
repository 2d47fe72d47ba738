import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Requests and bytes that passed, by method. */
export interface Traffic {
  requests: Record<string, number>
  /** Of bodies that were sent to the store. */
  sent: number
  /** Of bodies that came from it. */
  received: number
}

/** Acts once before the store sees a request, or when it has answered and the caller does not know it yet. */
export interface Watch {
  /** `count` is that of requests since it watches. */
  when(request: { count: number; method: string; url: string }): 'before' | 'after' | null
  act(): void
}

/** Stands in front of a store, counts, and can do something just before or after a request reached it. */
export class CountingProxy {
  traffic: Traffic = none()
  #count = 0
  #watch: Watch | null = null
  readonly #server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    this.#count += 1
    const moment = this.#watch?.when({ count: this.#count, method, url }) ?? null
    const act = moment === null ? null : (this.#watch?.act ?? null)
    this.traffic.requests[method] = (this.traffic.requests[method] ?? 0) + 1
    if (moment === 'before') {
      act?.()
      return void incoming.socket.destroy()
    }
    const { hostname, port } = new URL(this.target)
    // The host is signed as the client wrote it, and so it is passed on.
    const passed = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (moment === 'after') return void act?.()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('data', (bytes: Buffer) => (this.traffic.received += bytes.length))
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.on('data', (bytes: Buffer) => (this.traffic.sent += bytes.length))
    incoming.on('error', () => passed.destroy())
    incoming.pipe(passed)
  })

  readonly target: string

  constructor(target: string) {
    this.target = target
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Watches requests from now on; null ends it. */
  watch(watch: Watch | null): void {
    this.#count = 0
    this.#watch = watch
  }

  /** Returns the traffic since the last call. */
  take(): Traffic {
    const taken = this.traffic
    this.traffic = none()
    return taken
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

const none = (): Traffic => ({ requests: {}, sent: 0, received: 0 })
