import { HttpError } from '../../handler/errors.ts'
import { contentReply, type Reply } from '../../handler/reply.ts'
import type { Payment } from './payment.ts'
import type { PaymentRow } from './payment_row.ts'
import { receiptHeaders } from './receipt.ts'

/** What a paid row owes. Throws where it has no answer, which the ledger rules out. */
export function owed({ body, content_type, release_id, transaction_hash }: PaymentRow) {
  if (body === null || content_type === null || release_id === null || transaction_hash === null)
    throw new Error('a paid row of the ledger has no answer')
  return { body, contentType: content_type, releaseId: release_id, transaction: transaction_hash }
}

/** The kept answer with its receipt. It has no entity tag: what was paid for is sent, whatever the caller has. */
export function paidReply(row: PaymentRow, { authorization }: Payment): Reply {
  const { body, contentType, releaseId, transaction } = owed(row)
  const content = { bytes: new TextEncoder().encode(body), contentType, etag: '' }
  const { headers, ...reply } = contentReply(content, 0, releaseId)
  const { etag: _etag, ...kept } = headers
  const receipt = receiptHeaders({ payer: authorization.from, transaction, network: row.network })
  return { ...reply, headers: { ...kept, ...receipt } }
}

/** What a quote says to who sent neither payment nor key. */
export const PAY =
  'This call is paid: send a payment in PAYMENT-SIGNATURE (x402 version 2) or X-PAYMENT (version 1), or a Pro key in X-API-Key.'

/** What a quote says of a key that opens nothing. */
export const KEY_FAULTS = {
  unknown: 'No such key was issued: look whether X-API-Key holds the whole Pro key, or pay for this call.',
  revoked: 'The Pro key in X-API-Key was revoked: use another, or pay for this call.',
  malformed:
    'X-API-Key does not hold a Pro key: one looks like assay_id.secret. Mend it, or pay for this call.',
}

/** An endpoint whose answer cannot be made yet. */
export const notForSale = (title: string): HttpError =>
  new HttpError(503, 'not_for_sale', `${title}: this cannot be had yet, and no payment is taken for it.`)

/** A service without a facilitator or a node. */
export const nothingCanBePaid = (): HttpError =>
  new HttpError(
    503,
    'payments_unavailable',
    'No payment can be taken here, and none was: this service has no address to be paid at. A Pro key in X-API-Key opens this call.',
  )

/** Nobody could check the payment. */
export const unchecked = (): HttpError =>
  unavailable('The payment could not be checked, and nothing was charged.')

/** Nobody could check or book the payment. */
export const unavailable = (what: string): HttpError =>
  new HttpError(
    503,
    'payments_unavailable',
    `${what} Send the same call with the same payment again later.`,
    {
      headers: { 'retry-after': '10' },
    },
  )

/** Money may have moved. */
export const pending = (): HttpError =>
  new HttpError(
    503,
    'payment_pending',
    'It is not known yet whether this payment was settled. Send the same call with the same payment again, and do not sign a new one: one payment is never charged twice.',
    { headers: { 'retry-after': '5' } },
  )

/** The payment is bound to something else. */
export const reused = (): HttpError =>
  new HttpError(
    409,
    'payment_reused',
    'This payment was sent before with another call, or with another signature. It buys nothing else: sign a new one for this call.',
  )
