import type { Chain } from '../../catalog/chains.ts'
import type { FetchContext, Observation } from '../../source/source.ts'
import type { ChainReading } from '../missing.ts'
import { solanaPortal } from '../portal/solana.ts'
import type { SolanaTransfer } from '../provider.ts'
import { blocksOf, walk } from '../read_chains.ts'
import { placeOf } from '../values.ts'
import { daysOf, firstOfDay } from './days.ts'

/** Returns the reading of x402 on Solana: USDC transfers in transactions whose fee a known facilitator paid. */
export function solanaPayments(context: FetchContext, chain: Chain, usdc: string): ChainReading {
  const provider = solanaPortal(context.http, chain)
  const feePayers = context.catalog.facilitators
    .map(({ address }) => address)
    .filter(isSolana)
    .sort()
  const rowsOf = (transfer: SolanaTransfer): Observation[] =>
    transfer.mint === usdc ? [{ from: transfer.from, row: toRow(chain, transfer) }] : []
  return {
    ...{ chain, provider, ...daysOf(chain), until: context.until },
    earlier: blocksOf(chain, context.earlierBlocks),
    first: (head) => firstOfDay(provider, head, chain, context.until),
    read: (range) => walk(provider.transfers(feePayers, range), range, rowsOf),
  }
}

const isSolana = (address: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)

const toRow = ({ id }: Chain, transfer: SolanaTransfer): Record<string, unknown> => ({
  chain: id,
  asset: transfer.mint,
  ...placeOf(transfer),
  ...{ kind: 'payment', method: 'solana', payer: transfer.payer, pay_to: transfer.pay_to },
  ...{ amount: transfer.amount, relayer: transfer.fee_payer, channel: null },
})
