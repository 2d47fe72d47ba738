import type { PaymentScheme } from './schemes/scheme.ts'
import { SCHEMES } from './schemes/schemes.ts'

const NETWORKS = SCHEMES.flatMap(({ networks }) => networks)

/** Returns the CAIP-2 id of a network that a scheme pays on, from either version's name; null for other text. */
export function toCaip2(name: string, { chains, networks }: PaymentScheme): string | null {
  if (chains.test(name)) return name
  return networks.find((network) => network.name === name)?.id ?? null
}

/** Returns the version 1 name of a network; one without such a name has its CAIP-2 id. */
export const toV1Name = (id: string): string => NETWORKS.find((network) => network.id === id)?.name ?? id

/** True if tokens of a network are worth nothing. */
export const isTestNetwork = (id: string): boolean =>
  NETWORKS.some((network) => network.id === id && network.isTest)
