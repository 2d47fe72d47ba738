import { createHash } from 'node:crypto'
import { PAYMENT_EXTENSION } from '../../../core/interface/skills.ts'
import type { MessageMetadata } from './record.ts'

/** The payment part of a caller's message metadata. */
export type PaymentMessage = { kind: 'submitted'; payload: unknown; hash: string } | { kind: 'rejected' }

const KEY = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const

/** The statuses of A2A's payment extension that are used here. */
export type PaymentStatus =
  | 'payment-required'
  | 'payment-submitted'
  | 'payment-rejected'
  | 'payment-completed'
  | 'payment-failed'

/** Payment fields in the metadata of a message. */
export interface PaymentFields {
  required?: unknown
  receipts?: unknown[]
  error?: string
}

/** Returns metadata of a payment status, under the extension's names. */
export const paymentMetadata = (status: PaymentStatus, fields: PaymentFields = {}): MessageMetadata => ({
  metadata: {
    [KEY.status]: status,
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [KEY[name as keyof PaymentFields], value]),
    ),
  },
  extensions: [PAYMENT_EXTENSION],
})

/** Returns the payment in a caller's metadata; null if it neither pays nor rejects. */
export function readPayment(metadata: Readonly<Record<string, unknown>>): PaymentMessage | null {
  const status = metadata[KEY.status]
  if (status === 'payment-rejected') return { kind: 'rejected' }
  if (status !== 'payment-submitted') return null
  const payload = metadata[KEY.payload]
  return {
    kind: 'submitted',
    payload,
    hash: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
  }
}

/** Returns canonical JSON: the same for any order of keys, for numbers and their strings, and for any case. */
const canonicalJson = (value: unknown): string =>
  (
    JSON.stringify(value, (_key, inner) => (typeof inner === 'number' ? String(inner) : sortKeys(inner))) ??
    ''
  ).toLowerCase()

const sortKeys = (inner: unknown): unknown =>
  typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : inner
