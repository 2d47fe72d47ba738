import { createHash } from 'node:crypto'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { canonicalQuery } from '../../../core/interface/query.ts'
import { decodedSegment } from '../../handler/router.ts'
import type { Payment, Terms } from './payment.ts'
import type { PaymentFault } from './payment_fault.ts'
import type { PaymentClaim } from './payment_row.ts'
import { type Proof, proofHash } from './proof.ts'
import type { PaymentScheme } from './schemes/scheme.ts'

/** Minimum seconds needed to settle a payment. */
export const SPARE_SECONDS = 6
/** Maximum seconds that a payer's clock may be ahead. */
const SKEW_SECONDS = 600

/**
 * Returns the canonical text of a request: method, the endpoint's path with the decoded values in it, and the
 * endpoint's query parameters in the order of their names, lists in canonical form.
 */
export function canonicalRequest(endpoint: Endpoint, target: URL): string {
  const query = canonicalQuery(endpoint.parameters, target.searchParams)
  return `${endpoint.method} ${canonicalPath(endpoint, target)}${query.size === 0 ? '' : `?${query}`}`
}

/** Returns the endpoint's path with the values of an address in it, each in canonical form. */
export function canonicalPath({ path }: Endpoint, target: URL): string {
  const segments = target.pathname.split('/')
  return path
    .split('/')
    .map((segment, at) => (segment.startsWith('{') ? respell(segments[at] ?? '') : segment))
    .join('/')
}

/** Returns the address of a GET endpoint with these parameters, as REST writes it; unknown ones are omitted. */
export function buildTarget({ path, parameters }: Endpoint, given: Readonly<Record<string, string>>): URL {
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((given[name] ?? '').toWellFormed()),
  )
  const target = new URL(named, 'http://localhost')
  for (const { name, in: place } of parameters)
    if (place === 'query' && Object.hasOwn(given, name)) target.searchParams.set(name, given[name] ?? '')
  return target
}

const respell = (segment: string): string => encodeURIComponent(decodedSegment(segment))

/** A payment, its terms, and the scheme. */
export interface OfferedPayment {
  payment: Payment
  terms: Terms
  scheme: PaymentScheme
}

/** Returns the claim of a payment. Its times are checked before, see `mismatch`. */
export function toPaymentClaim(
  { payment, terms, scheme: { spell } }: OfferedPayment,
  endpoint: Endpoint,
  request: string,
  proof: Proof,
): PaymentClaim {
  const { network, accepted, authorization, signature } = payment
  return {
    network,
    // A client of version 1 does not name the token: it means the quoted one.
    asset: spell(accepted?.asset ?? terms.asset),
    payer: spell(authorization.from),
    nonce: spell(authorization.nonce),
    endpoint: endpoint.id,
    request,
    signature_sha256: createHash('sha256').update(spell(signature)).digest('hex'),
    amount: authorization.value,
    pay_to: spell(authorization.to),
    valid_after: Number(authorization.validAfter),
    valid_before: Number(authorization.validBefore),
    proof_sha256: proofHash(proof),
  }
}

/** The mismatch of a payment: a code, and a sentence that says what would fit. */
export interface Mismatch {
  code: PaymentFault
  reason: string
}

/** Returns the mismatch of a payment with the terms; null if it fits. `now` is in Unix seconds. */
export function mismatch({ payment, terms, scheme }: OfferedPayment, now: number): Mismatch | null {
  const { network, accepted, authorization } = payment
  const { to, value, validAfter, validBefore } = authorization
  const isSame = (text: string, other: string) => scheme.spell(text) === scheme.spell(other)
  if (network !== terms.network)
    return createMismatch('NETWORK_MISMATCH', `The payment is for another network. Pay on ${terms.network}.`)
  if (accepted !== null && !isSame(accepted.asset, terms.asset))
    return createMismatch('INVALID_PAYLOAD', `The payment is in another token. Pay with ${terms.asset}.`)
  if (!isSame(to, terms.payTo) || (accepted !== null && !isSame(accepted.payTo, terms.payTo)))
    return createMismatch('INVALID_PAYLOAD', `The payment is to another address. Pay to ${terms.payTo}.`)
  if (BigInt(value) !== BigInt(terms.amount) || (accepted !== null && accepted.amount !== terms.amount))
    return createMismatch(
      'INVALID_AMOUNT',
      `The payment has the wrong amount. Pay exactly ${terms.amount} units of the token.`,
    )
  if (BigInt(validAfter) > BigInt(now))
    return createMismatch('INVALID_PAYLOAD', 'The payment is not valid yet: its validAfter is in the future.')
  if (BigInt(validBefore) < BigInt(now + SPARE_SECONDS))
    return createMismatch(
      'EXPIRED_PAYMENT',
      'The payment has expired, or expires too soon to be settled: its validBefore is too early.',
    )
  // A payment valid for years could stay unknown for years, if its settlement is lost.
  if (BigInt(validBefore) > BigInt(now + terms.maxTimeoutSeconds + SKEW_SECONDS))
    return createMismatch(
      'INVALID_PAYLOAD',
      `The payment is valid for too long: its validBefore may be at most ${terms.maxTimeoutSeconds} seconds from now.`,
    )
  return null
}

const createMismatch = (code: PaymentFault, reason: string): Mismatch => ({ code, reason })
