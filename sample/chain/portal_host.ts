import { type HostHandler, jsonResponse } from '../answers.ts'
import { blockAt, getHead, secondsAt } from './blocks.ts'
import { type SampleChain, sampleChain } from './chain.ts'
import { NOT_FINAL } from './log_filter.ts'
import type { PlacedLog, PlacedTransaction } from './transactions.ts'
import { blockHash } from './transactions.ts'

/** The query of a stream, as far as the sample supports it. */
interface Query {
  fromBlock: number
  toBlock: number
  logs?: Selector[]
}

type Selector = Partial<Record<'address' | 'topic0' | 'topic1' | 'topic2' | 'topic3', string[]>> & {
  transactionLogs?: boolean
}

/** Far less than a real portal's, so that the sample is read in parts too. */
const MAX_BLOCKS = 300_000
const PATH =
  /^\/datasets\/base-mainnet\/(head|finalized-head|stream|finalized-stream|timestamps\/(\d{1,12})\/block)$/

/** A portal to the sample's chain: the requested blocks, as newline-delimited JSON. */
export const portalHost: HostHandler = async ({ seed, day, url, request }) => {
  const [, operation = '', seconds] = PATH.exec(url.pathname) ?? []
  const head = getHead(day)
  if (operation === 'head') return jsonResponse(reference(seed, head))
  if (operation === 'finalized-head') return jsonResponse(reference(seed, head - NOT_FINAL))
  if (seconds !== undefined) return jsonResponse({ block_number: firstBlockAt(Number(seconds)) })
  if (operation === '' || request.method !== 'POST')
    return jsonResponse({ error: { code: 'not_found', message: 'not in the sample' } }, 404)
  const newest = operation === 'stream' ? head : head - NOT_FINAL
  return stream(seed, (await request.json()) as Query, newest)
}

const reference = (seed: number, number: number) => ({ number, hash: blockHash(seed, number) })

const firstBlockAt = (seconds: number): number => {
  const blocks = Math.ceil((seconds - secondsAt(blockAt(0))) / (secondsAt(1) - secondsAt(0)))
  return blockAt(0) + blocks
}

function stream(seed: number, { fromBlock, toBlock, logs = [] }: Query, newest: number): Response {
  if (fromBlock > newest) return new Response(null, { status: 204 })
  const last = Math.min(toBlock, newest, fromBlock + MAX_BLOCKS - 1)
  const chain = sampleChain(seed)
  const found = transactionsIn(chain, fromBlock, last).flatMap((transaction) =>
    matchTransaction(transaction, logs),
  )
  const byBlock = Map.groupBy(found, ({ block }) => block)
  // The first and the last block of an answer are always in it.
  const numbers = [...new Set([fromBlock, ...byBlock.keys(), last])].sort((a, b) => a - b)
  const lines = numbers.map((number) => JSON.stringify(toLine(seed, number, byBlock.get(number) ?? [])))
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'application/jsonl' } })
}

const transactionsIn = (chain: SampleChain, from: number, to: number): PlacedTransaction[] =>
  [...chain.byHash.values()].filter(({ block }) => from <= block && block <= to)

/** Returns a transaction with those of its logs that were requested; empty where there are none. */
function matchTransaction(transaction: PlacedTransaction, selectors: Selector[]) {
  const { logs } = transaction.receipt
  const hits = selectors.map((selector) => ({ selector, logs: logs.filter((log) => fits(selector, log)) }))
  const isWhole = hits.some((hit) => hit.selector.transactionLogs && hit.logs.length > 0)
  const requested = new Set(isWhole ? logs : hits.flatMap((hit) => hit.logs))
  return requested.size === 0
    ? []
    : [{ block: transaction.block, transaction, logs: logs.filter((log) => requested.has(log)) }]
}

const fits = (selector: Selector, log: PlacedLog): boolean =>
  (selector.address?.includes(log.address) ?? true) &&
  log.topics.every((topic, i) => selector[`topic${i}` as 'topic0']?.includes(topic) ?? true) &&
  ![1, 2, 3].some((i) => selector[`topic${i}` as 'topic1'] && log.topics.length <= i)

function toLine(seed: number, number: number, found: ReturnType<typeof matchTransaction>) {
  const header = { number, hash: blockHash(seed, number), timestamp: secondsAt(number) }
  if (found.length === 0) return { header }
  return {
    header,
    transactions: found.map(({ transaction }) => ({
      transactionIndex: getIndex(transaction),
      hash: transaction.hash,
      from: transaction.receipt.from,
    })),
    logs: found.flatMap(({ transaction, logs }) =>
      logs.map((log) => ({
        ...{
          logIndex: Number(log.logIndex),
          transactionIndex: getIndex(transaction),
          transactionHash: transaction.hash,
        },
        ...{ address: log.address, topics: log.topics, data: log.data },
      })),
    ),
  }
}

const getIndex = ({ receipt }: PlacedTransaction): number => Number(receipt.transactionIndex)
