import { padHex } from 'viem/utils'
import type { IndexedChain } from '../../catalog/chains.ts'
import type { FetchContext, Observation } from '../../source/source.ts'
import { evmChain } from '../fallback.ts'
import type { ChainReading, RangeRead } from '../missing_ranges.ts'
import type { EvmLog, EvmProvider, EvmTransaction, ReadRange } from '../provider.ts'
import { selectBlocks, walk } from '../read_chains.ts'
import { hash, pickPlace } from '../values.ts'
import { findFirstBlock, PAYMENT_LIMITS, toDaySpan } from './days.ts'
import { buildSelectors, decodeEvents, decodeTransfer, TRANSFER, type X402Event } from './evm_payments.ts'

/** A query of the portal is at most 256 KB, and a topic takes 69 bytes of it. */
const MAX_ACCOUNTS = 3000

/** Returns the reading of x402 on an EVM chain: the payments of a range, then transfers back between their accounts. */
export function evmPayments(context: FetchContext, chain: IndexedChain, usdc: string): ChainReading {
  const http = context.http.limited(PAYMENT_LIMITS)
  const provider = evmChain({ ...context, http }, chain)
  return {
    ...{ chain, provider, ...toDaySpan(chain), until: context.until, env: context.env },
    earlier: selectBlocks(chain, context.earlierBlocks),
    first: (head) => findFirstBlock(provider, head, chain, context.until),
    read: (range) => readRange({ chain, provider, usdc }, range),
  }
}

/** The chain that is read, and the token of its payments. */
interface PaidChain {
  chain: IndexedChain
  provider: EvmProvider
  usdc: string
}

/** Both are recorded up to the last block for which both were read. */
async function* readRange(paid: PaidChain, range: ReadRange): AsyncGenerator<Observation, RangeRead | null> {
  const { chain, provider, usdc } = paid
  const payments: Observation[] = []
  const transactions = provider.transactions(buildSelectors(usdc), range)
  const end = await collect(
    walk(transactions, range, (transaction) => toRows(chain, transaction, usdc)),
    payments,
  )
  if (!end) return null
  const fundings: Observation[] = []
  const fundingsEnd = await readFundings(paid, range, end, payments, fundings)
  if (!fundingsEnd) return null
  for (const observation of [...payments, ...fundings])
    if (!(Number(observation.row.block_number) > fundingsEnd.to_block)) yield observation
  const failure = end.failure ?? fundingsEnd.failure
  return { ...fundingsEnd, from_time: end.from_time, ...(failure && { failure }) }
}

/** Reads plain transfers from payees to payers. */
async function readFundings(
  { chain, provider, usdc }: PaidChain,
  range: ReadRange,
  paymentsEnd: RangeRead,
  payments: Observation[],
  into: Observation[],
): Promise<RangeRead | null> {
  const sales = payments.filter(({ row }) => row.kind === 'payment')
  const payers = new Set(sales.map(({ row }) => row.payer))
  const paid = [...new Set(sales.map(({ row }) => String(row.pay_to)))].sort()
  const seen = new Set(sales.map(({ row }) => placeKey(row)))
  const toFunding = (log: EvmLog): Observation[] => {
    const transfer = decodeTransfer(log)
    const isFunding = transfer === null || (payers.has(transfer.pay_to) && !seen.has(placeKey(log)))
    return isFunding
      ? [{ from: log.from, row: toRow(chain, { ...FUNDING, ...transfer, log, kind: 'funding' }, null) }]
      : []
  }
  let end: RangeRead | null = paymentsEnd
  for (let at = 0; at < paid.length && end; at += MAX_ACCOUNTS) {
    const topics = [[TRANSFER], paid.slice(at, at + MAX_ACCOUNTS).map(toTopic)]
    const fundingRange: ReadRange = { ...range, to_block: end.to_block }
    end = await collect(
      walk(provider.logs([{ address: [usdc], topics }], fundingRange), fundingRange, toFunding),
      into,
    )
  }
  return end
}

const FUNDING = {
  ...{ kind: 'funding', method: null, channel: null },
  ...{ asset: null, payer: null, pay_to: null, amount: null },
} as const

async function collect<T, End>(items: AsyncGenerator<T, End>, into: T[]): Promise<End> {
  for (;;) {
    const step = await items.next()
    if (step.done) return step.value
    into.push(step.value)
  }
}

const toTopic = (account: string): string => padHex(account as `0x${string}`, { size: 32 })

const placeKey = ({ block_number, log_index }: { block_number?: unknown; log_index?: unknown }): string =>
  `${block_number} ${log_index}`

/** Converts a transaction to rows; logs without a transaction hash are one row without parties, for quarantine. */
function toRows(chain: IndexedChain, transaction: EvmTransaction, usdc: string): Observation[] {
  const { from, sender, hash: named, logs } = transaction
  const [first] = logs
  if (first && !hash.safeParse(named).success)
    return [{ from, row: toRow(chain, { log: first, ...FUNDING, kind: 'payment' }, sender) }]
  return decodeEvents(transaction, usdc).map((event) => ({ from, row: toRow(chain, event, sender) }))
}

type Event = Omit<X402Event, 'kind' | 'method'> & {
  kind: X402Event['kind'] | 'funding'
  method: X402Event['method'] | null
}

const toRow = (
  { id }: IndexedChain,
  { log, ...event }: Event,
  relayer: unknown,
): Record<string, unknown> => ({
  chain: id,
  asset: event.asset ?? (event.kind === 'claim' ? null : log.address),
  ...pickPlace(log),
  ...{ kind: event.kind, method: event.method },
  ...{ payer: event.payer, pay_to: event.pay_to, amount: event.amount },
  relayer,
  channel: event.channel,
})
