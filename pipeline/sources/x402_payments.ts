import { z } from 'zod'
import { NUMBERS } from '../../core/domain/numbers.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { countChains } from '../catalog/chain_totals.ts'
import { chains } from '../catalog/chains.ts'
import { namePaymentChains } from '../chain/chain_texts.ts'
import { estimateRequests } from '../chain/estimate_requests.ts'
import { hasDataset } from '../chain/portal/portal.ts'
import { readChains } from '../chain/read_chains.ts'
import { chainId, natural } from '../chain/values.ts'
import { PAYMENT_LIMITS, toDaySpan } from '../chain/x402/days.ts'
import { evmPayments } from '../chain/x402/evm.ts'
import { solanaPayments } from '../chain/x402/solana.ts'
import { defineSource } from '../source/define_source.ts'

/** An address of an EVM chain in lower case, or of Solana as it is written. */
const account = z.string().regex(/^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)
/** A hash of 32 bytes, or a signature of 64. */
const transaction = z.string().regex(/^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/)

/** Required columns of each event: the parties of a claim's channel are in the event that opened it. */
const NEEDED = {
  payment: ['asset', 'payer', 'pay_to', 'amount'],
  funding: ['asset', 'payer', 'pay_to', 'amount'],
  channel: ['asset', 'payer', 'pay_to', 'channel'],
  claim: ['amount', 'channel'],
} as const

const selectChains = ({ chains }: Pick<Catalog, 'chains'>) => chains.filter(({ x402 }) => x402)

/**
 * Payments by x402 on the chains of the catalogue: transfers by a signed authorization (EIP-3009), through Permit2, out
 * of channels (a claim; a deposit into a channel is no sale), and on Solana those whose fee a known facilitator paid.
 * With them, on EVM chains, plain transfers of USDC back from payees to payers. A day of 450,000 payments on Base and
 * 250,000 on Solana takes about 30 requests. The newest day is read first, then those of the longest window before it.
 */
export default defineSource({
  name: 'x402_payments',
  title: `x402 payments on ${namePaymentChains(chains, countChains('x402'))}, and USDC that recipients sent to payers`,
  docs: 'https://docs.x402.org',
  license: 'Public chain data',
  republished: 'all',
  attribution: 'Public data of the chain that each row names',
  answeredBy: 'chains',
  key: ['chain', 'block_number', 'log_index'],
  isEvents: true,
  // A portal takes some 60 for a day, or some 250 where an answer is one chunk; nodes about 280 for 20,000 payments.
  budget: PAYMENT_LIMITS.requests * selectChains({ chains }).length,
  firstDay: { 'portal.sqd.dev': 30 * NUMBERS.market_days },
  hasPast: true,
  minutes: PAYMENT_LIMITS.minutes,
  split: { items: { perJob: 1, count: async ({ catalog }) => selectChains(catalog).length } },
  probe: { filled: ['asset', 'payer', 'pay_to', 'amount', 'relayer'] },
  row: z
    .object({
      chain: chainId,
      asset: account.nullable(),
      block_number: z.int().min(0),
      log_index: z.int().min(0),
      block_time: z.iso.datetime(),
      transaction_hash: transaction,
      kind: z.enum(['payment', 'funding', 'channel', 'claim']),
      method: z.enum(['eip3009', 'permit2', 'batch', 'solana']).nullable(),
      payer: account.nullable(),
      pay_to: account.nullable(),
      amount: natural.nullable(),
      relayer: account.nullable(),
      channel: z.string().max(66).nullable(),
    })
    .refine(
      (row) => NEEDED[row.kind].every((column) => row[column] !== null),
      'it does not say who paid whom how much',
    ),
  plan: async (context) =>
    estimateRequests(
      context,
      selectChains(context.catalog)
        // Payments, and on EVM chains then transfers back.
        .map((chain) => ({ ...toDaySpan(chain), chain, queries: chain.kind === 'evm' ? 2 : 1 })),
    ),
  fetch: (context) =>
    readChains(
      context.share.items(selectChains(context.catalog)).flatMap((chain) => {
        if (!chain.x402) return []
        const { usdc } = chain.x402
        if (chain.kind === 'evm') return [evmPayments(context, chain, usdc)]
        // The catalogue has no chain of Solana without a dataset.
        return hasDataset(chain) ? [solanaPayments(context, chain, usdc)] : []
      }),
    ),
})
