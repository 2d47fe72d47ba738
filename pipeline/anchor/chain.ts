import { BaseError, createPublicClient, type Hex, http, numberToHex, RpcRequestError } from 'viem'
import { OperationalError } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import { parseQuantity } from '../chain/values.ts'

/** The chain does not answer, or the fee is above the limit: nothing is lost, and a later run continues. */
export class NotNow extends OperationalError {
  override name = 'NotNow'
}

/** A transaction in a block. */
export interface MinedTransaction {
  hash: Hex
  from: Hex
  to: Hex | null
  nonce: number
  input: Hex
}

/** The calls of an anchor to a chain. Each throws NotNow if the node gives no usable answer. */
export interface AnchorChain {
  id(): Promise<number>
  /** The number of the newest block. */
  head(): Promise<number>
  /** Returns the block that has this transaction, or null. */
  findBlock(hash: Hex): Promise<number | null>
  /** True if the node has it, in a block or waiting for one. */
  isKnown(hash: Hex): Promise<boolean>
  /** Number of transactions that an address has sent, as of a block. */
  nonce(address: Hex, block: number | 'latest' | 'pending'): Promise<number>
  transactions(block: number): Promise<MinedTransaction[]>
  /** Current price of a unit of gas in wei: the chain's base fee and the block builder's tip. */
  fees(): Promise<{ base: bigint; tip: bigint }>
  gas(transaction: { from: Hex; to: Hex; data: Hex }): Promise<bigint>
  balance(address: Hex): Promise<bigint>
  /** Sends a signed transaction; returns the node's reason if it refuses it. */
  send(raw: Hex): Promise<string | null>
}

const TIMEOUT_MS = 10_000

/** A chain behind a JSON-RPC node; redirects are not followed. */
export function connectChain(url: string): AnchorChain {
  const transport = http(url, { timeout: TIMEOUT_MS, retryCount: 1, fetchOptions: { redirect: 'error' } })
  const { request } = createPublicClient({ transport })
  const callNode = <T>(question: Promise<T>): Promise<T> => question.catch(throwNotNow)
  return {
    id: async () => parseNumber(await callNode(request({ method: 'eth_chainId' }))),
    head: async () => parseNumber(await callNode(request({ method: 'eth_blockNumber' }))),
    async findBlock(hash) {
      const found = await callNode(request({ method: 'eth_getTransactionReceipt', params: [hash] }))
      return found === null ? null : parseNumber(found.blockNumber)
    },
    isKnown: async (hash) =>
      (await callNode(request({ method: 'eth_getTransactionByHash', params: [hash] }))) !== null,
    nonce: async (address, block) => {
      const at = typeof block === 'number' ? numberToHex(block) : block
      return parseNumber(
        await callNode(request({ method: 'eth_getTransactionCount', params: [address, at] })),
      )
    },
    async transactions(block) {
      const params = [numberToHex(block), true] as const
      const found = await callNode(request({ method: 'eth_getBlockByNumber', params: [...params] }))
      return (found?.transactions ?? []).flatMap((transaction) =>
        typeof transaction === 'string' ? [] : [toMined(transaction)],
      )
    },
    async fees() {
      const block = await callNode(request({ method: 'eth_getBlockByNumber', params: ['latest', false] }))
      const tip = await callNode(request({ method: 'eth_maxPriorityFeePerGas' }))
      return { base: BigInt(block?.baseFeePerGas ?? 0), tip: BigInt(tip) }
    },
    gas: async (transaction) =>
      BigInt(await callNode(request({ method: 'eth_estimateGas', params: [transaction] }))),
    balance: async (address) =>
      BigInt(await callNode(request({ method: 'eth_getBalance', params: [address, 'latest'] }))),
    send: (raw) =>
      request({ method: 'eth_sendRawTransaction', params: [raw] }).then(
        () => null,
        (error) => readRefusal(error) ?? throwNotNow(error),
      ),
  }
}

type RpcTransaction = { hash: Hex; from: Hex; to: Hex | null; nonce: Hex | number; input: Hex }

const toMined = ({ hash, from, to, nonce, input }: RpcTransaction): MinedTransaction => ({
  ...{ hash, from: from.toLowerCase() as Hex, to: (to?.toLowerCase() as Hex | undefined) ?? null },
  ...{ nonce: Number(nonce), input },
})

/** Parses a number in a node's answer. */
function parseNumber(answer: unknown): number {
  const number = parseQuantity(answer)
  if (number === null) throw new NotNow("the chain's node answers no number where one belongs")
  return number
}

// Without the cause: it has the node's address, which may include a key.
function throwNotNow(error: unknown): never {
  const reason = readRefusal(error)
  const kind = error instanceof BaseError ? error.name : 'no answer'
  throw new NotNow(
    reason === null ? `the chain cannot be reached (${kind})` : `the chain's node says "${reason}"`,
  )
}

/** Returns a node's reason for a refusal; null if it did not answer at all. */
function readRefusal(error: unknown): string | null {
  const answered = error instanceof BaseError ? error.walk((item) => item instanceof RpcRequestError) : null
  return answered instanceof RpcRequestError ? clean(answered.details, 200) : null
}
