import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { errorReply, type Reply } from '../../../core/interface/reply.ts'
import type { StatefulCall } from '../../handler/stateful_handler.ts'
import { bazaarExtension, v1OutputSchema } from './bazaar.ts'
import { describeResource, type Sale } from './listing.ts'
import { toV1Name } from './networks.ts'
import type { SoldResource, Terms } from './payment.ts'
import { EXPOSED_HEADERS, toHeader } from './wire.ts'

/**
 * Returns 402 with the price of the call: in the body for clients of x402 version 1, in PAYMENT-REQUIRED for those of
 * version 2. `message` gives the reason; `release` is the id of the release.
 */
export async function quoteReply(
  call: StatefulCall,
  terms: Terms,
  message: string,
  release: string,
): Promise<Reply> {
  const resource = await describeResource(call, terms)
  const error = new HttpError(402, 'payment_required', message, {
    body: v1Quote(resource, terms, message, call.endpoint),
    headers: {
      'payment-required': toHeader(v2Quote(resource, terms, message, call.endpoint)),
      ...EXPOSED_HEADERS,
    },
  })
  return errorReply(error, release, call.http.method)
}

/** Returns the version 1 quote alone, as the payment extension of A2A carries it. */
export const buildQuote = async (sale: Sale, terms: Terms, message: string) =>
  v1Quote(await describeResource(sale, terms), terms, message, sale.endpoint)

/** Says that a client may send an id of its own, by which it can prove later that a payment is its own. */
const PAYMENT_IDENTIFIER = {
  info: { required: false },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
}

const v2Quote = (resource: SoldResource, terms: Terms, message: string, endpoint: Endpoint) => ({
  x402Version: 2,
  error: message,
  resource,
  accepts: [terms],
  extensions: { 'payment-identifier': PAYMENT_IDENTIFIER, bazaar: bazaarExtension(endpoint) },
})

function v1Quote(resource: SoldResource, terms: Terms, message: string, endpoint: Endpoint) {
  const { url, description, mimeType } = resource
  const { amount, network, ...requirement } = terms
  return {
    x402Version: 1 as const,
    // In place of a code: this is where clients of version 1 look for words.
    error: message,
    accepts: [
      {
        ...requirement,
        network: toV1Name(network),
        maxAmountRequired: amount,
        resource: url,
        ...{ description, mimeType },
        outputSchema: v1OutputSchema(endpoint),
      },
    ],
  }
}
