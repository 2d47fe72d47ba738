import { ENDPOINTS } from '../../../interface/endpoints.ts'
import { PRO_KEY } from '../../../interface/service.ts'
import type { Facts } from '../../../views/facts.ts'
import { worldSentence } from './words.ts'

/** `/.well-known/x402`: what is sold, and for how much. It names no network as long as none is configured. */
export function x402Manifest(facts: Facts) {
  const paid = ENDPOINTS.filter(({ price }) => price !== null)
  return {
    version: 1,
    resources: paid.filter(({ path }) => !path.includes('{')).map(({ path }) => `${facts.base_url}${path}`),
    endpoints: paid.map(({ method, path, title, price }) => ({
      method,
      path,
      description: title,
      price: { mode: 'fixed', currency: 'USD', amount: price },
    })),
    alternatives: [
      {
        header: PRO_KEY.header,
        price: { mode: 'monthly', currency: 'USD', amount: PRO_KEY.usdPerMonth },
        description: 'A Pro key opens every paid address without a payment.',
      },
    ],
    openapi: `${facts.base_url}/openapi.json`,
    instructions: instructions(facts),
  }
}

function instructions(facts: Facts): string {
  return [
    'Call a paid address without payment: the 402 that comes back carries the quote, and it decides.',
    'No network is configured here yet, so nothing can be paid.',
    ...(facts.world === 'live' ? [] : ['No real money is taken for this data.']),
    ...worldSentence(facts),
  ].join(' ')
}
