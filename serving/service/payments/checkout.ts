import type { Endpoint } from '../../../core/interface/endpoint.ts'
import type { Call } from '../../handler/call.ts'
import { requireAgent, resolveAgent } from '../../handler/known_agents.ts'
import type { PaymentConfig } from '../config.ts'
import { Charge } from './charge.ts'
import type { Ledger } from './ledger.ts'
import { buildListing, type Sale } from './listing.ts'
import type { PaidBody } from './paid_body.ts'
import type { PaidCallOutcome } from './paid_call.ts'
import { KEY_FAULTS, notForSale, nothingCanBePaid } from './paid_replies.ts'
import type { ChainReader, Facilitator, Payment, Terms } from './payment.ts'
import type { PaymentClaim } from './payment_row.ts'
import type { ProKeys } from './pro_keys.ts'
import { createRetryToken, isSender, type Proof } from './proof.ts'
import { type CountedOutcome, Refusals } from './refusals.ts'
import { canonicalRequest, mismatch, type OfferedPayment, toPaymentClaim } from './request.ts'
import { computeTerms } from './terms.ts'

/** Dependencies of payments, shared by REST and A2A. */
export interface CheckoutOptions {
  config: PaymentConfig
  /** All services that are paid at one address must share one: a payment buys once in each ledger. */
  ledger: Ledger
  /** Without one of these two nothing can be paid, and Pro keys alone open the paid endpoints. */
  facilitator: Facilitator | null
  chain: ChainReader | null
  proKeys: ProKeys
  /** Returns the key of retry tokens: the same for all instances on one ledger. */
  retryKey(): Promise<string>
  /** Endpoint id → builder of its answer; an endpoint without one cannot be bought. */
  bodies: Readonly<Record<string, PaidBody>>
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
  /**
   * Counts the outcome of a call: `quoted`, `pro_key`, `first` or `repeated` (served), `refused`, …; and beside that a
   * settlement that the facilitator reports and the chain does not show: `settlement_not_on_chain`.
   */
  onOutcome(outcome: string, endpoint: string): void
  log(error: unknown): void
}

/** The payer: their proof, and the network address that they call from. */
export interface Payer {
  proof: Proof
  address: string
}

/** The outcome of a payment, and the token for the same answer again, for the sender of the payment alone. */
export interface CheckoutResult {
  outcome: PaidCallOutcome
  retryToken: string
}

/** Counters of the outcomes that have a cost and benefit no caller. */
const COUNTED: Partial<Record<PaidCallOutcome['kind'], CountedOutcome>> = {
  ...{ refused: 'refused', reused: 'refused', cut_off: 'refused', id_conflict: 'refused' },
  ...{ pending: 'pending', full: 'pending' },
}

/** Handles a paid call before the claim of its payment, for each interface; `Charge` has the rest. */
export class Checkout {
  readonly #o: CheckoutOptions
  readonly #charge: Charge | null
  readonly #refusals: Refusals

  constructor(options: CheckoutOptions) {
    const { config, ledger, facilitator, chain, now, sleep, onOutcome, log } = options
    const onNotOnChain = (endpoint: string) => onOutcome('settlement_not_on_chain', endpoint)
    this.#o = options
    this.#refusals = new Refusals(now)
    this.#charge =
      facilitator === null || chain === null
        ? null
        : new Charge({ ledger, facilitator, scheme: config.scheme, chain, now, sleep, onNotOnChain, log })
  }

  /** Returns the builder of an endpoint's answer; throws HttpError 503 if it is not available from this release now. */
  async requireBody({ endpoint, release }: Sale): Promise<PaidBody> {
    const body = this.#findBody(endpoint)
    if ((await body.isForSale?.(release)) === false) throw notForSale(endpoint.title)
    return body
  }

  /** Returns `valid`, or a sentence about the key's fault; null if none was sent. Throws StoreUnavailable. */
  async checkKey(key: string | null): Promise<string | null> {
    if (key === null) return null
    const found = await this.#o.proKeys.check(key)
    return found === 'valid' ? 'valid' : KEY_FAULTS[found]
  }

  /** Returns the current terms of the endpoint. */
  getTerms(endpoint: Endpoint): Terms {
    return computeTerms(endpoint, this.#o.config)
  }

  /** Checks the request; throws HttpError 400, 404 for an agent that is not indexed, and 503 as `findBody`. */
  async admit(sale: Sale): Promise<void> {
    const { admit } = await this.requireBody(sale)
    const call = sale.prepare()
    await (admit ?? isIndexed)(call)
  }

  /**
   * Charges a call once and returns its answer, or to its sender the earlier one. Throws HttpError as `admit`, 429 if
   * too many payments of this address were refused, or 503 if no payment can be taken; StoreUnavailable; and errors of
   * the body.
   */
  async pay(sale: Sale, payment: Payment, { proof, address }: Payer): Promise<CheckoutResult> {
    const { endpoint, target, release } = sale
    // A paid answer is owed, even when it is no longer for sale.
    const body = this.#findBody(endpoint)
    if (this.#charge === null) throw nothingCanBePaid()
    const offered: OfferedPayment = { payment, terms: this.getTerms(endpoint), scheme: this.#o.config.scheme }
    const claim = toPaymentClaim(offered, endpoint, canonicalRequest(endpoint, target), proof)
    const leave = this.#refusals.begin(address, claim.payer)
    let counted: CountedOutcome | null = null
    try {
      const key = await this.#o.retryKey()
      const outcome = await this.#charge.pay({
        ...{ payment, terms: offered.terms, claim },
        isSender: (row) => isSender(proof, row, key),
        listing: () => buildListing(sale, offered.terms),
        admit: async () => {
          await this.admit(sale)
          return mismatch(offered, Math.floor(this.#o.now() / 1000))
        },
        make: async () => ({ content: await body(sale.prepare()), releaseId: release.id }),
      })
      counted = isShared(outcome, claim) ? 'pending' : (COUNTED[outcome.kind] ?? null)
      // The token is that of the payment whose answer is returned: of two with the same id, the charged one.
      return { outcome, retryToken: createRetryToken(key, outcome.kind === 'served' ? outcome.row : claim) }
    } finally {
      leave(counted)
    }
  }

  #findBody({ id, title }: Endpoint): PaidBody {
    const body = this.#o.bodies[id]
    if (body === undefined) throw notForSale(title)
    return body
  }
}

/** True for a payment that was verified, not charged, and got another's answer: it costs us, and earns nothing. */
const isShared = (outcome: PaidCallOutcome, { nonce }: PaymentClaim): boolean =>
  outcome.kind === 'served' && outcome.row.nonce !== nonce

/** Most calls are about an agent, and only their handle or key can be wrong. */
async function isIndexed({ endpoint, values, release }: Call): Promise<void> {
  const named = endpoint.parameters.find(({ name }) => name === 'handle')
  const handle = named && values.get(named)
  if (typeof handle !== 'string') return
  if (named?.in === 'path') await requireAgent(release, handle, endpoint.path)
  else await resolveAgent(release, handle)
}
