import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { callerNetworks } from '../limits/networks.ts'

/** Reasons for closing a connection. */
export type CloseReason = 'full' | 'refused' | 'evicted' | 'stalled' | 'pipelined'

/** Settings of `Connections`. */
export interface ConnectionsOptions {
  /** Maximum connections of an address; the networks of an IPv6 one have their shares, see `limits/networks.ts`. */
  maxPerAddress: number
  /** Maximum requests of a connection that wait for their answers at a time. */
  maxPipelined: number
  /** True if all connections are from proxies: then peer addresses say nothing about callers. */
  isBehindProxy: boolean
}

/** One connection. */
interface Connection {
  socket: Socket
  /** The networks it is counted in. */
  networks: string[]
  /** Responses that are begun and not fully sent. */
  responses: Set<ServerResponse>
}

/**
 * The connections of a server. One more than an address may have replaces its oldest that only waits: for a request, or
 * for its peer to read. So a caller who opens many and reads none blocks no others, even at the same address.
 */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #connections = new Map<Socket, Connection>()
  readonly #groups = new Map<string, Set<Connection>>()
  readonly #refusals: Record<CloseReason, number> = {
    ...{ full: 0, refused: 0, evicted: 0, stalled: 0, pipelined: 0 },
  }

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  get open(): number {
    return this.#connections.size
  }

  /** Number of connections of the address with the most. */
  get busiestAddressCount(): number {
    return Math.max(0, ...[...this.#groups.values()].map((group) => group.size))
  }

  get refusals(): Readonly<Record<CloseReason, number>> {
    return this.#refusals
  }

  /** Accepts a new connection, or closes it. */
  accept(socket: Socket): void {
    const connection: Connection = { socket, networks: [], responses: new Set() }
    for (const { network, share } of this.#findNetworks(socket)) {
      const group = this.#groups.get(network) ?? new Set()
      if (group.size >= this.#options.maxPerAddress * share && !this.#evictFrom(group)) {
        this.#leaveGroups(connection)
        this.#close(socket, 'refused')
        return
      }
      this.#groups.set(network, group.add(connection))
      connection.networks.push(network)
    }
    this.#connections.set(socket, connection)
    socket.once('close', () => {
      this.#connections.delete(socket)
      this.#leaveGroups(connection)
    })
  }

  /** Counts a connection that the system's own limit has rejected. */
  countDropped(): void {
    this.#refusals.full += 1
  }

  /**
   * Accepts a request; false for one that is not to be answered, since too many before it wait for their answers: the
   * last of those says that the connection ends, so that a client sends the rest again (RFC 9112, 9.3.2).
   */
  acceptRequest({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const responses = this.#connections.get(socket)?.responses
    if (responses === undefined) return true
    const { maxPipelined } = this.#options
    if (responses.size >= maxPipelined) return false
    responses.add(response)
    response.once('close', () => responses.delete(response))
    if (responses.size === maxPipelined) {
      response.shouldKeepAlive = false
      socket.pause()
      this.#refusals.pipelined += 1
    }
    return true
  }

  /** Checks a connection without traffic for a while: it stays while an answer is being built. */
  checkIdle(socket: Socket, againMs: number): void {
    const connection = this.#connections.get(socket)
    if (connection !== undefined && isAtWork(connection)) socket.setTimeout(againMs)
    else this.#close(socket, 'stalled', connection?.responses.size)
  }

  #findNetworks(socket: Socket) {
    return this.#options.isBehindProxy ? [] : callerNetworks(socket.remoteAddress ?? 'unknown')
  }

  #evictFrom(group: Set<Connection>): boolean {
    for (const connection of group)
      if (!isAtWork(connection)) {
        this.#leaveGroups(connection)
        this.#close(connection.socket, 'evicted')
        return true
      }
    return false
  }

  #leaveGroups(connection: Connection): void {
    for (const network of connection.networks) {
      const group = this.#groups.get(network)
      group?.delete(connection)
      if (group?.size === 0) this.#groups.delete(network)
    }
  }

  /** An idle connection that is closed is not counted; one whose peer does not read is. */
  #close(socket: Socket, reason: CloseReason, responses = 1): void {
    if (responses > 0) this.#refusals[reason] += 1
    socket.destroy()
  }
}

const isAtWork = ({ responses }: Connection): boolean =>
  [...responses].some((response) => !response.writableEnded)
