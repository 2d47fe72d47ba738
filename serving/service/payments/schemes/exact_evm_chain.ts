import {
  BaseError,
  createPublicClient,
  type Hex,
  http,
  type Log,
  type PublicClient,
  type RpcLog,
  TransactionReceiptNotFoundError,
} from 'viem'
import { pad, parseAbi, toEventSelector } from 'viem/utils'
import {
  type AuthorizationQuery,
  type ChainReader,
  ChainUnavailable,
  type OnChain,
  type UnsettledState,
} from '../payment.ts'

const TOKEN = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const USED = toEventSelector(TOKEN[2])
const CANCELED = toEventSelector(TOKEN[3])
const TRANSFER = toEventSelector(TOKEN[4])

const MAX_RANGE = 10_000n
const MIN_RANGE = 100n
/** Maximum number of ranges searched: on Base, with the largest, those of two weeks. */
const MAX_RANGES = 64

/** The use of an authorization as in logs: all hexadecimal in lower case. */
interface Use {
  asset: Hex
  payer: Hex
  nonce: Hex
  payTo: Hex
  amount: bigint
  /** Unix seconds; it cannot be used before. */
  validAfter: bigint
}

/** A chain behind a JSON-RPC node. The newest block is read; no redirect is followed. */
export function exactEvmChain({ url, timeoutMs }: { url: string; timeoutMs: number }): ChainReader {
  const transport = http(url, { timeout: timeoutMs, retryCount: 1, fetchOptions: { redirect: 'error' } })
  const client = createPublicClient({ transport })
  let chainId: number | null = null
  const read = async <T>({ network }: AuthorizationQuery, work: () => Promise<T>): Promise<T> => {
    try {
      chainId ??= await client.getChainId()
      if (network !== `eip155:${chainId}`) throw anotherChain(chainId, network)
      return await work()
    } catch (cause) {
      if (cause instanceof ChainUnavailable) throw cause
      throw unreadable(cause)
    }
  }
  return {
    authorization: (query, transaction) =>
      read(query, async () => {
        const use = toUse(query)
        const isPaid = transaction !== undefined && (await isPaidBy(client, use, transaction as Hex))
        return isPaid ? { state: 'paid', transaction } : readState(client, use)
      }),
    unsettled: (query) => read(query, () => readUnsettled(client, toUse(query))),
  }
}

// Without its cause: that has the address of the node, which may contain a key.
const unreadable = (error: unknown): ChainUnavailable =>
  new ChainUnavailable(
    `the chain cannot be read (${error instanceof BaseError ? error.shortMessage : (error as Error).name}): check X402_RPC_URL and its node`,
  )

const anotherChain = (chainId: number, network: string): ChainUnavailable =>
  new ChainUnavailable(
    `the node at X402_RPC_URL serves chain ${chainId}, but payments are on ${network}: set it to a node of that chain`,
  )

const toUse = ({ asset, payer, nonce, pay_to, amount, valid_after }: AuthorizationQuery): Use => ({
  asset: asset as Hex,
  payer: payer as Hex,
  nonce: nonce as Hex,
  payTo: pay_to as Hex,
  amount: BigInt(amount),
  validAfter: BigInt(valid_after),
})

const isUsedAt = (
  client: PublicClient,
  { asset, payer, nonce }: Use,
  blockNumber: bigint,
): Promise<boolean> =>
  client.readContract({
    ...{ address: asset, abi: TOKEN, functionName: 'authorizationState', blockNumber },
    args: [payer, nonce],
  })

async function readUnsettled(client: PublicClient, query: Use): Promise<UnsettledState> {
  const { number } = await client.getBlock()
  const [isUsed, balance] = await Promise.all([
    isUsedAt(client, query, number),
    client.readContract({
      ...{ address: query.asset, abi: TOKEN, functionName: 'balanceOf', blockNumber: number },
      args: [query.payer],
    }),
  ])
  return { isUsed, balance }
}

async function readState(client: PublicClient, query: Use): Promise<OnChain> {
  // Block and state are read of one block: its time is then the time up to which the answer holds.
  const { number, timestamp } = await client.getBlock()
  const isUsed = await isUsedAt(client, query, number)
  if (!isUsed) return { state: 'unused', at: Number(timestamp) }
  const { topics, transactionHash, logIndex } = await findUse(client, query, number)
  if (transactionHash === null || logIndex === null)
    throw new ChainUnavailable('the use is not in a block yet')
  const isPaid = topics[0] === USED && (await isTransferred(client, query, transactionHash, Number(logIndex)))
  return isPaid ? { state: 'paid', transaction: transactionHash } : { state: 'spent' }
}

/** Returns the log of an authorization's use or cancelling, searched back from a block until before it was valid. */
async function findUse(client: PublicClient, query: Use, newest: bigint): Promise<RpcLog> {
  let size = MAX_RANGE
  let last = newest
  for (let searched = 0; searched < MAX_RANGES && size >= MIN_RANGE; ) {
    const first = last < size ? 0n : last - size + 1n
    const logs = await logsBetween(client, query, first, last)
    if (logs === null) {
      size = (last - first + 1n) / 2n
      continue
    }
    if (logs[0] !== undefined) return logs[0]
    if (first === 0n || (await client.getBlock({ blockNumber: first })).timestamp < query.validAfter) break
    last = first - 1n
    searched += 1
  }
  throw new ChainUnavailable(
    'the authorization is used, but the node at X402_RPC_URL returns no log of it: set it to another node',
  )
}

/** Returns null if the node refuses: most do when a range is too long, each with words of its own. */
async function logsBetween(
  client: PublicClient,
  { asset, payer, nonce }: Use,
  first: bigint,
  last: bigint,
): Promise<RpcLog[] | null> {
  const topics = [[USED, CANCELED], pad(payer), nonce]
  const range = { fromBlock: quantity(first), toBlock: quantity(last) }
  const filter = { address: asset, topics, ...range }
  return client.request({ method: 'eth_getLogs', params: [filter] }, { retryCount: 0 }).catch(() => null)
}

const quantity = (number: bigint): Hex => `0x${number.toString(16)}`

/** True if the log right after the use, in the same transaction, moves the price from the payer to the seller. */
async function isTransferred(
  client: PublicClient,
  query: Use,
  hash: Hex,
  useIndex: number,
): Promise<boolean> {
  const { logs } = await client.getTransactionReceipt({ hash })
  return hasTransfer(logs, query, useIndex)
}

/** True when a transaction uses the authorization and moves the price; false while no block has it. */
async function isPaidBy(client: PublicClient, query: Use, hash: Hex): Promise<boolean> {
  const logs = await client.getTransactionReceipt({ hash }).then(
    (receipt) => receipt.logs,
    (error) => {
      if (error instanceof TransactionReceiptNotFoundError) return []
      throw error
    },
  )
  const topics = [USED, pad(query.payer), query.nonce].join()
  const use = logs.find((log) => log.address.toLowerCase() === query.asset && joinTopics(log) === topics)
  return use !== undefined && hasTransfer(logs, query, use.logIndex)
}

function hasTransfer(
  logs: readonly Log<bigint, number, false>[],
  { asset, payer, payTo, amount }: Use,
  useIndex: number,
): boolean {
  const next = logs.find(({ logIndex }) => logIndex === useIndex + 1)
  if (next === undefined || next.address.toLowerCase() !== asset) return false
  const isFitting = joinTopics(next) === [TRANSFER, pad(payer), pad(payTo)].join()
  return isFitting && BigInt(next.data) === amount
}

const joinTopics = ({ topics }: Pick<Log, 'topics'>): string => topics.join().toLowerCase()
