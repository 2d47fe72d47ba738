import type { Endpoint } from '../../../core/interface/endpoint.ts'
import type { Call } from '../../handler/call.ts'
import { knownAgent } from '../../handler/known_agents.ts'
import type { PaymentConfig } from '../config.ts'
import { Charge } from './charge.ts'
import type { Ledger } from './ledger.ts'
import { listingOf, type Sale } from './listing.ts'
import type { PaidBody } from './paid_body.ts'
import type { Outcome } from './paid_call.ts'
import { KEY_FAULTS, notForSale, nothingCanBePaid } from './paid_replies.ts'
import type { Chain, Facilitator, Payment, Terms } from './payment.ts'
import type { Claim } from './payment_row.ts'
import type { ProKeys } from './pro_keys.ts'
import { isSender, type Proof, retryTokenOf } from './proof.ts'
import { type Counted, Refusals } from './refusals.ts'
import { claimOf, mismatch, type Offered, requestOf } from './request.ts'
import { termsOf } from './terms.ts'

/** What payments need. REST and A2A are given the same. */
export interface CheckoutOptions {
  config: PaymentConfig
  /** All services that are paid at one address have to share one: a payment buys once in each ledger. */
  ledger: Ledger
  /** Without one of these two nothing can be paid, and Pro keys alone open the paid endpoints. */
  facilitator: Facilitator | null
  chain: Chain | null
  proKeys: ProKeys
  /** The key that retry tokens are made with: the same for all instances on one ledger. */
  retryKey(): Promise<string>
  /** Endpoint id → who makes its answer; what has none cannot be bought. */
  bodies: Readonly<Record<string, PaidBody>>
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
  /**
   * Counts what became of a call: `quoted`, `pro_key`, `first` or `repeated` (served), `refused`, …; and beside that a
   * settlement that the facilitator tells of and the chain does not show: `settlement_not_on_chain`.
   */
  onOutcome(outcome: string, endpoint: string): void
  log(error: unknown): void
}

/** Who pays: what they prove, and the network address that they call from. */
export interface Payer {
  proof: Proof
  address: string
}

/** What became of a payment, and what asks for the same answer again; it is for the sender of the payment alone. */
export interface Paid {
  outcome: Outcome
  retryToken: string
}

/** Counters of the outcomes that cost us something and bring nobody anything. */
const COUNTED: Partial<Record<Outcome['kind'], Counted>> = {
  ...{ refused: 'refused', reused: 'refused', cut_off: 'refused', id_conflict: 'refused' },
  ...{ pending: 'pending', full: 'pending' },
}

/** What each interface does with a paid call before the claim of its payment; `Charge` has the rest. */
export class Checkout {
  readonly #o: CheckoutOptions
  readonly #charge: Charge | null
  readonly #refusals: Refusals

  constructor(options: CheckoutOptions) {
    const { config, ledger, facilitator, chain, now, sleep, onOutcome, log } = options
    const onUnseen = (endpoint: string) => onOutcome('settlement_not_on_chain', endpoint)
    this.#o = options
    this.#refusals = new Refusals(now)
    this.#charge =
      facilitator === null || chain === null
        ? null
        : new Charge({ ledger, facilitator, scheme: config.scheme, chain, now, sleep, onUnseen, log })
  }

  /** Who makes the answer of an endpoint; throws HttpError 503 where it cannot be had from this release now. */
  async bodyOf({ endpoint, release }: Sale): Promise<PaidBody> {
    const body = this.#bodyOf(endpoint)
    if ((await body.isForSale?.(release)) === false) throw notForSale(endpoint.title)
    return body
  }

  /** `valid`, or the sentence that says what is wrong with the key; null when none was sent. Throws StoreUnavailable. */
  async checkKey(key: string | null): Promise<string | null> {
    if (key === null) return null
    const found = await this.#o.proKeys.check(key)
    return found === 'valid' ? 'valid' : KEY_FAULTS[found]
  }

  /** What a call of the endpoint costs now. */
  termsOf(endpoint: Endpoint): Terms {
    return termsOf(endpoint, this.#o.config)
  }

  /** Checks what is asked for; throws HttpError 400, 404 for an agent that is not indexed, and 503 as `bodyOf`. */
  async admit(sale: Sale): Promise<void> {
    const { admit } = await this.bodyOf(sale)
    const call = sale.prepare()
    await (admit ?? isIndexed)(call)
  }

  /**
   * Charges a call once and gives its answer, or to its sender the one that was given before. Throws HttpError as
   * `admit`, 429 where too many payments of this address were refused, or 503 where no payment can be taken;
   * StoreUnavailable; and what the body throws.
   */
  async pay(sale: Sale, payment: Payment, { proof, address }: Payer): Promise<Paid> {
    const { endpoint, target, release } = sale
    // What was paid for is owed, even when it is not for sale any more.
    const body = this.#bodyOf(endpoint)
    if (this.#charge === null) throw nothingCanBePaid()
    const offered: Offered = { payment, terms: this.termsOf(endpoint), scheme: this.#o.config.scheme }
    const claim = claimOf(offered, endpoint, requestOf(endpoint, target), proof)
    const leave = this.#refusals.enter(address, claim.payer)
    let counted: Counted | null = null
    try {
      const key = await this.#o.retryKey()
      const outcome = await this.#charge.pay({
        ...{ payment, terms: offered.terms, claim },
        isSender: (row) => isSender(proof, row, key),
        listing: () => listingOf(sale, offered.terms),
        admit: async () => {
          await this.admit(sale)
          return mismatch(offered, Math.floor(this.#o.now() / 1000))
        },
        make: async () => ({ content: await body(sale.prepare()), releaseId: release.id }),
      })
      counted = isShared(outcome, claim) ? 'pending' : (COUNTED[outcome.kind] ?? null)
      // The token is that of the payment whose answer is given: of two with the same id, that which was charged.
      return { outcome, retryToken: retryTokenOf(key, outcome.kind === 'served' ? outcome.row : claim) }
    } finally {
      leave(counted)
    }
  }

  #bodyOf({ id, title }: Endpoint): PaidBody {
    const body = this.#o.bodies[id]
    if (body === undefined) throw notForSale(title)
    return body
  }
}

/** True for a payment that was verified, not charged, and got the answer of another: it costs us, and brings nothing. */
const isShared = (outcome: Outcome, { nonce }: Claim): boolean =>
  outcome.kind === 'served' && outcome.row.nonce !== nonce

/** Most calls are about an agent, and all that can be wrong with them is its handle. */
async function isIndexed({ endpoint, values, release }: Call): Promise<void> {
  const named = endpoint.parameters.find(({ name }) => name === 'handle')
  const handle = named && values.get(named)
  if (typeof handle === 'string') await knownAgent(release, handle)
}
