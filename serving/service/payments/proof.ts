import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Payment, PaymentKey } from './payment.ts'
import { PaymentMalformed, twoIdentifiers } from './payment_header.ts'

/** The header that carries a retry token, in answers and in requests. */
export const RETRY_TOKEN = 'Payment-Retry-Token'

/**
 * A caller's proof beside the payment. Once a payment is settled anybody can read its authorization and signature on
 * the chain, so these alone prove nothing.
 */
export interface Proof {
  /** The id of the payment: of x402's extension or of `Idempotency-Key`, which is the same; in A2A else its task. */
  secret: string | null
  /** The token of an earlier answer. */
  token: string | null
}

/** The first sender's proof in the ledger. */
type ProvenRow = PaymentKey & { proof_sha256: string | null }

/** Long enough not to be guessed; the characters and lengths of the payment-identifier extension of x402. */
const SECRET = /^[A-Za-z0-9_-]{16,128}$/

/** Returns the proof in a call. Throws PaymentMalformed, or HttpError 400 for two ids. */
export function readPaymentProof(header: (name: string) => string | null, { identifier }: Payment): Proof {
  const key = header('Idempotency-Key')
  if (key !== null && !SECRET.test(key))
    throw new PaymentMalformed(
      'Idempotency-Key must have 16 to 128 letters, digits, hyphens or underscores that nobody can guess, such as a UUID.',
    )
  if (identifier !== null && key !== null && identifier !== key) throw twoIdentifiers()
  return { secret: identifier ?? key, token: header(RETRY_TOKEN) }
}

/** Returns the hash under which a secret is stored; null for none. */
export const proofHash = ({ secret }: Proof): string | null =>
  secret === null ? null : createHash('sha256').update(secret).digest('hex')

/** Returns the token for requesting the same answer again. It is derived, and stored nowhere. */
export const createRetryToken = (key: string, { network, asset, payer, nonce }: PaymentKey): string =>
  createHmac('sha256', key).update(`retry ${network} ${asset} ${payer} ${nonce}`).digest('base64url')

/** True if a proof is that of the first sender of a payment. */
export function isSender(proof: Proof, row: ProvenRow, key: string): boolean {
  const hash = proofHash(proof)
  const showsSecret = hash !== null && row.proof_sha256 !== null && isEqual(hash, row.proof_sha256)
  return showsSecret || (proof.token !== null && isEqual(proof.token, createRetryToken(key, row)))
}

const isEqual = (text: string, other: string): boolean => {
  const [a, b] = [Buffer.from(text), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
