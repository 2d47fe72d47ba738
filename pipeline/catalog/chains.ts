import { z } from 'zod'
import {
  amountCell,
  blockCell,
  chainAddressCell,
  chainIdCell,
  emptyAsNull,
  flagCell,
  httpsCell,
  httpsListCell,
  textCell,
} from './cells.ts'
import { curatedFile, readCurated } from './curated_file.ts'

/** A chain that is read, and its contracts. */
export interface IndexedChain {
  /** Its CAIP-2 id. */
  id: string
  name: string
  /** Its native coin, which fees are paid in, e.g. `ETH`. */
  coin: string
  kind: 'evm' | 'solana'
  /** Its name at the SQD Portal; null where only nodes have it. */
  dataset: string | null
  /** Its block explorer, for links. */
  explorer: string
  /** Seconds between two blocks, or the mean where they vary. */
  blockSeconds: number
  /** True if blocks are exactly that far apart. */
  isSteady?: true
  /** Public JSON-RPC addresses, in the order of use when the portal does not answer. */
  rpc: string[]
  /** The setting with the address of one's own node, which replaces the first of them. */
  nodeSetting?: string
  /** Maximum number of blocks in one call for logs: some nodes cut a longer list without saying so. */
  nodeSpan?: number
  /** The first block of the ERC-8004 registries, or null if no source lists it; absent on a chain without them. */
  erc8004?: { firstBlock: number | null }
  /** The USDC token of x402 payments; `isWhole` if all payments are found, not only those of known senders. */
  x402?: { usdc: string; isWhole?: true }
}

/** The registries of ERC-8004: the same addresses on every main chain (github.com/erc-8004/erc-8004-contracts). */
export const IDENTITY_REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
export const REPUTATION_REGISTRY = '0x8004baa17c55a88189ae136b182e5fda19de9b63'

/** Seconds since 1970 before which there was no registry of ERC-8004 on any main chain: 21 January 2026. */
export const FIRST_REGISTRY_TIME = 1_769_000_000

/** The chain has the registries, and no source lists their first block. */
const UNKNOWN = 'unknown'

/** The file of the chains. */
export const CHAINS_FILE = curatedFile({
  name: 'chains.csv',
  row: z
    .object({
      id: chainIdCell,
      name: textCell,
      coin: z.string().regex(/^[A-Z]{2,10}$/, 'must be the symbol of its native coin, e.g. ETH'),
      kind: z.enum(['evm', 'solana'], 'must be evm or solana'),
      dataset: emptyAsNull(textCell),
      explorer: httpsCell,
      block_seconds: amountCell,
      is_steady: flagCell,
      rpc: httpsListCell,
      node_setting: emptyAsNull(z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of a setting')),
      node_span: emptyAsNull(blockCell.pipe(z.number().min(1, 'must be a number of blocks'))),
      erc8004_first_block: emptyAsNull(
        z.union([z.literal(UNKNOWN), blockCell], `must be the number of a block, or ${UNKNOWN}`),
      ),
      x402_usdc: emptyAsNull(chainAddressCell),
      x402_is_whole: flagCell,
      source_url: emptyAsNull(httpsCell),
      note: emptyAsNull(textCell),
    })
    .refine(({ x402_usdc, x402_is_whole }) => x402_usdc !== null || !x402_is_whole, {
      path: ['x402_is_whole'],
      error: 'must be false where x402_usdc is empty',
    })
    .refine(({ dataset, kind, rpc }) => dataset !== null || (kind === 'evm' && rpc.length > 0), {
      path: ['dataset'],
      error:
        'must name a dataset of the portal where no node is listed: otherwise nothing can read the chain',
    }),
  key: ['id'],
})

/** Converts a row of the file to a chain. */
export const toChain = (row: z.output<typeof CHAINS_FILE.row>): IndexedChain => ({
  ...{ id: row.id, name: row.name, coin: row.coin, kind: row.kind },
  ...{ dataset: row.dataset, explorer: row.explorer, blockSeconds: row.block_seconds, rpc: row.rpc },
  ...(row.is_steady && { isSteady: true }),
  ...(row.node_setting !== null && { nodeSetting: row.node_setting }),
  ...(row.node_span !== null && { nodeSpan: row.node_span }),
  ...(row.erc8004_first_block !== null && {
    erc8004: { firstBlock: row.erc8004_first_block === UNKNOWN ? null : row.erc8004_first_block },
  }),
  ...(row.x402_usdc !== null && {
    x402: { usdc: row.x402_usdc, ...(row.x402_is_whole && { isWhole: true }) },
  }),
})

/** The chains that are read, in the order of their file. */
export const chains: IndexedChain[] = readCurated(CHAINS_FILE).map(toChain)
