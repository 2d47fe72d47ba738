import type { IndexedChain } from '../catalog/chains.ts'

const COUNTS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Returns the number of chains with the registries of ERC-8004, in words, e.g. `seven chains`. */
export function countRegistryChains(chains: readonly IndexedChain[]): string {
  const count = chains.filter(({ erc8004 }) => erc8004).length
  return `${COUNTS[count] ?? count} ${count === 1 ? 'chain' : 'chains'}`
}

/** Returns the names of the chains on which x402 is read, e.g. `Base, Solana and Polygon`. */
export function namePaymentChains(chains: readonly IndexedChain[]): string {
  const names = chains.filter(({ x402 }) => x402).map(({ name }) => name)
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
}
