interface Network {
  /** CAIP-2. */
  id: string
  /** What version 1 of x402 calls it. */
  name: string
  isTest: boolean
}

const NETWORKS: readonly Network[] = [
  { id: 'eip155:8453', name: 'base', isTest: false },
  { id: 'eip155:84532', name: 'base-sepolia', isTest: true },
  { id: 'eip155:1', name: 'ethereum', isTest: false },
  { id: 'eip155:11155111', name: 'sepolia', isTest: true },
  { id: 'eip155:137', name: 'polygon', isTest: false },
  { id: 'eip155:80002', name: 'polygon-amoy', isTest: true },
  { id: 'eip155:43114', name: 'avalanche', isTest: false },
  { id: 'eip155:43113', name: 'avalanche-fuji', isTest: true },
]

// The chain of a developer's own machine. Version 1 of x402 has no name for it.
const LOCAL_CHAIN = 'eip155:31337'

/** A token's contract, checksummed, and its EIP-712 domain. */
export interface Token {
  asset: string
  domain: { name: string; version: string }
}

const USDC: Readonly<Record<string, Token>> = {
  'eip155:8453': {
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: { name: 'USD Coin', version: '2' },
  },
  'eip155:84532': {
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    domain: { name: 'USDC', version: '2' },
  },
}

/** USDC on a network (CAIP-2); null where it is not known here. */
export const usdcOf = (id: string): Token | null => USDC[id] ?? null

/** The CAIP-2 id of a network in either version's name; null for what is neither. */
export function caip2Of(name: string): string | null {
  if (/^eip155:[1-9]\d{0,15}$/.test(name)) return name
  return NETWORKS.find((network) => network.name === name)?.id ?? null
}

/** What version 1 calls a network; one without such a name keeps its CAIP-2 id. */
export const v1NameOf = (id: string): string => NETWORKS.find((network) => network.id === id)?.name ?? id

/** The number of a chain, e.g. 8453 of `eip155:8453`. */
export const chainIdOf = (id: string): number => Number(id.slice('eip155:'.length))

/** Whether what is paid on a network is worth nothing. */
export const isTestNetwork = (id: string): boolean =>
  id === LOCAL_CHAIN || NETWORKS.some((network) => network.id === id && network.isTest)
