import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { readValues } from '../../handler/values.ts'
import type { PaidAsk, PaidSkills, PaymentResult } from '../a2a/paid_skills.ts'
import { getCaller } from '../rpc/method.ts'
import { StoreUnavailable } from '../store/database.ts'
import { Checkout, type CheckoutOptions, type CheckoutResult as PaidAtCheckout } from './checkout.ts'
import type { Sale } from './listing.ts'
import { toV1Name } from './networks.ts'
import {
  cutOff,
  getPaidAnswer,
  idConflict,
  pendingError,
  reusedError,
  tooManyOpen,
  uncheckedError,
} from './paid_replies.ts'
import { findFault, type PaymentFault } from './payment_fault.ts'
import { PaymentMalformed, PaymentReader } from './payment_header.ts'
import { readPaymentProof } from './proof.ts'
import { buildQuote } from './quote.ts'
import { buildTarget } from './request.ts'

const PAYLOAD = 'x402.payment.payload'
const PAY = `This call is paid: send the signed payment as ${PAYLOAD} in the metadata of a message to this task, or a Pro key in X-API-Key.`

/** Sells paid answers through the payment extension of A2A, with the checkout and the ledger of REST. */
export function createPaidSkills(options: CheckoutOptions): PaidSkills {
  const { onOutcome } = options
  const checkout = new Checkout(options)
  const reader = new PaymentReader(options.config.scheme)
  return {
    async check(ask) {
      await checkout.admit(toSale(ask))
    },
    async withKey(ask) {
      const sale = toSale(ask)
      const body = await checkout.requireBody(sale)
      const key = await checkout.checkKey(ask.context.http.header('x-api-key'))
      if (key !== 'valid') return key === null ? null : { fault: key }
      onOutcome('pro_key', ask.endpoint)
      const { bytes } = await body(sale.prepare())
      return { text: new TextDecoder().decode(bytes) }
    },
    async quote(ask) {
      const sale = toSale(ask)
      await checkout.requireBody(sale)
      onOutcome('quoted', ask.endpoint)
      return buildQuote(sale, checkout.getTerms(sale.endpoint), PAY)
    },
    async pay(ask, payload, task) {
      const countOutcome = (outcome: string) => onOutcome(outcome, ask.endpoint)
      try {
        const payment = reader.fromJson(payload, PAYLOAD)
        const { http } = ask.context
        const sent = readPaymentProof((name) => http.header(name), payment)
        // The id of a task is known to its caller alone, and its first payment was sent with it.
        const proof = { ...sent, secret: sent.secret ?? `task-${task}` }
        const payer = { proof, address: getCaller(ask.context) }
        return toPaymentResult(await checkout.pay(toSale(ask), payment, payer), countOutcome)
      } catch (error) {
        return toUnpaidResult(error, countOutcome)
      }
    },
  }
}

/** Returns an ask as a call of REST: a payment is bound to the address that it buys there. */
function toSale({ endpoint: id, given, context: { release, today } }: PaidAsk): Sale {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id)
  if (endpoint === undefined) throw new Error(`there is no endpoint ${id}`)
  const target = buildTarget(endpoint, given)
  const path = new Map(Object.entries(given).filter(([name]) => endpoint.path.includes(`{${name}}`)))
  const prepare = () => ({
    endpoint,
    values: readValues(endpoint.parameters, path, target.searchParams),
    ...{ release, today, body: undefined },
  })
  return { endpoint, prepare, target, release }
}

function toPaymentResult(
  { outcome }: PaidAtCheckout,
  countOutcome: (outcome: string) => void,
): PaymentResult {
  switch (outcome.kind) {
    case 'served': {
      countOutcome(outcome.isFirst ? 'first' : 'repeated')
      const { body, transaction } = getPaidAnswer(outcome.row)
      const network = toV1Name(outcome.row.network)
      return {
        kind: 'served',
        text: body,
        receipt: { success: true, transaction, network, payer: outcome.row.payer },
      }
    }
    case 'mismatch':
      countOutcome('refused')
      return failedResult(outcome.code, outcome.reason)
    case 'refused':
      countOutcome('refused')
      return failedResult(findFault(outcome.reason), `The payment was refused: ${outcome.reason}.`)
    case 'reused':
      countOutcome(reusedError().code)
      return failedResult('DUPLICATE_NONCE', reusedError().message)
    case 'cut_off':
      countOutcome(cutOff().code)
      return failedResult('DUPLICATE_NONCE', cutOff().message)
    case 'id_conflict':
      countOutcome(idConflict().code)
      return failedResult('DUPLICATE_NONCE', idConflict().message)
    case 'full':
      countOutcome(tooManyOpen().code)
      return failedResult('PAYMENTS_UNAVAILABLE', tooManyOpen().message)
    case 'pending':
      countOutcome(pendingError().code)
      return { kind: 'pending', message: pendingError().message }
    case 'unavailable':
      countOutcome(uncheckedError().code)
      return { kind: 'unchecked', message: uncheckedError().message }
  }
}

/** Returns an error from before any money could move as a failure; internal and store errors are rethrown. */
function toUnpaidResult(error: unknown, countOutcome: (outcome: string) => void): PaymentResult {
  if (error instanceof PaymentMalformed) {
    countOutcome('refused')
    return failedResult('INVALID_PAYLOAD', error.message)
  }
  if (error instanceof HttpError) {
    countOutcome(error.code)
    return failedResult(
      UNAVAILABLE.has(error.status) ? 'PAYMENTS_UNAVAILABLE' : 'INVALID_REQUEST',
      error.message,
    )
  }
  countOutcome(error instanceof StoreUnavailable ? uncheckedError().code : 'fault')
  throw error
}

/** The request is valid: it can be sent again, later. */
const UNAVAILABLE: ReadonlySet<number> = new Set([429, 503])

const failedResult = (code: PaymentFault, message: string): PaymentResult => ({
  kind: 'failed',
  code,
  message,
})
