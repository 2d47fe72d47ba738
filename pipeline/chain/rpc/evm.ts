import { toHex } from 'viem/utils'
import { UpstreamChanged, UpstreamDown } from '../../../core/domain/errors.ts'
import type { IndexedChain } from '../../catalog/chains.ts'
import type { Http } from '../../http/http.ts'
import { listAt, pick } from '../../source/pick.ts'
import type { Provenance } from '../../source/source.ts'
import { NoHistory } from '../failures.ts'
import type {
  BlockPart,
  ChainHead,
  EvmLog,
  EvmProvider,
  EvmTransaction,
  LogSelector,
  ReadRange,
} from '../provider.ts'
import { hash, lower, parseQuantity, toIso } from '../values.ts'
import { type ChainCall, sendCalls } from './calls.ts'
import { type LogsRead, parseTime, readLogs } from './logs.ts'
import { firstPace, readReceipts } from './receipts.ts'
import { Width } from './width.ts'

/** Reads an EVM chain from one node by JSON-RPC. */
class EvmNode implements EvmProvider {
  readonly #http: Http
  readonly #chain: IndexedChain
  readonly #width: Width
  readonly #pace = firstPace()
  #head: Promise<ChainHead> | null = null
  /** The newest block that the node is known to lack. */
  #pruned = -1

  readonly name: string

  constructor(http: Http, chain: IndexedChain, name: string) {
    this.name = name
    this.#http = http
    this.#chain = chain
    this.#width = new Width(chain.nodeSpan)
  }

  head(): Promise<ChainHead> {
    this.#head ??= this.#fetchHead()
    return this.#head
  }

  /**
   * Estimated from the chain's mean block time, a hundredth earlier: a node has no index of times. On a chain that is
   * not steady the block's own time is looked at, since blocks of earlier months may have come faster.
   */
  async blockAt(seconds: number): Promise<number> {
    const { number } = await this.head()
    const newest = await this.getBlockTime(number)
    let mean = this.#chain.blockSeconds
    for (let margin = this.#chain.isSteady ? 1 : 1.01; ; margin *= 1.01) {
      const block = Math.max(0, number - Math.ceil(((newest - seconds) / mean) * margin))
      if (block === 0 || seconds >= newest || this.#chain.isSteady) return block
      const time = await this.getBlockTime(block)
      if (time <= seconds) return block
      mean = (newest - time) / (number - block)
    }
  }

  async getBlockTime(block: number): Promise<number> {
    return parseTime(this.name, (await this.#callAll([blockCall(toHex(block))])).results[0])
  }

  async *logs(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmLog>> {
    for await (const { read, from_time } of this.#stretches(selectors, range)) {
      const times = await this.#readTimes(read)
      const items = read.logs.map(({ from, log }) => toLog(from, log, times))
      yield { items, from_time, to_block: read.to_block, to_time: read.to_time }
    }
  }

  async *transactions(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmTransaction>> {
    for await (const { read, from_time } of this.#stretches(selectors, range)) {
      const times = await this.#readTimes(read)
      const hashes = new Map(read.logs.map(({ log }) => [lower(pick(log, 'transactionHash')), log]))
      const named = [...hashes.keys()].filter((key): key is string => hash.safeParse(key).success)
      const unnamed = read.logs.filter(
        ({ log }) => !hash.safeParse(lower(pick(log, 'transactionHash'))).success,
      )
      const items = unnamed.map(({ from, log }) => toTransaction(from, { logs: [log] }, times))
      for await (const { from, receipt } of readReceipts(this.#http, this.name, named, this.#pace))
        items.push(toTransaction(from, receipt, times))
      yield { items, from_time, to_block: read.to_block, to_time: read.to_time }
    }
  }

  async *#stretches(selectors: LogSelector[], range: ReadRange) {
    if (range.from_block <= this.#pruned) throw new NoHistory(this.name)
    let next = range.from_block
    try {
      let from_time = await this.getBlockTime(next)
      for await (const read of readLogs(
        this.#http,
        this.name,
        mergeSelectors(selectors),
        range,
        this.#width,
      )) {
        yield { read, from_time }
        from_time = read.to_time
        next = read.to_block + 1
      }
    } catch (error) {
      if (error instanceof NoHistory) this.#pruned = Math.max(this.#pruned, next)
      throw error
    }
  }

  /** Some nodes omit the time from logs: then their blocks are requested for it. */
  async #readTimes({ logs }: LogsRead): Promise<ReadonlyMap<string, number>> {
    const untold = logs.filter(({ log }) => parseQuantity(pick(log, 'blockTimestamp')) === null)
    const blocks = [...new Set(untold.map(({ log }) => String(pick(log, 'blockNumber'))))]
    const times = new Map<string, number>()
    for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
      const batch = blocks.slice(at, at + BLOCKS_AT_ONCE)
      const { results } = await this.#callAll(batch.map(blockCall))
      for (const [i, block] of batch.entries()) times.set(block, parseTime(this.name, results[i]))
    }
    return times
  }

  async #fetchHead(): Promise<ChainHead> {
    const calls = [
      { method: 'eth_chainId', params: [] },
      ...['latest', 'finalized'].map((tag) => blockCall(tag)),
    ]
    const [chain, newest, final] = (await this.#callAll(calls)).results
    const id = `eip155:${parseQuantity(chain)}`
    if (id !== this.#chain.id)
      throw new UpstreamChanged(
        this.name,
        `its chain is ${id} and not ${this.#chain.id}: read from a node of ${this.#chain.name}`,
      )
    const [number, finalNumber] = [
      parseQuantity(pick(newest, 'number')),
      parseQuantity(pick(final, 'number')),
    ]
    if (number === null || finalNumber === null)
      throw new UpstreamChanged(this.name, 'its newest block has no number: run again with --refetch')
    return { number, final: Math.min(number, finalNumber) }
  }

  async #callAll(calls: ChainCall[]) {
    const answer = await sendCalls(this.#http, this.name, calls)
    if (answer) return answer
    throw new UpstreamDown(this.name, `it refuses ${calls.length} calls at once: run again later`)
  }
}

const BLOCKS_AT_ONCE = 10

/** A node of a chain. */
export const evmNode = (http: Http, chain: IndexedChain, address: string): EvmProvider =>
  new EvmNode(http, chain, address)

const blockCall = (block: string): ChainCall => ({ method: 'eth_getBlockByNumber', params: [block, false] })

/** Selectors by first topics alone are one call: the events of one contract do not occur at another. */
function mergeSelectors(selectors: LogSelector[]): LogSelector[] {
  const [plain, others] = [true, false].map((isPlain) =>
    selectors.filter(({ topics }) => (topics.length === 1) === isPlain),
  ) as [LogSelector[], LogSelector[]]
  if (plain.length < 2) return selectors
  const address = [...new Set(plain.flatMap((selector) => selector.address))]
  return [{ address, topics: [[...new Set(plain.flatMap(({ topics }) => topics[0] ?? []))]] }, ...others]
}

const toTransaction = (
  from: Provenance,
  receipt: unknown,
  times: ReadonlyMap<string, number>,
): EvmTransaction => {
  return {
    from,
    block_number:
      parseQuantity(pick(receipt, 'blockNumber')) ??
      parseQuantity(pick(receipt, 'logs', '0', 'blockNumber')) ??
      0,
    hash: lower(pick(receipt, 'transactionHash')),
    sender: lower(pick(receipt, 'from')),
    logs: listAt(receipt, 'logs').map((log) => toLog(from, log, times)),
  }
}

const toLog = (from: Provenance, log: unknown, times: ReadonlyMap<string, number>): EvmLog => ({
  from,
  block_number: parseQuantity(pick(log, 'blockNumber')),
  block_time: toIso(
    parseQuantity(pick(log, 'blockTimestamp')) ?? times.get(String(pick(log, 'blockNumber'))) ?? null,
  ),
  log_index: parseQuantity(pick(log, 'logIndex')),
  transaction_hash: lower(pick(log, 'transactionHash')),
  address: lower(pick(log, 'address')),
  topics: pick(log, 'topics'),
  data: pick(log, 'data'),
})
