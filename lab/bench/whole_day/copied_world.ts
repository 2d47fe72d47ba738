import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type CrowdTarget, fromCrowdAddress } from './crowd_hosts.ts'
import { copyListedPage, copyTools, toOriginalList } from './mcp_servers.ts'
import { copyReply, type NodeCall, toDataset, toOriginalCall } from './node_calls.ts'
import { copyFile } from './registration_files.ts'
import { copyLogs, namesRegistry } from './registry_logs.ts'
import { type Asked, ReplayLink, toReadable } from './replay_link.ts'
import type { Sizes } from './sizes.ts'

const ADDRESS = /^((?:\/[!@][^/]+)*)\/([^/?]+)(.*)$/
const STREAM = /^\/datasets\/([^/]+)\/(?:finalized-)?stream$/
const REGISTRY = 'registry.modelcontextprotocol.io'
const JSON_TYPE = { 'content-type': 'application/json' }
/** An answer of the portal ends after about as many bytes, as those of the replay do. */
const MAX_ANSWER = 48e6
/** Headers of one connection, and encodings: answers are changed as text. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']

/** A stand-in for the world in front of a replay server, with copies of its agents and servers. */
export class CopiedWorld {
  readonly #replay: ReplayLink
  readonly #sizes: Sizes
  readonly #server = createServer((incoming, answer) => void this.#answer(incoming, answer))

  constructor(root: string, sizes: Sizes) {
    this.#replay = new ReplayLink(root)
    this.#sizes = sizes
  }

  /** Returns its address, once it listens. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
    this.#replay.close()
  }

  async #answer(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      const asked = await parseRequest(incoming)
      if (asked === null) answer.writeHead(404).end()
      else await this.#route(asked, answer)
    } catch {
      // The replay destroyed the connection, or the client did.
      answer.destroy()
    }
  }

  async #route(asked: Asked, answer: ServerResponse): Promise<void> {
    const target = fromCrowdAddress(asked.host, asked.path)
    if (target === null) return void answer.writeHead(404).end('not found')
    if (target !== undefined) return this.#answerCrowd(asked, target, answer)
    if (asked.host === REGISTRY) return this.#answerServers(asked, answer)
    if (!namesRegistry(asked.body)) return this.#replay.pipe(asked, answer)
    const [, dataset] = STREAM.exec(asked.path) ?? []
    return dataset === undefined
      ? this.#answerNode(asked, answer)
      : this.#streamBlocks(asked, dataset, answer)
  }

  async #answerCrowd(asked: Asked, { crowd, host, path, copy }: CrowdTarget, answer: ServerResponse) {
    if (crowd === 'agents') return this.#replay.pipe({ ...asked, host, path }, answer)
    if (crowd === 'servers')
      return this.#replay.pipe({ ...asked, host, path }, answer, (part) => copyTools(part, copy))
    const found = await this.#replay.reader(asked.prefix)(host, path)
    if (found === null) return void answer.writeHead(404).end('not found')
    const [, id] = /(\d+)\.json$/.exec(path) ?? []
    answer
      .writeHead(200, JSON_TYPE)
      .end(copyFile(found, id === undefined ? null : BigInt(id), copy, this.#sizes))
  }

  async #answerServers(asked: Asked, answer: ServerResponse): Promise<void> {
    const { path, copy } = toOriginalList(asked.path, this.#sizes)
    const { status, body } = await this.#replay.fetch({ ...asked, path })
    answer.writeHead(status, JSON_TYPE)
    answer.end(status === 200 ? JSON.stringify(copyListedPage(JSON.parse(body), copy, this.#sizes)) : body)
  }

  async #answerNode(asked: Asked, answer: ServerResponse): Promise<void> {
    const given = JSON.parse(asked.body) as NodeCall | NodeCall[]
    const calls = [given].flat().map((call) => toOriginalCall(call, this.#sizes))
    const body = JSON.stringify(Array.isArray(given) ? calls : calls[0])
    const got = await this.#replay.fetch({ ...asked, body })
    const replies = parseJson(got.body)
    answer.writeHead(got.status, JSON_TYPE)
    if (replies === null) return void answer.end(got.body)
    const read = this.#replay.reader(asked.prefix)
    const copied = await Promise.all(
      [replies].flat().map((reply) => copyReply(calls, reply, toDataset(asked.host), this.#sizes, read)),
    )
    answer.end(JSON.stringify(Array.isArray(replies) ? copied : copied[0]))
  }

  /** Writes blocks as lines, each with the logs of all copies. */
  async #streamBlocks(asked: Asked, dataset: string, answer: ServerResponse): Promise<void> {
    const response = await this.#replay.open(asked)
    answer.writeHead(response.status, { 'content-type': 'application/x-ndjson' })
    if (response.status !== 200) return void answer.end(await response.text())
    const read = this.#replay.reader(asked.prefix)
    let bytes = 0
    for await (const line of createInterface({ input: toReadable(response) })) {
      if (line === '') continue
      const block = JSON.parse(line)
      const logs = block.logs && (await copyLogs(dataset, block.logs, this.#sizes, read))
      const copied = `${JSON.stringify({ ...block, ...(logs && { logs }) })}\n`
      bytes += copied.length
      if (!answer.write(copied)) await once(answer, 'drain')
      if (bytes > MAX_ANSWER) break
    }
    answer.end()
  }
}

async function parseRequest(incoming: IncomingMessage): Promise<Asked | null> {
  const { method = 'GET', url = '' } = incoming
  const [, prefix = '', host, path = ''] = ADDRESS.exec(url) ?? []
  if (host === undefined) return null
  const body = method === 'POST' ? await text(incoming) : ''
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    OWN_HEADERS.includes(name) || value === undefined ? [] : [[name, String(value)] as const],
  )
  return { prefix, host, path, method, headers: Object.fromEntries(headers), body }
}

function parseJson(body: string): object | object[] | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
