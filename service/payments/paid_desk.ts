import type { Desk, DeskCall } from '../../handler/desk.ts'
import { HttpError } from '../../handler/errors.ts'
import { contentReply, type Reply } from '../../handler/reply.ts'
import { StoreUnavailable } from '../store/database.ts'
import type { Outcome } from './charge.ts'
import { PAY, paidReply, pending, reused, unavailable, unchecked } from './paid_replies.ts'
import type { Payment } from './payment.ts'
import { PaymentMalformed, readPayment } from './payment_header.ts'
import { quoteReply } from './quote.ts'
import { Till, type TillOptions } from './till.ts'

const NO_STORE = { 'cache-control': 'no-store' }

/** Answers the endpoints that have a price over REST: to a Pro key, to a payment, or with a quote. */
export function createPaidDesk(options: TillOptions): Desk {
  const { log, told } = options
  const till = new Till(options)
  return {
    async reply(call) {
      try {
        return await answer(call, till, told)
      } catch (error) {
        const shown = shownError(error, log)
        told(shown instanceof HttpError ? shown.code : 'fault', call.endpoint.id)
        throw shown
      }
    },
  }
}

async function answer(call: DeskCall, till: Till, told: TillOptions['told']): Promise<Reply> {
  const { http, endpoint, release } = call
  const key = await till.checkKey(http.header('x-api-key'))
  if (key === 'valid') {
    const body = await till.bodyOf(call)
    told('pro_key', endpoint.id)
    return contentReply(await body(call.prepare()), 0, release.id)
  }
  const quote = async (message: string, outcome = 'quoted') => {
    await till.bodyOf(call)
    told(outcome, endpoint.id)
    return quoteReply(call, till.termsOf(endpoint), message, release.id)
  }
  if (http.method === 'HEAD') return quote(key ?? PAY)
  let payment: Payment | null
  try {
    payment = readPayment((name) => http.header(name))
  } catch (error) {
    if (error instanceof PaymentMalformed) return quote(error.message)
    throw error
  }
  if (payment === null) return quote(key ?? PAY)
  return outcomeReply(await till.pay(call, payment), payment, { call, quote, told })
}

interface Answering {
  call: DeskCall
  quote(message: string, outcome?: string): Promise<Reply>
  told: TillOptions['told']
}

function outcomeReply(
  outcome: Outcome,
  payment: Payment,
  { call, quote, told }: Answering,
): Promise<Reply> | Reply {
  switch (outcome.kind) {
    case 'served':
      told(outcome.isFirst ? 'first' : 'repeated', call.endpoint.id)
      return paidReply(outcome.row, payment)
    case 'misfit':
      return quote(outcome.reason)
    case 'refused':
      return quote(`The payment was refused, and nothing was charged: ${outcome.reason}.`, 'refused')
    case 'reused':
      throw reused()
    case 'pending':
      throw pending()
    case 'unavailable':
      throw unchecked()
  }
}

/** Errors as a caller may see them. None may be kept by a cache: the next caller of this address gets a quote. */
function shownError(error: unknown, log: (error: unknown) => void): unknown {
  if (error instanceof StoreUnavailable) {
    log(error)
    return unavailable('What keeps the books of payments does not answer.')
  }
  if (!(error instanceof HttpError)) return error
  const { status, code, message, more } = error
  return new HttpError(status, code, message, { ...more, headers: { ...more.headers, ...NO_STORE } })
}
