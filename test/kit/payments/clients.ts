import { randomUUID } from 'node:crypto'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client, x402HTTPClient } from '@x402/fetch'
import type { PrivateKeyAccount } from 'viem/accounts'
import { USDC } from './token.ts'

/** The receipt of a charge, from the seller's header. */
export interface Receipt {
  success: boolean
  transaction: string
  network: string
  payer?: string | undefined
}

/** A buyer built from the packages of x402. */
export interface Buyer {
  version: 1 | 2
  /** Requests, pays the quote and requests again; any other answer than a quote is returned as it is. */
  pay(url: string): Promise<Response>
  /**
   * The headers of a payment for the quote of this address, to be sent by hand, as often as it takes; nothing is paid by
   * this alone.
   */
  sign(url: string): Promise<Record<string, string>>
}

/** A buyer whose payments carry one id; `sent` has the header of each, in order. */
export interface IdentifiedBuyer {
  pay(url: string): Promise<Response>
  sent: readonly Record<string, string>[]
}

// The only chain of the tests that has a name in version 1.
const V1_NETWORK = 'base'
// By default the packages pay in the tokens they know alone, and none of a local chain is among them.
const LOCAL_DOLLARS = {
  allowedAssets: [{ network: 'eip155:31337' as const, asset: USDC, maxAmountPerPayment: '1000000' }],
}

/** A buyer who supports this version of x402 alone; version 1 knows no local chain, but one that calls itself 8453. */
export function buyer(wallet: PrivateKeyAccount, version: 1 | 2): Buyer {
  const client =
    version === 2
      ? new x402Client().register('eip155:*', new ExactEvmScheme(wallet)).setSpendControls(LOCAL_DOLLARS)
      : new x402Client().registerV1(V1_NETWORK, new ExactEvmSchemeV1(wallet))
  const wire = new x402HTTPClient(client)
  const ask = version === 2 ? fetch : withoutHeaderOf2
  return {
    version,
    pay: wrapFetchWithPayment(ask, client),
    async sign(url) {
      const answer = await ask(url)
      if (answer.status !== 402) throw new Error(`${url} answered ${answer.status} and no quote.`)
      const quote = wire.getPaymentRequiredResponse((name) => answer.headers.get(name), await answer.json())
      const payment = wire.encodePaymentSignatureHeader(await wire.createPaymentPayload(quote))
      // Proves later that the payment is its own: the rest is public on the chain.
      return { ...payment, 'Idempotency-Key': randomUUID() }
    },
  }
}

/** A stock client of version 2 with the hook of the extension: each of its payments carries this id. */
export function identifiedBuyer(wallet: PrivateKeyAccount, id: string): IdentifiedBuyer {
  const sent: Record<string, string>[] = []
  const client = new x402Client()
    .register('eip155:*', new ExactEvmScheme(wallet))
    .setSpendControls(LOCAL_DOLLARS)
    .onBeforePaymentCreation(async ({ paymentRequired }) => {
      paymentRequired.extensions ??= {}
      appendPaymentIdentifierToExtensions(paymentRequired.extensions, id)
    })
  const noting: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const payment = request.headers.get('PAYMENT-SIGNATURE')
    if (payment !== null) sent.push({ 'PAYMENT-SIGNATURE': payment })
    return fetch(request)
  }
  return { pay: wrapFetchWithPayment(noting, client), sent }
}

/** The receipt of an answer, in the header of either version; null when it has none. */
export function parseReceipt(answer: Response): Receipt | null {
  const header = answer.headers.get('PAYMENT-RESPONSE') ?? answer.headers.get('X-PAYMENT-RESPONSE')
  return header === null ? null : decodePaymentResponseHeader(header)
}

// Buyers of version 1 do not know the header of version 2; the packages of today do, and would follow it.
const withoutHeaderOf2: typeof fetch = async (input, init) => {
  const { status, headers, body } = await fetch(input, init)
  const known = new Headers(headers)
  known.delete('PAYMENT-REQUIRED')
  return new Response(body, { status, headers: known })
}
