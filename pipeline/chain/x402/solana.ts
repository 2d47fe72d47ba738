import type { IndexedChain } from '../../catalog/chains.ts'
import type { FetchContext, Observation } from '../../source/source.ts'
import type { ChainReading, RangeRead } from '../missing_ranges.ts'
import type { PortalChain } from '../portal/portal.ts'
import { solanaPortal } from '../portal/solana.ts'
import type { ReadRange, SolanaTransfer } from '../provider.ts'
import { selectBlocks, walk } from '../read_chains.ts'
import { HourCounts, UsualHour } from '../recount/hours.ts'
import { type PaymentRoute, recountHours } from '../recount/recount.ts'
import { pickPlace } from '../values.ts'
import { findFirstBlock, PAYMENT_LIMITS, toDaySpan } from './days.ts'

/** Returns the reading of x402 on Solana: USDC transfers in transactions whose fee a known facilitator paid. */
export function solanaPayments(
  context: FetchContext,
  chain: IndexedChain & PortalChain,
  usdc: string,
): ChainReading {
  const provider = solanaPortal(context.http.limited(PAYMENT_LIMITS), chain)
  const earlier = selectBlocks(chain, context.earlierBlocks)
  const feePayers = context.catalog.facilitators
    .map(({ address }) => address)
    .filter(isSolana)
    .sort()
  const toRows = (transfer: SolanaTransfer): Observation[] =>
    transfer.mint === usdc ? [{ from: transfer.from, row: toRow(chain, transfer) }] : []
  const usual = new UsualHour()
  const route: PaymentRoute = {
    name: provider.name,
    read: (range, counts) =>
      walk(provider.transfers(feePayers, range), range, (transfer) => {
        counts.add(transfer.block_number, transfer.block_time)
        return toRows(transfer)
      }),
  }
  return {
    ...{ chain, provider, earlier, ...toDaySpan(chain), env: context.env },
    ...(context.progress && { progress: context.progress }),
    first: (head) => findFirstBlock({ ...context, chain, provider, earlier }, head),
    read: (range) => readRange({ chain: chain.id, day: context.day, route, usual }, range),
  }
}

/** The chain that is read, and its only route. */
interface PaidChain {
  chain: string
  day: string
  route: PaymentRoute
  usual: UsualHour
}

async function* readRange(
  { chain, day, route, usual }: PaidChain,
  range: ReadRange,
): AsyncGenerator<Observation, RangeRead | null> {
  const payments: Observation[] = []
  const counts = new HourCounts()
  const reading = route.read(range, counts)
  let step = await reading.next()
  for (; !step.done; step = await reading.next()) payments.push(step.value)
  const end = step.value
  if (end === null) return null
  const { added, checks } = await recountHours({
    chain,
    day,
    range,
    end,
    payments,
    counts,
    usual,
    routes: [route],
  })
  yield* payments
  yield* added
  return { ...end, checks }
}

const isSolana = (address: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)

const toRow = ({ id }: IndexedChain, transfer: SolanaTransfer): Record<string, unknown> => ({
  chain: id,
  asset: transfer.mint,
  ...pickPlace(transfer),
  ...{ kind: 'payment', method: 'solana', payer: transfer.payer, pay_to: transfer.pay_to },
  ...{ amount: transfer.amount, relayer: transfer.fee_payer, channel: null },
})
