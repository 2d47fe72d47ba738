import { toV1Name } from './networks.ts'
import { EXPOSED_HEADERS, toHeader } from './wire.ts'

/** Returns the receipt headers of a client: one for each version, the same but for the network's name. */
export function receiptHeaders(receipt: {
  payer: string
  transaction: string
  /** CAIP-2. */
  network: string
}): Record<string, string> {
  const { payer, transaction, network } = receipt
  return {
    'payment-response': toHeader({ success: true, payer, transaction, network }),
    'x-payment-response': toHeader({ success: true, payer, transaction, network: toV1Name(network) }),
    ...EXPOSED_HEADERS,
  }
}
