import type { Slice } from '../../handler/call.ts'
import type { Desk, DeskCall } from '../../handler/desk.ts'
import { agentNotFound, HttpError } from '../../handler/errors.ts'
import { contentReply, type Reply } from '../../handler/reply.ts'
import type { PaymentConfig } from '../config.ts'
import type { ProKeys } from '../pro_keys.ts'
import { StoreUnavailable } from '../store/database.ts'
import { Charge, type Outcome } from './charge.ts'
import type { Ledger } from './ledger.ts'
import {
  KEY_FAULTS,
  notForSale,
  nothingCanBePaid,
  PAY,
  paidReply,
  pending,
  reused,
  unavailable,
} from './paid_replies.ts'
import type { Chain, Facilitator, Payment, Terms } from './payment.ts'
import { PaymentMalformed, readPayment } from './payment_header.ts'
import { quoteReply } from './quote.ts'
import { claimOf, misfit, requestOf } from './request.ts'
import { termsOf } from './terms.ts'

/** What the paid desk works with. */
export interface PaidDeskOptions {
  config: PaymentConfig
  /** All services that are paid at one address have to share one: a payment buys once in each ledger. */
  ledger: Ledger
  /** Without one of these two nothing can be paid, and Pro keys alone open the paid endpoints. */
  facilitator: Facilitator | null
  chain: Chain | null
  proKeys: ProKeys
  /** Endpoint id → who makes its answer; what has none cannot be bought. */
  bodies: Readonly<Record<string, Slice>>
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
  /** Counts what became of a call: `quoted`, `pro_key`, `first` or `repeated` (served), `refused`, … */
  told(outcome: string, endpoint: string): void
  log(error: unknown): void
}

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * Answers the endpoints that have a price: to a Pro key, to a payment, or with a quote. What comes before the claim of
 * a payment is here, and `Charge` has the rest.
 */
export function createPaidDesk(options: PaidDeskOptions): Desk {
  const { ledger, facilitator, chain, now, sleep, log, told } = options
  const charge =
    facilitator === null || chain === null
      ? null
      : new Charge({ ledger, facilitator, chain, now, sleep, log })
  return {
    async reply(call) {
      try {
        return await answer(call, options, charge)
      } catch (error) {
        const shown = shownError(error, log)
        told(shown instanceof HttpError ? shown.code : 'fault', call.endpoint.id)
        throw shown
      }
    },
  }
}

async function answer(call: DeskCall, options: PaidDeskOptions, charge: Charge | null): Promise<Reply> {
  const { http, endpoint, release } = call
  const body = options.bodies[endpoint.id]
  if (body === undefined) throw notForSale(endpoint.title)
  const key = await checkKey(http.header('x-api-key'), options.proKeys)
  if (key === 'valid') {
    options.told('pro_key', endpoint.id)
    return contentReply(await body(call.prepare()), 0, release.id)
  }
  const terms = termsOf(endpoint, options.config)
  const quote = (message: string, outcome = 'quoted') => {
    options.told(outcome, endpoint.id)
    return quoteReply(call, terms, message, release.id)
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
  if (charge === null) throw nothingCanBePaid()
  const outcome = await pay(call, { body, payment, terms, charge, now: options.now })
  return outcomeReply(outcome, payment, { call, quote, told: options.told })
}

/** `valid`, or the sentence that says what is wrong with the key; null when none was sent. */
async function checkKey(key: string | null, proKeys: ProKeys): Promise<string | null> {
  if (key === null) return null
  const found = await proKeys.check(key)
  return found === 'valid' ? 'valid' : KEY_FAULTS[found]
}

interface Paying {
  body: Slice
  payment: Payment
  terms: Terms
  charge: Charge
  now(): number
}

function pay(call: DeskCall, { body, payment, terms, charge, now }: Paying): Promise<Outcome> {
  const { endpoint, release, target } = call
  return charge.pay({
    payment,
    terms,
    claim: claimOf(payment, terms, endpoint, requestOf(endpoint, target)),
    async admit() {
      const { values } = call.prepare()
      const handle =
        endpoint.parameters.some(({ name }) => name === 'handle') && values.optionalText('handle')
      if (handle && (await release.dossier(handle)) === null) throw await agentNotFound(release, handle)
      return misfit(payment, terms, Math.floor(now() / 1000))
    },
    make: async () => ({ content: await body(call.prepare()), releaseId: release.id }),
  })
}

interface Answering {
  call: DeskCall
  quote(message: string, outcome?: string): Promise<Reply>
  told: PaidDeskOptions['told']
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
      throw unavailable('The payment could not be checked, and nothing was charged.')
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
