import { connect, type Socket } from 'node:net'

/** The result of one load. */
export interface Load {
  /** Answers per second. */
  rate: number
  /** 99th percentile of the latency in milliseconds. */
  p99: number
  /** Answers with another status than 200. */
  refused: number
}

/** Concurrency and duration of a load. */
export interface RawLoadOptions {
  connections: number
  seconds: number
}

interface Tally {
  times: number[]
  refused: number
  isOver: boolean
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * Calls a server over HTTP/1.1 with as many calls under way as there are connections. `next` gives the bytes of each
 * call. The client does little beside: it reads the status, the length and the end of each answer.
 */
export async function rawLoad(
  url: string,
  next: () => string | Uint8Array,
  { connections, seconds }: RawLoadOptions,
): Promise<Load> {
  const { hostname, port } = new URL(url)
  const tally: Tally = { times: [], refused: 0, isOver: false }
  const timer = setTimeout(() => {
    tally.isOver = true
  }, seconds * 1000)
  const started = performance.now()
  const item = () =>
    runConnection(connect({ host: hostname, port: Number(port), noDelay: true }), next, tally)
  await Promise.all(Array.from({ length: connections }, item)).finally(() => clearTimeout(timer))
  const took = (performance.now() - started) / 1000
  const sorted = Float64Array.from(tally.times).sort()
  return {
    rate: sorted.length / took,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    refused: tally.refused,
  }
}

/** One connection: a call, its answer, the next call, until time is up. */
function runConnection(socket: Socket, next: () => string | Uint8Array, tally: Tally): Promise<void> {
  let sentAt = 0
  let left = -1
  let buffered: Buffer = Buffer.alloc(0)
  const call = () => {
    const bytes = next()
    sentAt = performance.now()
    socket.write(bytes)
  }
  const done = () => {
    tally.times.push(performance.now() - sentAt)
    left = -1
    if (tally.isOver) socket.end()
    else call()
  }
  const parseHead = (chunk: Buffer): number => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    const end = buffered.indexOf(HEAD_END)
    if (end < 0) return -1
    const { isRefused, length } = readHead(buffered.toString('latin1', 0, end))
    tally.refused += Number(isRefused)
    const rest = length - (buffered.length - end - HEAD_END.length)
    buffered = Buffer.alloc(0)
    return rest
  }
  return new Promise((resolve, reject) => {
    socket.on('connect', call)
    socket.on('data', (chunk: Buffer) => {
      if (left >= 0) left -= chunk.length
      else {
        left = parseHead(chunk)
        if (buffered.length > 0) return
      }
      if (left === 0) done()
    })
    socket.on('error', reject)
    socket.on('close', () => (tally.isOver ? resolve() : reject(new Error('a server closed a connection'))))
  })
}

function readHead(head: string): { isRefused: boolean; length: number } {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without its length: ${head.slice(0, 200)}`)
  return { isRefused: !head.startsWith('HTTP/1.1 200'), length: Number(length) }
}
