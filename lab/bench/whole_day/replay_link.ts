import { Agent, request, type ServerResponse } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadText } from './registration_files.ts'

/** A request, by the address that it would have in the world. */
export interface Asked {
  /** Modes and day of the stand-in: `/!hosts/@3`. */
  prefix: string
  host: string
  /** With the query. */
  path: string
  method: string
  headers: Record<string, string>
  body: string
}

const MAX_READERS = 64
/** Headers of one connection, or of bytes that change. */
const HOP_HEADERS = ['connection', 'transfer-encoding']

/** The replay server behind copies, as each way of copying needs it. */
export class ReplayLink {
  readonly #root: string
  readonly #files = new Map<string, Promise<string | null>>()
  readonly #agent = new Agent({ keepAlive: true })
  readonly #readers = new Agent({ keepAlive: true, maxSockets: MAX_READERS })

  constructor(root: string) {
    this.#root = root
  }

  close(): void {
    this.#agent.destroy()
    this.#readers.destroy()
  }

  /** Sends a request on; the answer is decompressed. */
  open({ prefix, host, path, method, headers, body }: Asked): Promise<Response> {
    const sent = method === 'POST' ? { body } : {}
    return fetch(`${this.#root}${prefix}/${host}${path}`, { method, headers, ...sent })
  }

  async fetch(asked: Asked): Promise<{ status: number; body: string }> {
    const response = await this.open(asked)
    return { status: response.status, body: await response.text() }
  }

  /** Returns what reads files of a day without the limits of a mode, each once: as it was when first asked for. */
  reader(prefix: string): ReadText {
    const [day = ''] = /\/@[^/]+/.exec(prefix) ?? []
    return (host, path) => {
      const address = `${host}${path}`
      const found = this.#files.get(address) ?? this.#get(`/!hosts${day}/${address}`).catch(() => null)
      this.#files.set(address, found)
      return found
    }
  }

  #get(path: string): Promise<string | null> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#root}${path}`, { agent: this.#readers }, (response) => {
        text(response).then((found) => resolve(response.statusCode === 200 ? found : null), reject)
      })
      sent.on('error', reject).end()
    })
  }

  /** Passes an answer on as its bytes come, or as text that `change` is applied to. */
  pipe(
    { prefix, host, path, method, headers, body }: Asked,
    answer: ServerResponse,
    change?: (part: string) => string,
  ): void {
    const options = { method, headers, agent: this.#agent }
    const sent = request(`${this.#root}${prefix}/${host}${path}`, options, (response) => {
      const given = { ...response.headers }
      for (const name of HOP_HEADERS) delete given[name]
      if (change !== undefined) delete given['content-length']
      answer.writeHead(response.statusCode ?? 502, given)
      response.on('error', () => answer.destroy())
      if (change === undefined) response.pipe(answer)
      else response.pipe(changeText(change)).pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    answer.on('close', () => sent.destroy())
    sent.end(body)
  }
}

/** Returns the lines of an answer, as they come. */
export const toReadable = (response: Response): Readable => Readable.fromWeb(response.body as never)

const changeText = (change: (part: string) => string): Transform =>
  new Transform({
    transform: (bytes: Buffer, _, done) =>
      done(null, Buffer.from(change(bytes.toString('latin1')), 'latin1')),
  })
