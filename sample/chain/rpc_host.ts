import type { Hex } from 'viem'
import { toEventSelector } from 'viem/utils'
import { IDENTITY_REGISTRY } from '../../pipeline/catalog/chains.ts'
import { type HostHandler, jsonResponse } from '../answers.ts'
import { getHead, secondsAt } from './blocks.ts'
import { type SampleChain, sampleChain } from './chain.ts'
import { hexQuantity, sampleHash } from './hex.ts'
import { readFilter, type SampleLogFilter, toBlockNumber } from './log_filter.ts'
import { SampleRpcError } from './rpc_error.ts'
import { blockHash } from './transactions.ts'

/** The state of a node at the end of a day. */
interface Node {
  seed: number
  chain: SampleChain
  head: number
}

interface Reply {
  jsonrpc: '2.0'
  id: unknown
  result?: unknown
  error?: { code: number; message: string }
}

const MAX_RANGE = 10_000
/** Far less than a real node's, so that the sample meets this limit too. */
const MAX_LOGS = 24
const MAX_BATCH = 1000
const OWNER_OF = '0x6352211e'
const REGISTERED = toEventSelector('Registered(uint256,string,address)')

const METHODS = new Map<unknown, (node: Node, params: unknown[]) => unknown>([
  ['eth_chainId', () => '0x2105'],
  ['eth_blockNumber', ({ head }) => hexQuantity(head)],
  ['eth_getBlockByNumber', (node, [block]) => toBlock(node, toBlockNumber(block, node.head))],
  ['eth_call', (node, [call]) => findOwner(node, call)],
  ['eth_getLogs', (node, [filter]) => logs(node, readFilter(filter, node.head))],
  [
    'eth_getTransactionReceipt',
    ({ chain, head }, [hash]) => {
      const found = chain.byHash.get(String(hash).toLowerCase() as Hex)
      return found && found.block <= head ? found.receipt : null
    },
  ],
])

/** A node of Base: JSON-RPC, one call or a list of calls in a POST to `/`. */
export const baseHost: HostHandler = async ({ seed, day, url, request }) => {
  if (url.pathname !== '/') return new Response('not found\n', { status: 404 })
  const node: Node = { seed, chain: sampleChain(seed), head: getHead(day) }
  const body = parse(await request.text())
  if (!Array.isArray(body)) {
    const reply = answer(node, body)
    return jsonResponse(reply, reply.error?.code === SampleRpcError.RANGE ? 413 : 200)
  }
  const isRefused = body.length === 0 || body.length > MAX_BATCH
  return jsonResponse(isRefused ? answer(node, null) : body.map((call) => answer(node, call)))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function answer(node: Node, call: unknown): Reply {
  const { id = null, method, params } = (call ?? {}) as Record<string, unknown>
  const envelope = { jsonrpc: '2.0', id } as const
  try {
    if (typeof method !== 'string') throw new SampleRpcError(SampleRpcError.REQUEST, 'invalid request')
    const run = METHODS.get(method)
    if (!run)
      throw new SampleRpcError(SampleRpcError.METHOD, `the method ${method} does not exist/is not available`)
    return { ...envelope, result: run(node, Array.isArray(params) ? params : []) }
  } catch (error) {
    if (!(error instanceof SampleRpcError)) throw error
    return { ...envelope, error: { code: error.code, message: error.message } }
  }
}

function logs({ chain, head }: Node, { from, to, fits }: SampleLogFilter): unknown[] {
  if (to - from > MAX_RANGE)
    throw new SampleRpcError(SampleRpcError.RANGE, 'eth_getLogs is limited to a 10,000 range')
  const last = Math.min(to, head)
  const found = chain.logs.filter(({ block, log }) => from <= block && block <= last && fits(log))
  const next = found[MAX_LOGS]
  if (!next) return found.map(({ log }) => log)
  throw new SampleRpcError(
    SampleRpcError.PARAMS,
    `query exceeds max results ${MAX_LOGS}, retry with the range ${from}-${Math.max(from, next.block - 1)}`,
  )
}

/** Returns the owner of an agent by `ownerOf`, the account that registered it. Throws RpcError for any other id. */
function findOwner({ chain, head }: Node, call: unknown): string {
  const { to, data } = (call ?? {}) as { to?: unknown; data?: unknown }
  const id = `0x${String(data).slice(OWNER_OF.length)}`
  const isAsked = to === IDENTITY_REGISTRY && String(data).startsWith(OWNER_OF)
  const found = chain.logs.find(
    ({ block, log: { address, topics } }) =>
      block <= head && address === to && topics[0] === REGISTERED && topics[1] === id,
  )
  const owner = isAsked ? found?.log.topics[2] : undefined
  if (owner === undefined) throw new SampleRpcError(SampleRpcError.REVERTED, 'execution reverted')
  return owner
}

function toBlock({ seed, chain, head }: Node, block: number): unknown {
  if (block > head) return null
  return {
    number: hexQuantity(block),
    hash: blockHash(seed, block),
    parentHash: blockHash(seed, block - 1),
    timestamp: hexQuantity(secondsAt(block)),
    ...{
      nonce: '0x0000000000000000',
      miner: sampleHash('miner').slice(0, 42),
      extraData: '0x',
      size: '0x3e8',
    },
    ...{ gasLimit: '0x11e1a300', gasUsed: '0x0', baseFeePerGas: '0x4c4b40', uncles: [] },
    transactions: chain.hashesIn(block),
  }
}
