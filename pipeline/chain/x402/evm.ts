import { padHex } from 'viem/utils'
import type { IndexedChain } from '../../catalog/chains.ts'
import type { FetchContext, Observation } from '../../source/source.ts'
import { sortRoutes } from '../census/registry_census.ts'
import { isUpstreamFailure } from '../failures.ts'
import { evmChain, listRoutes } from '../fallback.ts'
import { type ChainReading, type RangeRead, splitRanges } from '../missing_ranges.ts'
import type { EvmLog, EvmProvider, EvmTransaction, ReadRange } from '../provider.ts'
import { selectBlocks, walk } from '../read_chains.ts'
import { countEvents, countMatching } from '../recount/count_events.ts'
import { HourCounts, UsualHour } from '../recount/hours.ts'
import { type HealedBlocks, type RecountInput, type RecountResult, recountHours } from '../recount/recount.ts'
import { NARROW_SPAN } from '../reread.ts'
import { hash, pickPlace } from '../values.ts'
import { findFirstBlock, PAYMENT_LIMITS, toDaySpan } from './days.ts'
import { buildSelectors, decodeEvents, decodeTransfer, TRANSFER, type X402Event } from './evm_payments.ts'

/** A query of the portal is at most 256 KB, and a topic takes 69 bytes of it. */
const MAX_ACCOUNTS = 3000

/** Returns the reading of x402 on an EVM chain: the payments of a range, then transfers back between their accounts. */
export function evmPayments(context: FetchContext, chain: IndexedChain, usdc: string): ChainReading {
  const http = context.http.limited(PAYMENT_LIMITS)
  const routes = listRoutes({ ...context, http }, chain)
  const provider = evmChain(chain, routes)
  const earlier = selectBlocks(chain, context.earlierBlocks)
  const paid: PaidChain = { chain, day: context.day, routes, provider, usdc, usual: new UsualHour() }
  return {
    ...{ chain, provider, earlier, ...toDaySpan(chain), env: context.env },
    ...(context.progress && { progress: context.progress }),
    first: (head) => findFirstBlock({ ...context, chain, provider, earlier }, head),
    read: (range) => readRange(paid, range),
  }
}

/** The chain that is read, and the token of its payments. */
interface PaidChain {
  chain: IndexedChain
  day: string
  routes: EvmProvider[]
  provider: EvmProvider
  usdc: string
  usual: UsualHour
}

/** Both are recorded up to the last block for which both were read. */
async function* readRange(paid: PaidChain, range: ReadRange): AsyncGenerator<Observation, RangeRead | null> {
  const payments: Observation[] = []
  const counts = new HourCounts()
  const end = await collect(readPayments(paid, paid.provider, range, counts), payments)
  if (!end) return null
  const { checks, healed } = await recountPayments(paid, { range, end, payments, counts })
  const fundings: Observation[] = []
  const fundingsEnd = await readFundings(paid, range, end, payments, fundings)
  if (!fundingsEnd) return null
  for (const blocks of healed) await readHealedFundings(paid, blocks, payments, fundings)
  for (const observation of [...payments, ...fundings])
    if (!(Number(observation.row.block_number) > fundingsEnd.to_block)) yield observation
  const failure = end.failure ?? fundingsEnd.failure
  return { ...fundingsEnd, from_time: end.from_time, ...(failure && { failure }), checks }
}

/** Reads the payments of a range by a provider, and counts the events that they are read from. */
const readPayments = (
  { chain, usdc }: PaidChain,
  provider: EvmProvider,
  range: ReadRange,
  counts: HourCounts,
): AsyncGenerator<Observation, RangeRead | null> =>
  walk(provider.transactions(buildSelectors(usdc), range), range, (transaction) => {
    const events = countMatching(buildSelectors(usdc), transaction.logs)
    counts.add(transaction.block_number, transaction.logs[0]?.block_time, events)
    return toRows(chain, transaction, usdc)
  })

/** Checks the payments of a range against second readings, and adds those that were missing. */
async function recountPayments(
  paid: PaidChain,
  first: Pick<RecountInput, 'range' | 'end' | 'counts'> & { payments: Observation[] },
): Promise<RecountResult> {
  const { chain, day, usdc, usual } = paid
  const routes = sortRoutes(paid.routes, first.payments.at(-1)?.from.url ?? '').map((route) => ({
    name: route.name,
    read: (range: ReadRange, counts: HourCounts) => readPayments(paid, route, range, counts),
    count: (range: ReadRange) => countEvents(route, buildSelectors(usdc), range),
  }))
  const result = await recountHours({ ...first, chain: chain.id, day, routes, usual })
  for (const observation of result.added) first.payments.push(observation)
  return result
}

/** Reads the plain transfers of blocks that had lost logs, by the route that had them. */
async function readHealedFundings(
  paid: PaidChain,
  { range, route }: HealedBlocks,
  payments: Observation[],
  into: Observation[],
): Promise<void> {
  const provider = paid.routes.find(({ name }) => name === route.name) ?? paid.provider
  const seen = new Set(into.map(({ row }) => placeKey(row)))
  for (const span of splitRanges([range], NARROW_SPAN)) {
    const found: Observation[] = []
    const whole = { to_block: span.to_block, from_time: 0, to_time: 0 }
    try {
      await readFundings(
        { ...paid, provider },
        { ...span, isAgain: true, isHistory: true },
        whole,
        payments,
        found,
      )
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
    }
    into.push(...found.filter(({ row }) => !seen.has(placeKey(row))))
  }
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
