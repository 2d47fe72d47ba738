import { padHex } from 'viem/utils'
import { z } from 'zod'
import type { UpstreamDown } from '../../core/domain/errors.ts'
import type { Head } from '../chain/block.ts'
import { rangeRead, rangeToRead, readHead } from '../chain/head.ts'
import { type LogsRead, readLogs, untilDown } from '../chain/logs.ts'
import { type Pace, type ReceiptRead, readReceipts } from '../chain/receipts.ts'
import {
  AUTHORIZATION_USED,
  authorizedTransfers,
  TRANSFER,
  transferOf,
  USDC,
  type UsdcTransfer,
} from '../chain/usdc.ts'
import {
  address,
  BASE_CHAIN,
  hash,
  lower,
  natural,
  placeColumns,
  placeOf,
  quantity,
} from '../chain/values.ts'
import type { Http } from '../http/http.ts'
import { pick } from '../pick.ts'
import { type BlockRange, defineSource, type Observation } from '../source.ts'

const BLOCKS_A_DAY = 43_200
const MOST_BLOCKS_A_RUN = 7 * BLOCKS_A_DAY
// Fundings are looked for among the accounts of one stretch: a day and a half, so that a normal day is in one.
const STRETCH = 1.5 * BLOCKS_A_DAY
// Ends a long catch-up before its time does, so that what it has read can be finished and kept.
const MOST_BATCHES = 1000
// Halved three times it is ten, which is what public endpoints take.
const LARGEST_BATCH = 80
// Nodes limit how long a list of topics may be.
const MOST_TOPICS = 500

/** A part of the blocks, read up to and with `to_block`; `failure` says why not to their end. */
interface Read {
  observations: Observation[]
  to_block: number
  failure: UpstreamDown | null
}

/**
 * USDC on Base that moved by a signed authorization, as x402 pays, and plain transfers back from accounts that were
 * paid to accounts that paid. A day of 20,000 payments takes about 280 requests and 60 MB, nearly all for receipts;
 * after missed days, up to seven of them are read at once.
 */
export default defineSource({
  name: 'x402_payments',
  title: 'x402 USDC payments on Base, and USDC that recipients sent to payers',
  docs: 'https://eips.ethereum.org/EIPS/eip-3009',
  license: 'Public chain data',
  key: ['chain', 'block_number', 'log_index'],
  isEvents: true,
  // The batches of receipts, and the ranges of logs with room for narrower ones.
  budget: MOST_BATCHES + 500,
  row: z.object({
    chain: z.literal(BASE_CHAIN),
    asset: z.literal(USDC),
    ...placeColumns,
    kind: z.enum(['payment', 'funding']),
    payer: address,
    pay_to: address,
    amount: natural,
    relayer: address.nullable(),
  }),
  async *fetch({ http, lastBlock }) {
    const head = await readHead(http)
    const range = rangeToRead(head, lastBlock, head.number - BLOCKS_A_DAY + 1, MOST_BLOCKS_A_RUN)
    const pace = { size: LARGEST_BATCH, left: MOST_BATCHES }
    let end = range.from_block - 1
    while (end < range.to_block) {
      const wanted = { from_block: end + 1, to_block: Math.min(end + STRETCH, range.to_block) }
      const { observations, to_block, failure } = await readStretch(http, head, wanted, pace)
      rangeRead(range, lastBlock, to_block, failure)
      yield* observations
      end = to_block
      if (failure) break
    }
    return { from_block: range.from_block, to_block: end, head_block: head.number }
  },
})

/** The payments of a range and the fundings among their accounts, up to the last block for which both are read. */
async function readStretch(http: Http, head: Head, range: BlockRange, pace: Pace): Promise<Read> {
  const used = await untilDown(readLogs(http, { address: USDC, topics: [AUTHORIZATION_USED] }, range))
  const { transactions, unreadable } = transactionsOf(used.read, head)
  const hashes = transactions.map((transaction) => transaction.hash)
  const settled = await untilDown(paymentsIn(readReceipts(http, hashes, pace), head))
  const unread = transactions[settled.read.length]
  const end = unread ? unread.block - 1 : (used.read.at(-1)?.to_block ?? range.from_block - 1)
  const payments = upTo(end, settled.read.flat())
  const fundings = await readFundings(http, head, { ...range, to_block: end }, payments)
  const { to_block } = fundings
  return {
    observations: upTo(to_block, [...unreadable, ...payments, ...fundings.observations]),
    to_block,
    failure: used.failure ?? settled.failure ?? fundings.failure,
  }
}

/** The transactions that hold authorizations, oldest first, each once; a log that does not name its own becomes a row. */
function transactionsOf(read: LogsRead[], head: Head) {
  const blocks = new Map<string, number>()
  const unreadable: Observation[] = []
  for (const { from, logs } of read) {
    for (const log of logs) {
      const transaction = hash.safeParse(lower(pick(log, 'transactionHash')))
      const block = quantity(pick(log, 'blockNumber'))
      if (transaction.success && block !== null) blocks.set(transaction.data, block)
      else unreadable.push({ from, row: toRow('payment', log, null, null, head) })
    }
  }
  const transactions = [...blocks].map(([hash, block]) => ({ hash, block })).sort((a, b) => a.block - b.block)
  return { transactions, unreadable }
}

/** The payments of each receipt; the list of a receipt without any is empty. */
async function* paymentsIn(receipts: AsyncIterable<ReceiptRead>, head: Head): AsyncGenerator<Observation[]> {
  for await (const { from, receipt } of receipts) {
    const logs = pick(receipt, 'logs')
    const relayer = lower(pick(receipt, 'from'))
    yield authorizedTransfers(Array.isArray(logs) ? logs : []).map((transfer) => ({
      from,
      row: toRow('payment', transfer.log, transfer, relayer, head),
    }))
  }
}

/** Plain transfers from those who were paid to those who paid. */
async function readFundings(
  http: Http,
  head: Head,
  range: BlockRange,
  payments: Observation[],
): Promise<Read> {
  const payers = new Set(payments.map(({ row }) => row.payer))
  const paid = [...new Set(payments.map(({ row }) => String(row.pay_to)))].sort()
  const seen = new Set(payments.map(placeKey))
  const observations: Observation[] = []
  let { to_block } = range
  for (let at = 0; at < paid.length; at += MOST_TOPICS) {
    const topics = [TRANSFER, paid.slice(at, at + MOST_TOPICS).map(topicOf)]
    const logs = readLogs(http, { address: USDC, topics }, { ...range, to_block })
    const { read, failure } = await untilDown(fundingsIn(logs, head, payers, seen))
    observations.push(...read.flatMap((part) => part.observations))
    to_block = Math.min(to_block, read.at(-1)?.to_block ?? range.from_block - 1)
    if (failure) return { observations, to_block, failure }
  }
  return { observations, to_block, failure: null }
}

/** Filters as it reads: who was paid may be an exchange, with a hundred thousand transfers a day to others. */
async function* fundingsIn(
  parts: AsyncIterable<LogsRead>,
  head: Head,
  payers: Set<unknown>,
  seen: Set<string>,
): AsyncGenerator<Omit<Read, 'failure'>> {
  for await (const { from, logs, to_block } of parts) {
    const transfers = logs.map((log) => ({ log, transfer: transferOf(log) }))
    const observations = transfers
      .filter(({ transfer }) => transfer === null || payers.has(transfer.to))
      .map(({ log, transfer }) => ({ from, row: toRow('funding', log, transfer, null, head) }))
      .filter((observation) => !seen.has(placeKey(observation)))
    yield { observations, to_block }
  }
}

const topicOf = (account: string): string => padHex(account as `0x${string}`, { size: 32 })

const placeKey = ({ row }: Observation): string => `${row.block_number} ${row.log_index}`

const upTo = (block: number, observations: Observation[]): Observation[] =>
  observations.filter(({ row }) => !(Number(row.block_number) > block))

function toRow(
  kind: 'payment' | 'funding',
  log: unknown,
  transfer: UsdcTransfer | null,
  relayer: unknown,
  head: Head,
): Record<string, unknown> {
  return {
    chain: BASE_CHAIN,
    asset: lower(pick(log, 'address')),
    ...placeOf(log, head),
    kind,
    payer: transfer?.from ?? null,
    pay_to: transfer?.to ?? null,
    amount: transfer?.amount ?? null,
    relayer,
  }
}
