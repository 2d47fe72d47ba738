import { HttpError } from '../../../core/interface/errors.ts'
import { contentReply, type Reply } from '../../../core/interface/reply.ts'
import { PAID } from '../../handler/paid.ts'
import type { StatefulCall, StatefulHandler } from '../../handler/stateful_handler.ts'
import { getCaller } from '../rpc/method.ts'
import { StoreUnavailable } from '../store/database.ts'
import { Checkout, type CheckoutOptions, type CheckoutResult } from './checkout.ts'
import {
  cutOff,
  idConflict,
  PAY,
  paidReply,
  pendingError,
  reusedError,
  tooManyOpen,
  unavailable,
  uncheckedError,
} from './paid_replies.ts'
import type { Payment } from './payment.ts'
import { PaymentMalformed, PaymentReader } from './payment_header.ts'
import { type Proof, readPaymentProof } from './proof.ts'
import { quoteReply } from './quote.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/** Answers the paid endpoints over REST: to a Pro key, to a payment, or with a quote. */
export function createPaidHandler(options: CheckoutOptions): StatefulHandler {
  const { log, onOutcome } = options
  const checkout = new Checkout(options)
  const reader = new PaymentReader(options.config.scheme)
  return {
    async reply(call) {
      try {
        return await answer(call, { checkout, reader, onOutcome })
      } catch (error) {
        const shown = shownError(error, log)
        onOutcome(shown instanceof HttpError ? shown.code : 'fault', call.endpoint.id)
        throw shown
      }
    },
  }
}

interface Answerer {
  checkout: Checkout
  reader: PaymentReader
  onOutcome: CheckoutOptions['onOutcome']
}

async function answer(call: StatefulCall, { checkout, reader, onOutcome }: Answerer): Promise<Reply> {
  const { http, endpoint, release } = call
  const key = await checkout.checkKey(http.header('x-api-key'))
  if (key === 'valid') {
    const body = await checkout.requireBody(call)
    onOutcome('pro_key', endpoint.id)
    const reply = contentReply(await body(call.prepare()), 0, release.id)
    return { ...reply, isForKeys: endpoint.id in PAID }
  }
  const quote = async (message: string, outcome = 'quoted') => {
    await checkout.requireBody(call)
    onOutcome(outcome, endpoint.id)
    return quoteReply(call, checkout.getTerms(endpoint), message, release.id)
  }
  if (http.method === 'HEAD') return quote(key ?? PAY)
  let sent: { payment: Payment; proof: Proof } | null
  try {
    sent = readPaymentAndProof(reader, (name) => http.header(name))
  } catch (error) {
    if (error instanceof PaymentMalformed) return quote(error.message)
    throw error
  }
  if (sent === null) return quote(key ?? PAY)
  const payer = { proof: sent.proof, address: getCaller(call) }
  return outcomeReply(await checkout.pay(call, sent.payment, payer), { call, quote, onOutcome })
}

function readPaymentAndProof(
  reader: PaymentReader,
  header: (name: string) => string | null,
): { payment: Payment; proof: Proof } | null {
  const payment = reader.fromHeaders(header)
  return payment && { payment, proof: readPaymentProof(header, payment) }
}

interface Answering {
  call: StatefulCall
  quote(message: string, outcome?: string): Promise<Reply>
  onOutcome: CheckoutOptions['onOutcome']
}

function outcomeReply(
  { outcome, retryToken }: CheckoutResult,
  { call, quote, onOutcome }: Answering,
): Promise<Reply> | Reply {
  switch (outcome.kind) {
    case 'served':
      onOutcome(outcome.isFirst ? 'first' : 'repeated', call.endpoint.id)
      return paidReply(outcome.row, retryToken)
    case 'mismatch':
      return quote(outcome.reason)
    case 'refused':
      return quote(`The payment was refused, and nothing was charged: ${outcome.reason}.`, 'refused')
    case 'reused':
      throw reusedError()
    case 'cut_off':
      throw cutOff()
    case 'id_conflict':
      throw idConflict()
    case 'full':
      throw tooManyOpen()
    case 'pending':
      throw pendingError(retryToken)
    case 'unavailable':
      throw uncheckedError()
  }
}

/** Returns an error as a caller may see it. None may be cached: the next caller of this address gets a quote. */
function shownError(error: unknown, log: (error: unknown) => void): unknown {
  if (error instanceof StoreUnavailable) {
    log(error)
    return unavailable('The payment ledger is unavailable.')
  }
  if (!(error instanceof HttpError)) return error
  const { status, code, message, more } = error
  return new HttpError(status, code, message, { ...more, headers: { ...more.headers, ...NO_STORE } })
}
