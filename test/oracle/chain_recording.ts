import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  padHex,
  parseAbiItem,
} from 'viem'
import type { Transfer } from './readers/payments.ts'
import { RecordedArchive } from './recorded.ts'

/** One request and its answer, to be recorded. */
export interface Exchange {
  url: string
  /** The body of a POST. */
  request?: unknown
  status: number
  body: string
}

/** Made-up days of an archive in a folder of their own. */
export class ChainRecording {
  readonly root = mkdtempSync(join(tmpdir(), 'assay-chain-'))

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  archive(): RecordedArchive {
    return new RecordedArchive(this.root, '9999-12-31')
  }

  record(date: string, source: string, exchanges: Exchange[]): void {
    const lines = exchanges.map(({ url, request, status, body }, at) => ({
      ...{ method: request === undefined ? 'GET' : 'POST', url, status },
      request: request === undefined ? null : this.#keep(JSON.stringify(request)),
      // Received in the wrong order: the sequence must be read from the requests.
      ...{ sha256: this.#keep(body), retrieved_at: `${date}T23:00:${String(59 - at).padStart(2, '0')}.000Z` },
    }))
    mkdirSync(join(this.root, date), { recursive: true })
    writeFileSync(
      join(this.root, date, `${source}.ndjson`),
      [{ source, outcome: 'ok' }, ...lines].map((line) => JSON.stringify(line)).join('\n'),
    )
  }

  #keep(text: string): string {
    const hash = createHash('sha256').update(text).digest('hex')
    const folder = join(this.root, 'bodies', hash.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    const isLarge = text.length >= 1_000_000
    writeFileSync(
      join(folder, `${hash}.${isLarge ? 'br' : 'gz'}`),
      isLarge ? brotliCompressSync(text) : gzipSync(text),
    )
    return hash
  }
}

const portalUrl = (dataset: string): string => `https://portal.sqd.dev/datasets/${dataset}`

/** A portal's answers for its newest block and its newest final one. */
export const replyHeads = (dataset: string, number: number, final: number): Exchange[] => [
  {
    url: `${portalUrl(dataset)}/head`,
    status: 200,
    body: JSON.stringify({ number, hash: blockHash(number) }),
  },
  {
    url: `${portalUrl(dataset)}/finalized-head`,
    status: 200,
    body: JSON.stringify({ number: final, hash: blockHash(final) }),
  },
]

/** A query for blocks, and the blocks that it was answered with. */
export interface Streamed {
  from: number
  to: number
  query: object
  blocks: unknown[]
  /** Its number, where the blocks go on from one that was read before. */
  after?: string
}

const streamed =
  (path: string) =>
  (dataset: string, { from, to, query, blocks, after }: Streamed): Exchange => ({
    url: `${portalUrl(dataset)}/${path}`,
    request: { ...query, fromBlock: from, toBlock: to, ...(after ? { parentBlockHash: after } : {}) },
    status: 200,
    body: blocks.map((block) => `${JSON.stringify(block)}\n`).join(''),
  })

export const finalized = streamed('finalized-stream')
export const newest = streamed('stream')

/** Reports that the requested block does not follow the one that was read; the portal has these. */
export const forked = (exchange: Exchange, previousBlocks: { number: number; hash: string }[]): Exchange => ({
  ...exchange,
  status: 409,
  body: JSON.stringify({ error: { code: 'base_block_mismatch' }, previousBlocks }),
})

/** A call or a batch to a node, each with its result. */
export function calls(url: string, all: { method: string; params: unknown[]; result: unknown }[]): Exchange {
  const request = all.map(({ method, params }, id) => ({ id, method, params }))
  return { url, request, status: 200, body: JSON.stringify(all.map(({ result }, id) => ({ id, result }))) }
}

export const blockHash = (number: number, branch = 1): Hex =>
  padHex(numberToHex(number * 10 + branch), { size: 32 })

export const TIME = 1_770_000_000

/** A block as the portal has it; without anything in it, its header alone. */
export const block = (number: number, content: object = {}, hash = blockHash(number)) => ({
  header: { number, hash, timestamp: TIME + 2 * number },
  ...content,
})

export const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'

export const account = (n: number): Hex => padHex(numberToHex(n), { size: 20 })

const encodeTopics = (event: AbiEvent, args: Record<string, unknown>): unknown[] =>
  encodeEventTopics({ abi: [event], eventName: event.name, args })

/** A log in a transaction of its block. */
export interface CreatedLog {
  address: string
  topics: unknown[]
  data: Hex
  logIndex: number
  transactionIndex: number
  transactionHash: Hex
}

/** A log of an event, its indexed arguments by name, what is not indexed as words and texts. */
export function createLog(
  signature: string,
  place: { address: string; index: number; transaction?: number },
  args: Record<string, unknown>,
  data: Hex = '0x',
): CreatedLog {
  const topics = encodeTopics(parseAbiItem(`event ${signature}`) as AbiEvent, args)
  return {
    address: place.address,
    topics,
    data,
    logIndex: place.index,
    transactionIndex: place.transaction ?? 0,
    transactionHash: blockHash(place.transaction ?? 0),
  }
}

export const words = (...values: (bigint | Hex)[]): Hex =>
  `0x${values.map((value) => (typeof value === 'bigint' ? numberToHex(value) : value).slice(2).padStart(64, '0')).join('')}`

export const registered = (id: bigint, index: number, uri: string): CreatedLog =>
  createLog(
    'Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
    { address: REGISTRY, index },
    { agentId: id, owner: account(7) },
    encodeAbiParameters([{ type: 'string' }], [uri]),
  )

/** A wallet that an agent writes about itself, of which the registration that it comes with is transaction 0. */
export const walletSet = (id: bigint, transaction: number, value: Hex, key = 'agentWallet'): CreatedLog =>
  createLog(
    'MetadataSet(uint256 indexed agentId, string indexed indexedKey, string key, bytes value)',
    { address: REGISTRY, index: 4, transaction },
    { agentId: id, indexedKey: key },
    encodeAbiParameters([{ type: 'string' }, { type: 'bytes' }], [key, value]),
  )

export const transfer = (index: number, from: number, to: Hex, amount: bigint, address = USDC): CreatedLog =>
  createLog(
    'Transfer(address indexed from, address indexed to, uint256 value)',
    { address, index },
    { from: account(from), to },
    words(amount),
  )

export const authorized = (index: number, by: number): CreatedLog =>
  createLog(
    'AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
    { address: USDC, index },
    { authorizer: account(by), nonce: padHex('0x1', { size: 32 }) },
  )

/** A block with one transaction, and all its logs. */
export const paidIn = (number: number, logs: CreatedLog[]) =>
  block(number, { transactions: [{ transactionIndex: 0 }], logs })

/** One transfer as the readers give it. */
export const createTransfer = (is: Partial<Transfer>): Transfer => ({
  ...{ chain: 'eip155:8453', from: '', to: '', amount: 10n, block: 0, index: 0, time: 0 },
  response: {
    ...{ url: '', sha256: '', retrieved_at: '', date: '', source: '', method: '', request: null, status: 0 },
  },
  ...is,
})
