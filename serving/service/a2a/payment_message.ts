import { createHash } from 'node:crypto'
import { PAYMENT_EXTENSION } from '../../../core/interface/skills.ts'
import type { Said } from './record.ts'

/** What the metadata of a caller's message says of a payment. */
export type PaymentMessage = { kind: 'submitted'; payload: unknown; hash: string } | { kind: 'rejected' }

const KEY = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const

/** The statuses that the payment extension of A2A knows and that are said here. */
export type PaymentStatus =
  | 'payment-required'
  | 'payment-submitted'
  | 'payment-rejected'
  | 'payment-completed'
  | 'payment-failed'

/** What is said of a payment in the metadata of a message. */
export interface PaymentSaid {
  required?: unknown
  receipts?: unknown[]
  error?: string
}

/** Metadata of a message of ours, as the extension names it. */
export const saidOf = (status: PaymentStatus, said: PaymentSaid = {}): Said => ({
  metadata: {
    [KEY.status]: status,
    ...Object.fromEntries(
      Object.entries(said).map(([name, value]) => [KEY[name as keyof PaymentSaid], value]),
    ),
  },
  extensions: [PAYMENT_EXTENSION],
})

/** What a caller's metadata says of a payment; null when it pays nothing and refuses nothing. */
export function paymentOf(metadata: Readonly<Record<string, unknown>>): PaymentMessage | null {
  const status = metadata[KEY.status]
  if (status === 'payment-rejected') return { kind: 'rejected' }
  if (status !== 'payment-submitted') return null
  const payload = metadata[KEY.payload]
  return { kind: 'submitted', payload, hash: createHash('sha256').update(ordered(payload)).digest('hex') }
}

/** The JSON of a value, the same for every order of keys, for numbers and their strings, and for every case of letters. */
const ordered = (value: unknown): string =>
  (
    JSON.stringify(value, (_key, inner) => (typeof inner === 'number' ? String(inner) : sorted(inner))) ?? ''
  ).toLowerCase()

const sorted = (inner: unknown): unknown =>
  typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : inner
