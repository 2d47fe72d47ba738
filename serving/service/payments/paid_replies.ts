import { HttpError } from '../../../core/interface/errors.ts'
import { contentReply, type Reply } from '../../../core/interface/reply.ts'
import { ANSWER_AGAIN_MS, type PaymentRow } from './payment_row.ts'
import { MAX_OPEN_PAYMENTS } from './payment_slots.ts'
import { RETRY_TOKEN } from './proof.ts'
import { receiptHeaders } from './receipt.ts'
import { EXPOSED_HEADERS } from './wire.ts'

/** Returns the answer owed to a paid row. Throws if it has no answer, which the ledger rules out. */
export function getPaidAnswer({ body, content_type, release_id, transaction_hash }: PaymentRow) {
  if (body === null || content_type === null || release_id === null || transaction_hash === null)
    throw new Error('a paid row of the ledger has no answer')
  return { body, contentType: content_type, releaseId: release_id, transaction: transaction_hash }
}

/** Returns the stored answer with its receipt. It has no entity tag: a paid answer is sent, whatever the caller has. */
export function paidReply(row: PaymentRow, retryToken: string): Reply {
  const { body, contentType, releaseId, transaction } = getPaidAnswer(row)
  const content = { bytes: new TextEncoder().encode(body), contentType, etag: '' }
  const { headers, ...reply } = contentReply(content, 0, releaseId)
  const { etag: _etag, ...ownHeaders } = headers
  const receipt = receiptHeaders({ payer: row.payer, transaction, network: row.network })
  return { ...reply, headers: { ...ownHeaders, ...receipt, ...tokenHeader(retryToken) } }
}

/** The message of a quote for a call without payment and key. */
export const PAY =
  'This call is paid: send a payment in PAYMENT-SIGNATURE (x402 version 2) or X-PAYMENT (version 1), or a Pro key in X-API-Key.'

/** The message of a quote for a key that is not valid. */
export const KEY_FAULTS = {
  unknown: 'This Pro key is unknown. Check that X-API-Key holds the whole key, or pay for this call.',
  revoked: 'The Pro key in X-API-Key was revoked. Use another key, or pay for this call.',
  malformed:
    'X-API-Key does not hold a Pro key, which looks like assay_id.secret. Correct it, or pay for this call.',
}

/** Returns the error for an endpoint whose answer is not available yet. */
export const notForSale = (title: string): HttpError =>
  new HttpError(503, 'not_for_sale', `${title}: this is not available yet, and no payment is taken for it.`)

/** Returns the error of a service without a facilitator or a node. */
export const nothingCanBePaid = (): HttpError =>
  new HttpError(
    503,
    'payments_unavailable',
    'This service takes no payments, because none are configured, and nothing was charged. Use a Pro key in X-API-Key.',
  )

/** Returns the error for a payment that could not be checked. */
export const uncheckedError = (): HttpError =>
  unavailable('The payment could not be checked, and nothing was charged.')

/** Returns the error for a payment that could not be checked or recorded. */
export const unavailable = (sentence: string): HttpError =>
  new HttpError(
    503,
    'payments_unavailable',
    `${sentence} Send the same call with the same payment again later.`,
    {
      headers: { 'retry-after': '10' },
    },
  )

/** Returns the error while money may have moved. The token is for the payment's sender, where the interface has one. */
export const pendingError = (retryToken?: string): HttpError =>
  new HttpError(
    503,
    'payment_pending',
    `It is not known yet whether this payment was settled. Send the same call with the same payment again${retryToken === undefined ? '' : `, with the ${RETRY_TOKEN} of this answer as a header`}, and do not sign a new one: one payment is never charged twice.`,
    {
      headers: {
        'retry-after': '5',
        ...(retryToken === undefined ? {} : { ...tokenHeader(retryToken), ...EXPOSED_HEADERS }),
      },
    },
  )

const tokenHeader = (token: string): Record<string, string> => ({ [RETRY_TOKEN.toLowerCase()]: token })

const MINUTES = ANSWER_AGAIN_MS / 60_000

/** Returns the error for a used payment. Its purchase stays secret: anybody may have read the payment on the chain. */
export const reusedError = (): HttpError => new HttpError(409, 'payment_reused', USED)
const USED = `This payment was already used, or is being settled. Its answer is given again for ${MINUTES} minutes, and only to the same call of its sender: with the payment identifier or Idempotency-Key of the first call, or with the ${RETRY_TOKEN} of an earlier answer. For another call sign a new payment.`

/** Returns the error for an id that belongs to another payment. */
export const idConflict = (): HttpError =>
  new HttpError(
    409,
    'payment_identifier_conflict',
    `This payment was not charged: its payment identifier (or Idempotency-Key) was used before, for another call, another price, or more than ${MINUTES} minutes ago. An identifier stands for one purchase, for a day. For this call take a new identifier.`,
  )

/** Returns the error for a payer with too many open payments. */
export const tooManyOpen = (): HttpError =>
  new HttpError(
    429,
    'too_many_open_payments',
    `This payment was not charged: its payer may have ${MAX_OPEN_PAYMENTS} payments in progress, which its balance must cover together. Send the same call with the same payment again when one of them is done.`,
    { headers: { 'retry-after': '5' } },
  )

/** Returns the error for too many attempts with a used payment. */
export const cutOff = (): HttpError =>
  new HttpError(429, 'too_many_tries', `${USED} There were too many tries with this payment.`, {
    headers: { 'retry-after': String(ANSWER_AGAIN_MS / 1_000) },
  })
