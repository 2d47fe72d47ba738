/** A chain that is read, and what stands on it. */
export interface Chain {
  /** Its CAIP-2 id. */
  id: string
  name: string
  kind: 'evm' | 'solana'
  /** Its name at the SQD Portal. */
  dataset: string
  /** The site that shows its contracts and tokens to people. */
  explorer: string
  /** Seconds between two blocks, or the mean where they vary. */
  blockSeconds: number
  /** Whether blocks are exactly that far apart. */
  isSteady?: true
  /** Public JSON-RPC addresses, in the order in which they are asked when the portal does not answer. */
  rpc: string[]
  /** The setting with the address of a node of one's own, which stands in for the first of them. */
  nodeSetting?: string
  /** Where the registries of ERC-8004 stand; their first block, or null where nobody has listed it. */
  erc8004?: { firstBlock: number | null }
  /** Where x402 is read, the token that its payments are counted in, and whether each payment is found, whoever sent it. */
  x402?: { usdc: string; isWhole?: true }
}

/** The registries of ERC-8004: the same addresses on every main chain (github.com/erc-8004/erc-8004-contracts). */
export const IDENTITY_REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
export const REPUTATION_REGISTRY = '0x8004baa17c55a88189ae136b182e5fda19de9b63'

/** Seconds since 1970 before which there was no registry of ERC-8004 on any main chain: 21 January 2026. */
export const REGISTRIES_SINCE = 1_769_000_000

/**
 * Base comes first, since most is known of it. First blocks of the registries: agent0lab/subgraph, config/networks at
 * 909a9d45. USDC: the lists of the x402 facilitators and Circle's own.
 */
export const chains: Chain[] = [
  {
    ...{ id: 'eip155:8453', name: 'Base', kind: 'evm', dataset: 'base-mainnet', blockSeconds: 2 },
    explorer: 'https://basescan.org',
    isSteady: true,
    rpc: ['https://mainnet.base.org', 'https://base-rpc.publicnode.com', 'https://base.drpc.org'],
    nodeSetting: 'BASE_RPC_URL',
    erc8004: { firstBlock: 41_663_799 },
    x402: { usdc: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', isWhole: true },
  },
  {
    ...{ id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', kind: 'solana' },
    ...{ dataset: 'solana-mainnet', blockSeconds: 0.4, rpc: [] },
    explorer: 'https://solscan.io',
    x402: { usdc: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' },
  },
  {
    ...{ id: 'eip155:137', name: 'Polygon', kind: 'evm', dataset: 'polygon-mainnet', blockSeconds: 2 },
    explorer: 'https://polygonscan.com',
    rpc: ['https://polygon-bor-rpc.publicnode.com'],
    erc8004: { firstBlock: 82_458_528 },
    x402: { usdc: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', isWhole: true },
  },
  {
    ...{ id: 'eip155:1', name: 'Ethereum', kind: 'evm', dataset: 'ethereum-mainnet', blockSeconds: 12 },
    explorer: 'https://etherscan.io',
    rpc: ['https://ethereum-rpc.publicnode.com'],
    erc8004: { firstBlock: 24_339_924 },
  },
  {
    ...{ id: 'eip155:56', name: 'BNB Chain', kind: 'evm', dataset: 'binance-mainnet', blockSeconds: 0.75 },
    explorer: 'https://bscscan.com',
    rpc: ['https://bsc-rpc.publicnode.com'],
    erc8004: { firstBlock: 79_031_671 },
  },
  {
    ...{ id: 'eip155:42161', name: 'Arbitrum One', kind: 'evm', dataset: 'arbitrum-one', blockSeconds: 0.25 },
    explorer: 'https://arbiscan.io',
    rpc: ['https://arbitrum-one-rpc.publicnode.com'],
    erc8004: { firstBlock: null },
  },
  {
    ...{ id: 'eip155:10', name: 'Optimism', kind: 'evm', dataset: 'optimism-mainnet', blockSeconds: 2 },
    explorer: 'https://optimistic.etherscan.io',
    isSteady: true,
    rpc: ['https://optimism-rpc.publicnode.com'],
    erc8004: { firstBlock: null },
  },
  {
    ...{ id: 'eip155:143', name: 'Monad', kind: 'evm', dataset: 'monad-mainnet', blockSeconds: 0.4 },
    explorer: 'https://monadscan.com',
    rpc: ['https://rpc.monad.xyz'],
    erc8004: { firstBlock: 52_952_898 },
  },
]
