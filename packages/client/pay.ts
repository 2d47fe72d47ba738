import type { ClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { sameOriginFetch } from './same_origin.ts'

/** The most that one call of the interface costs. */
const MAX = '$0.25'

export interface PayingOptions {
  /** Signer of payments, e.g. an account of viem. */
  wallet: ClientEvmSigner
  /** The most that one call may cost, e.g. `$0.10`. */
  most?: string
  /**
   * Asked before each payment is signed; a text is the reason not to pay, and what it throws stops the payment too. Null
   * pays.
   */
  guard?: () => Promise<string | null>
  /** Asks in the place of the platform's own. */
  fetch?: typeof fetch
}

/**
 * A `fetch` that pays quotes (x402, scheme `exact` on EVM chains) in the dollar tokens that the x402 client knows. A quote or
 * a payment is never taken to the host that another one redirects to.
 */
export function payingFetch({ wallet, most = MAX, guard, ...options }: PayingOptions): typeof fetch {
  const client = new x402Client()
    .register('eip155:*', new ExactEvmScheme(wallet))
    .setSpendControls({ maxAmountPerPayment: most })
  client.onBeforePaymentCreation(async () => {
    const reason = (await guard?.()) ?? null
    if (reason !== null) return { abort: true, reason }
  })
  return wrapFetchWithPayment(sameOriginFetch(options.fetch ?? fetch), client)
}
