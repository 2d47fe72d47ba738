import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { ServedRelease } from '../../../serving/handler/served_release.ts'
import type { StatefulCall } from '../../../serving/handler/stateful_handler.ts'
import type { PaymentConfig } from '../../../serving/service/config.ts'
import { bazaarExtension } from '../../../serving/service/payments/bazaar.ts'
import type { Listing, Payment } from '../../../serving/service/payments/payment.ts'
import { PaymentReader } from '../../../serving/service/payments/payment_header.ts'
import { EXACT_EVM } from '../../../serving/service/payments/schemes/exact_evm.ts'
import { computeTerms } from '../../../serving/service/payments/terms.ts'

export const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const PAY_TO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Payments on Base. */
export const config: PaymentConfig = {
  scheme: EXACT_EVM,
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  extra: { name: 'USD Coin', version: '2' },
  payTo: PAY_TO,
  maxTimeoutSeconds: 300,
  facilitatorUrl: null,
  facilitatorToken: null,
  rpcUrl: null,
  isSample: false,
}

export const endpoint = (id: string): Endpoint => ENDPOINTS.find((endpoint) => endpoint.id === id) as Endpoint

export const terms = computeTerms(endpoint('find_full'), config)

const signature = `0x${'cd'.repeat(65)}`
const authorization = {
  from: PAYER,
  to: PAY_TO,
  value: terms.amount,
  validAfter: '0',
  validBefore: '2000000000',
  nonce: `0x${'ab'.repeat(32)}`,
}

/** A payment that fits the terms; its signature is nobody's. */
export const payment: Payment = {
  version: 2,
  network: terms.network,
  accepted: { asset: terms.asset, amount: terms.amount, payTo: terms.payTo },
  ...{ authorization, signature, payload: { signature, authorization } },
  identifier: null,
}

export const reader = new PaymentReader(EXACT_EVM)

/** The listing of find/full in a payment. */
export const listing: Listing = {
  resource: {
    url: 'https://assay.example/api/agents/find/full',
    description: 'A ranked list.',
    mimeType: 'application/json',
    serviceName: 'Assay',
    tags: ['trust'],
  },
  extensions: { bazaar: bazaarExtension(endpoint('find_full')) },
}

/** A call of find/full, e.g. with `/api/agents/find/full?q=weather`, over a release that holds its facts alone. */
export function createCall(target: string, info: { base_url?: string; world?: string } = {}): StatefulCall {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ base_url: 'https://assay.example', world: 'live', ...info }),
  )
  const read = async () => ({ bytes, contentType: 'application/json', sha256: '0'.repeat(64) })
  const about = {} as ServedRelease['reader']['about']
  return {
    http: { method: 'GET', url: target, header: () => null, body: async () => new Uint8Array() },
    endpoint: endpoint('find_full'),
    prepare: () => {
      throw new Error('a quote prepares nothing')
    },
    target: new URL(target, 'http://localhost'),
    today: '2026-01-02',
    release: new ServedRelease({ id: 'r1', manifestSha256: '0'.repeat(64), about, read }),
  }
}

/** The address of a server on the loopback that answers so until the test is over. */
export async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Encodes a value for an x402 header. */
export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
