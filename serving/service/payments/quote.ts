import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { errorReply, type Reply } from '../../../core/interface/reply.ts'
import type { StatefulCall } from '../../handler/stateful_handler.ts'
import { bazaarExtension } from './bazaar.ts'
import type { Sale } from './checkout.ts'
import { isTestNetwork, v1NameOf } from './networks.ts'
import type { Terms } from './payment.ts'
import { EXPOSED_HEADERS, toHeader } from './wire.ts'

const LONGEST_RESOURCE = 2000
const MIME_TYPE = 'application/json'

/**
 * 402 with what the call costs: in the body for clients of x402 version 1, in PAYMENT-REQUIRED for those of version 2.
 * `message` says why it is asked; `release` is the id of the release.
 */
export async function quoteReply(
  call: StatefulCall,
  terms: Terms,
  message: string,
  release: string,
): Promise<Reply> {
  const resource = await resourceOf(call, terms)
  const error = new HttpError(402, 'payment_required', message, {
    body: v1Quote(resource, terms, message),
    headers: {
      'payment-required': toHeader(v2Quote(resource, terms, message, call.endpoint)),
      ...EXPOSED_HEADERS,
    },
  })
  return errorReply(error, release, call.http.method)
}

/** The quote of version 1 by itself, which the payment extension of A2A carries. */
export const quoteOf = async (sale: Sale, terms: Terms, message: string) =>
  v1Quote(await resourceOf(sale, terms), terms, message)

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

interface Resource {
  url: string
  description: string
  mimeType: string
}

const v2Quote = (resource: Resource, terms: Terms, message: string, endpoint: Endpoint) => ({
  x402Version: 2,
  error: message,
  resource,
  accepts: [terms],
  extensions: { 'payment-identifier': PAYMENT_IDENTIFIER, bazaar: bazaarExtension(endpoint) },
})

function v1Quote({ url, ...described }: Resource, terms: Terms, message: string) {
  const { amount, network, ...requirement } = terms
  return {
    x402Version: 1 as const,
    // In place of a code: this is where clients of version 1 look for words.
    error: message,
    accepts: [
      {
        ...requirement,
        network: v1NameOf(network),
        maxAmountRequired: amount,
        resource: url,
        ...described,
      },
    ],
  }
}

async function resourceOf({ endpoint, target, release }: Sale, { network }: Terms): Promise<Resource> {
  const { base_url, world } = await release.info()
  return {
    url: addressOf(base_url, target),
    description: `${endpoint.title}.${caveats(world, network)}`,
    mimeType: MIME_TYPE,
  }
}

// A backslash may stand in a query as it is, but JSON would double it, and the header must stay short.
const addressOf = (baseUrl: string, { pathname, search }: URL): string =>
  `${baseUrl}${pathname}${search}`
    .replaceAll('\\', '%5C')
    .slice(0, LONGEST_RESOURCE)
    .replace(/%[\da-f]?$/i, '')

function caveats(world: string, network: string): string {
  const isTest = isTestNetwork(network)
  const data = world === 'sample' ? ' The data is a made-up sample: pay no real money for it.' : ''
  return `${data}${isTest ? ` ${v1NameOf(network)} is a test network: no real money is paid.` : ''}`
}
