import type { PaymentScheme } from './schemes/scheme.ts'
import { SCHEMES } from './schemes/schemes.ts'

const NETWORKS = SCHEMES.flatMap(({ networks }) => networks)

/** The CAIP-2 id of a network that a scheme pays on, in either version's name; null for what is neither. */
export function caip2Of(name: string, { chains, networks }: PaymentScheme): string | null {
  if (chains.test(name)) return name
  return networks.find((network) => network.name === name)?.id ?? null
}

/** What version 1 calls a network; one without such a name keeps its CAIP-2 id. */
export const v1NameOf = (id: string): string => NETWORKS.find((network) => network.id === id)?.name ?? id

/** Whether what is paid on a network is worth nothing. */
export const isTestNetwork = (id: string): boolean =>
  NETWORKS.some((network) => network.id === id && network.isTest)
