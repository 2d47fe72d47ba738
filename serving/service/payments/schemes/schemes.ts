import { EXACT_EVM } from './exact_evm.ts'
import type { PaymentScheme } from './scheme.ts'

/** The payment schemes: one for each kind of chain. */
export const SCHEMES: readonly PaymentScheme[] = [EXACT_EVM]

/** Returns the scheme of a network (CAIP-2); undefined without one. */
export const schemeOn = (network: string): PaymentScheme | undefined =>
  SCHEMES.find(({ chains }) => chains.test(network))
