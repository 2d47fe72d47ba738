import type { Abi, AbiEvent } from 'viem'
import { encodeAbiParameters, encodeEventTopics, parseAbi, toEventSelector, toHex } from 'viem/utils'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { chains, type IndexedChain } from '../../pipeline/catalog/chains.ts'
import type { Http, RequestOptions } from '../../pipeline/http/http.ts'
import type { BlocksRead, Source } from '../../pipeline/source/source.ts'
import { type ContextOptions, fetchAll } from '../sources/context.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'
import { type FakePortal, portalReply, type StreamQuery } from './fake_portal.ts'

/** One JSON-RPC request as a provider receives it. */
export interface Request {
  id: number
  method: string
  params: unknown[]
}

/** A log in JSON-RPC's format. */
export interface Log {
  address: string
  topics: string[]
  data: string
  blockNumber: string
  blockTimestamp?: string
  transactionHash: string
  logIndex: string
}

/** A fake chain: its newest block, its logs, and the sender of each transaction. */
export interface FakeChain {
  head: number
  /** The newest final block; the newest of all by default. */
  final?: number
  logs: Log[]
  senders?: Record<string, string>
  chainId?: string
  /** The blocks from this one on belong to another branch of this name. */
  branch?: { from: number; name: number }
  /** Maximum number of blocks in one answer of its portal. */
  mostBlocks?: number
  /** Overrides a node's answers to all the requests of a body. */
  meddle?: (requests: Request[], url: string) => Reply | undefined
  /** Overrides the portal's answer. */
  meddlePortal?: (operation: string, query: StreamQuery) => Reply | undefined
}

/** A portal that does not answer, so that the nodes are read instead. */
export const NO_PORTAL: Pick<FakeChain, 'meddlePortal'> = {
  meddlePortal: () => ({ status: 503, body: 'overloaded' }),
}

/** Nodes that do not answer. */
export const NO_NODES: Pick<FakeChain, 'meddle'> = { meddle: () => ({ status: 503, body: 'busy' }) }

const PORTAL = 'https://portal.sqd.dev/datasets/base-mainnet/'
const SECONDS = 2

export const BASE = chains.find(({ id }) => id === 'eip155:8453') as IndexedChain

/** A catalogue of these chains and nothing else. */
export const createCatalog = (...read: IndexedChain[]): Catalog => ({
  ...{ families: [], developers: [], facilitators: [], chains: read },
})

/** Base, and no other chain. */
export const ONLY_BASE = createCatalog(BASE)

/** The time of block 0 of every fake chain, in seconds. */
export const GENESIS = 1_700_000_000

/** A made-up account. */
export const account = (n: number): string => `0xacc${n.toString(16).padStart(37, '0')}`

/** A made-up transaction. */
export const transaction = (n: number): string => `0xbac${n.toString(16).padStart(61, '0')}`

/** A log of an event with a Solidity declaration, and its arguments by name. */
export function encodeLog(
  event: string,
  args: Record<string, unknown>,
  { address, block, index, tx }: { address: string; block: number; index: number; tx: string },
): Log {
  const abi = parseAbi([event]) as Abi
  const { name, inputs } = abi[0] as AbiEvent
  const rest = inputs.filter((input) => !input.indexed)
  return {
    address,
    topics: encodeEventTopics({ abi, eventName: name, args }).map(String),
    data: encodeAbiParameters(
      rest,
      rest.map((input) => args[input.name ?? '']),
    ),
    blockNumber: toHex(block),
    blockTimestamp: toHex(GENESIS + 2 * block),
    transactionHash: tx,
    logIndex: toHex(index),
  }
}

/** The chain's reply to a body, one request or a batch. */
export function nodeReply(chain: FakeChain, body: unknown, url = ''): Reply {
  const requests = [body].flat() as Request[]
  const replies = requests.map((request) => ({
    jsonrpc: '2.0',
    id: request.id,
    ...(request.method === 'eth_call' ? answerOwner(chain, request) : { result: rpcResult(chain, request) }),
  }))
  return chain.meddle?.(requests, url) ?? { body: Array.isArray(body) ? replies : replies[0] }
}

/** The reply of the chain's portal or of one of its nodes. */
export function chainReply(chain: FakeChain, url: string, { body }: RequestOptions): Reply {
  if (!url.startsWith(PORTAL)) return nodeReply(chain, body, url)
  const [operation, query] = [toOperation(url), (body ?? {}) as StreamQuery]
  return chain.meddlePortal?.(operation, query) ?? portalReply(createPortal(chain), operation, query)
}

/** An Http over the chain; it records the requests to its nodes and its portal. */
export function chainHttp(chain: FakeChain): Http & { bodies: Request[][]; queries: PortalRequest[] } {
  const bodies: Request[][] = []
  const queries: PortalRequest[] = []
  const http = fakeHttp((url, options) => {
    const { body } = options
    if (url.startsWith(PORTAL)) queries.push({ operation: toOperation(url), query: body as StreamQuery })
    else bodies.push([body].flat() as Request[])
    return chainReply(chain, url, options)
  })
  return { ...http, bodies, queries }
}

/** The operation of a portal's address, without what bounds its answer. */
const toOperation = (url: string): string => url.slice(PORTAL.length).replace(/\?max_chunks=\d+$/, '')

/** A request to a portal. */
interface PortalRequest {
  operation: string
  /** Undefined for a GET. */
  query: StreamQuery
}

/** Reads a source from a fake chain, in a world of Base alone. */
export const fetchChain = (source: Source, chain: FakeChain, given: ContextOptions = {}) =>
  fetchAll(source, chainHttp(chain), { catalog: ONLY_BASE, ...given })

/** Blocks of Base that an earlier day has read, all final by default. */
export const blocksRead = (from_block: number, to_block: number, final_block = to_block): BlocksRead => ({
  ...{ chain: BASE.id, from_block, to_block, final_block },
  ...{ from_time: blockTime(from_block), to_time: blockTime(to_block) },
})

/** The time of a block of a fake chain. */
export const blockTime = (block: number): string => new Date((GENESIS + SECONDS * block) * 1000).toISOString()

/** A reply with a JSON-RPC error. */
export const errorReply = (code: number, message: string): Reply => ({
  body: { jsonrpc: '2.0', id: null, error: { code, message } },
})

/** The block range of the logs that a body requests, both ends included; null if it requests none. */
export function logRange(requests: Request[]): [number, number] | null {
  const request = requests.find(({ method }) => method === 'eth_getLogs')
  if (!request) return null
  const filter = request.params[0] as { fromBlock: string; toBlock: string }
  return [Number(filter.fromBlock), Number(filter.toBlock)]
}

function rpcResult(chain: FakeChain, request: Request): unknown {
  const [parameter] = request.params
  if (request.method === 'eth_chainId') return chain.chainId ?? '0x2105'
  if (request.method === 'eth_getBlockByNumber') return rpcBlock(chain, String(parameter))
  if (request.method === 'eth_getLogs') return chain.logs.filter((log) => isRequested(log, request))
  const logs = chain.logs.filter((log) => log.transactionHash === parameter)
  const blockNumber = logs[0]?.blockNumber
  return { from: findSender(chain, String(parameter)), transactionHash: parameter, blockNumber, logs }
}

/** The owner of an agent, which every registered one has. */
function answerOwner({ logs }: FakeChain, { params }: Request): object {
  const { to, data } = params[0] as { to: string; data: string }
  const id = `0x${data.slice(10)}`
  const isRegistered = logs.some(
    ({ address, topics }) => address === to && topics[0] === REGISTERED && topics[1] === id,
  )
  return isRegistered
    ? { result: `0x${account(1).slice(2).padStart(64, '0')}` }
    : { error: { code: 3, message: 'execution reverted' } }
}

const REGISTERED = toEventSelector('Registered(uint256,string,address)')

function rpcBlock({ head, final = head }: FakeChain, block: string): unknown {
  const number = block === 'latest' ? head : block === 'finalized' ? final : Number(block)
  return number > head ? null : { number: toHex(number), timestamp: toHex(GENESIS + SECONDS * number) }
}

const findSender = ({ senders }: FakeChain, hash: string): string => senders?.[hash] ?? account(0xfee)

function isRequested(log: Log, request: Request): boolean {
  const { address, topics } = request.params[0] as { address: string | string[]; topics: Topics }
  const [from, to] = logRange([request]) ?? [0, -1]
  const block = Number(log.blockNumber)
  return block >= from && block <= to && fits(log, address, topics)
}

type Topics = (string | string[] | null | undefined)[]

const fits = (log: Log, address: unknown, topics: Topics): boolean =>
  [address].flat().includes(log.address) &&
  topics.every((wanted, i) => wanted == null || [wanted].flat().includes(log.topics[i] ?? ''))

function createPortal(chain: FakeChain): FakePortal {
  const { head, final = head, branch, mostBlocks } = chain
  const byBlock = Map.groupBy(chain.logs, (log) => Number(log.blockNumber))
  return {
    ...{ head, final, ...(mostBlocks !== undefined && { mostBlocks }) },
    filled: [...byBlock.keys()],
    hashOf: (block) => transaction(branch && block >= branch.from ? block + branch.name * 2 ** 40 : block),
    timeOf: (block) => GENESIS + SECONDS * block,
    blockAt: (seconds) => Math.ceil((seconds - GENESIS) / SECONDS),
    contentOf: (block, query) => selectContent(chain, byBlock.get(block) ?? [], query),
  }
}

/** The requested logs of a block, and their transactions. */
function selectContent(
  chain: FakeChain,
  inBlock: Log[],
  { logs: selectors = [] }: StreamQuery,
): object | null {
  const isHit = (log: Log) =>
    selectors.some((selector) =>
      fits(
        log,
        selector.address,
        [0, 1, 2, 3].map((i) => selector[`topic${i}`] as Topics[0]),
      ),
    )
  const hits = new Set(inBlock.filter(isHit).map((log) => log.transactionHash))
  if (hits.size === 0) return null
  const isWhole = selectors.some((selector) => selector.transactionLogs)
  const asked = inBlock.filter((log) => (isWhole ? hits.has(log.transactionHash) : isHit(log)))
  const hashes = [...new Set(inBlock.map((log) => log.transactionHash))]
  return {
    transactions: [...hits].map((hash) => ({
      ...{ transactionIndex: hashes.indexOf(hash), hash, from: findSender(chain, hash) },
    })),
    logs: asked.map(({ address, topics, data, logIndex, transactionHash }) => ({
      ...{ address, topics, data, transactionHash, logIndex: Number(logIndex) },
      transactionIndex: hashes.indexOf(transactionHash),
    })),
  }
}
