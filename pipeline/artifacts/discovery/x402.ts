import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { PRO_KEY } from '../../../core/interface/service.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import { worldSentence } from './service_texts.ts'

/** `/.well-known/x402`: the paid endpoints and their prices. It names no network while none is configured. */
export function x402Manifest(info: ReleaseInfo) {
  const paid = ENDPOINTS.filter(({ price }) => price !== null)
  return {
    version: 1,
    resources: paid.filter(({ path }) => !path.includes('{')).map(({ path }) => `${info.base_url}${path}`),
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
        description: 'A Pro key gives access to all paid endpoints without payment per call.',
      },
    ],
    openapi: `${info.base_url}/openapi.json`,
    instructions: instructions(info),
  }
}

function instructions(info: ReleaseInfo): string {
  return [
    'Call a paid endpoint without payment: the 402 response carries the quote, which is authoritative.',
    'This document names no payment network; the quote does.',
    ...(info.world === 'live' ? [] : ['No real money is charged for this data.']),
    ...worldSentence(info),
  ].join(' ')
}
