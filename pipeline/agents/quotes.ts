import type { Visit } from '../http/guarded.ts'
import { pick } from '../source/pick.ts'
import { toList, toText } from './text.ts'

const MAX_QUOTES = 20

/** One way to pay that an x402 answer offers, as it was written. */
export interface ObservedQuote {
  network: string | null
  asset: string | null
  pay_to: string | null
  /** In atomic units. */
  amount: string | null
}

/** The parts of an answer that can have a quote. */
type PaymentAnswer = Pick<Visit, 'status' | 'headers' | 'json'>

/** Reads the payment options of a 402 answer: from a header in x402 version 2, from the body in version 1. */
export function readQuotes({ status, headers, json }: PaymentAnswer): ObservedQuote[] {
  if (status !== 402) return []
  const stated = decodeHeader(headers['payment-required'])
  const accepts = pick(stated, 'accepts') ?? pick(json, 'accepts')
  return toList(accepts, MAX_QUOTES)
    .map((offer) => ({
      network: toText(pick(offer, 'network'), 100),
      asset: toText(pick(offer, 'asset'), 100),
      pay_to: toText(pick(offer, 'payTo'), 100),
      amount: toText(pick(offer, 'amount') ?? pick(offer, 'maxAmountRequired'), 100),
    }))
    .filter(({ pay_to }) => pay_to !== null)
}

function decodeHeader(header: string | undefined): unknown {
  if (!header) return null
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString())
  } catch {
    return null
  }
}
