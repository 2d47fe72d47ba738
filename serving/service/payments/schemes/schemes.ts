import { EXACT_EVM } from './exact_evm.ts'
import type { PaymentScheme } from './scheme.ts'

/** The schemes that calls can be paid by: one for each kind of chain. */
export const SCHEMES: readonly PaymentScheme[] = [EXACT_EVM]

/** The scheme that is paid by on a network (CAIP-2); undefined where there is none. */
export const schemeOn = (network: string): PaymentScheme | undefined =>
  SCHEMES.find(({ chains }) => chains.test(network))
