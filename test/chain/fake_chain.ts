import type { Abi, AbiEvent } from 'viem'
import { encodeAbiParameters, encodeEventTopics, parseAbi, toHex } from 'viem/utils'
import type { Http } from '../../pipeline/http/http.ts'
import { fakeHttp, type Reply } from '../sources/recorded_http.ts'

/** One JSON-RPC request as a provider receives it. */
export interface Request {
  id: number
  method: string
  params: unknown[]
}

/** A log as JSON-RPC writes it. */
export interface Log {
  address: string
  topics: string[]
  data: string
  blockNumber: string
  blockTimestamp?: string
  transactionHash: string
  logIndex: string
}

/** A chain that exists in a test: its newest block, its logs, and who sent which transaction. */
export interface FakeChain {
  head: number
  logs: Log[]
  senders?: Record<string, string>
  chainId?: string
  /** Answers in place of the chain, to all the requests of a body at once. */
  meddle?: (requests: Request[]) => Reply | undefined
}

/** The time of block 0 of every fake chain, in seconds. */
export const GENESIS = 1_700_000_000

/** A made-up account. */
export const account = (n: number): string => `0xacc${n.toString(16).padStart(37, '0')}`

/** A made-up transaction. */
export const transaction = (n: number): string => `0xbac${n.toString(16).padStart(61, '0')}`

/** A log of an event written as Solidity declares it, with its arguments by name. */
export function logOf(
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

/** What the chain replies to a body, one request or a batch. */
export function replyOf(chain: FakeChain, body: unknown): Reply {
  const requests = [body].flat() as Request[]
  const replies = requests.map((request) => ({
    jsonrpc: '2.0',
    id: request.id,
    result: resultOf(chain, request),
  }))
  return chain.meddle?.(requests) ?? { body: Array.isArray(body) ? replies : replies[0] }
}

/** An Http that the chain answers; `bodies` lists what it was asked. */
export function chainHttp(chain: FakeChain): Http & { bodies: Request[][] } {
  const bodies: Request[][] = []
  const http = fakeHttp((_, { body }) => {
    bodies.push([body].flat() as Request[])
    return replyOf(chain, body)
  })
  return { ...http, bodies }
}

/** A reply with a JSON-RPC error. */
export const errorReply = (code: number, message: string): Reply => ({
  body: { jsonrpc: '2.0', id: null, error: { code, message } },
})

/** The blocks that a request for logs asks for, both included; null for any other request. */
export function blocksOf(request: Request | undefined): [number, number] | null {
  if (request?.method !== 'eth_getLogs') return null
  const filter = request.params[0] as { fromBlock: string; toBlock: string }
  return [Number(filter.fromBlock), Number(filter.toBlock)]
}

function resultOf(chain: FakeChain, request: Request): unknown {
  const [parameter] = request.params
  if (request.method === 'eth_chainId') return chain.chainId ?? '0x2105'
  if (request.method === 'eth_getBlockByNumber')
    return { number: toHex(chain.head), timestamp: toHex(GENESIS + 2 * chain.head) }
  if (request.method === 'eth_getLogs') return chain.logs.filter((log) => isAsked(log, request))
  const logs = chain.logs.filter((log) => log.transactionHash === parameter)
  return { from: chain.senders?.[String(parameter)] ?? account(0xfee), logs }
}

function isAsked(log: Log, request: Request): boolean {
  const { address, topics } = request.params[0] as { address: string; topics: (string | string[])[] }
  const [from, to] = blocksOf(request) ?? [0, -1]
  const block = Number(log.blockNumber)
  return (
    log.address === address &&
    block >= from &&
    block <= to &&
    topics.every((wanted, i) => [wanted].flat().includes(log.topics[i] ?? ''))
  )
}
