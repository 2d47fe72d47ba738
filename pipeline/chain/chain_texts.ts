import type { IndexedChain } from '../catalog/chains.ts'

/** Returns the number of chains with the registries of ERC-8004, e.g. `14 of about 25 chains`. */
export function countRegistryChains(chains: readonly IndexedChain[], about: number | null): string {
  return formatShare(chains.filter(({ erc8004 }) => erc8004).length, about)
}

/** Returns the names and number of the chains on which x402 is read, e.g. `Base and Solana (2 of about 12 chains)`. */
export function namePaymentChains(chains: readonly IndexedChain[], about: number | null): string {
  const names = chains.filter(({ x402 }) => x402).map(({ name }) => name)
  return `${joinNames(names)} (${formatShare(names.length, about)})`
}

/** Joins names for a sentence, e.g. `Base, Solana and Polygon`. */
export const joinNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

const formatShare = (count: number, about: number | null): string =>
  about === null ? `${count} ${count === 1 ? 'chain' : 'chains'}` : `${count} of about ${about} chains`
