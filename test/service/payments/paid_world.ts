import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reply } from '../../../core/interface/reply.ts'
import type { PaidVariant } from '../../../serving/handler/call.ts'
import { createHandler } from '../../../serving/handler/handler.ts'
import type { PaidAsk, PaidSkills } from '../../../serving/service/a2a/paid_skills.ts'
import type { PaymentConfig } from '../../../serving/service/config.ts'
import type { CheckoutOptions } from '../../../serving/service/payments/checkout.ts'
import { Ledger } from '../../../serving/service/payments/ledger.ts'
import type { PaidBody } from '../../../serving/service/payments/paid_body.ts'
import { createPaidHandler } from '../../../serving/service/payments/paid_handler.ts'
import { createPaidSkills } from '../../../serving/service/payments/paid_skills.ts'
import type { Payment } from '../../../serving/service/payments/payment.ts'
import type { ProKeys } from '../../../serving/service/payments/pro_keys.ts'
import { type ReconcileCounts, reconcile } from '../../../serving/service/payments/reconcile.ts'
import { EXACT_EVM } from '../../../serving/service/payments/schemes/exact_evm.ts'
import type { StateDatabase } from '../../../serving/service/store/database.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { bareRelease } from '../../kit/bare_release.ts'
import type { TokenWorld } from './token_world.ts'

export const CONFIG: PaymentConfig = {
  scheme: EXACT_EVM,
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  extra: { name: 'USD Coin', version: '2' },
  payTo: '0x00000000000000000000000000000000000000AA',
  maxTimeoutSeconds: 300,
  facilitatorUrl: 'https://facilitator.example',
  facilitatorToken: null,
  rpcUrl: 'https://node.example',
  isSample: false,
}

/** Price of `/verification-status`, and of `/history` and `/trust-summary`. */
export const CHEAP_PRICE = 5_000n
export const USUAL_PRICE = 20_000n

export const CHEAP_CALL = '/api/agent/alder/verification-status'
export const USUAL_CALL = '/api/agent/alder/history'
export const SAME_PRICE_CALL = '/api/agent/alder/trust-summary'

/** A new SQLite file with the migrations of the service. */
export async function sqliteStore(): Promise<{ db: StateDatabase; file: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-payments-'))
  const file = join(folder, 'state.sqlite')
  const db = await openStore({ stateFile: file, databaseUrl: null })
  const close = async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  }
  return { db, file, close }
}

/** One running service: its stateful handler behind the real handler, and A2A with the same checkout. */
export interface Instance {
  ask(target: string, payment?: Payment | string | null, more?: Record<string, string>): Promise<Reply>
  head(target: string, payment: Payment): Promise<Reply>
  skills: Omit<PaidSkills, 'pay'> & {
    pay(ask: PaidAsk, payload: unknown, task?: string): ReturnType<PaidSkills['pay']>
  }
  reconcile(): Promise<ReconcileCounts>
  ledger: Ledger
}

export interface InstanceOptions {
  world: TokenWorld
  db: StateDatabase
  /** Counts the answers that were made. */
  made: string[]
  leaseMs?: number
  step?: (what: string) => Promise<void>
  told?: (outcome: string, endpoint: string) => void
  logged?: unknown[]
  isUnconfigured?: boolean
  config?: Partial<PaymentConfig>
  bodies?: Record<string, PaidBody>
  /** Without one, waiting passes the time of the world. */
  sleep?: (ms: number) => Promise<void>
  /** Without them, those of the world. */
  parties?: ReturnType<TokenWorld['parties']>
}

let attempts = 0

const release = bareRelease(['alder', 'weather'])

/** Starts a service on a database; `step` is awaited before whatever it does outside itself. */
export function startInstance(options: InstanceOptions): Instance {
  const { world, made, leaseMs = 60_000, step = async () => {}, logged = [] } = options
  const db = stepped(options.db, step)
  const ledger = new Ledger(db, { now: () => world.ms, leaseMs, newAttempt: () => `attempt ${attempts++}` })
  const { facilitator, chain } = options.parties ?? world.parties(step)
  const config = { ...CONFIG, ...options.config }
  const checkout: CheckoutOptions = {
    config,
    ledger,
    facilitator: options.isUnconfigured ? null : facilitator,
    chain,
    proKeys: PRO_KEYS,
    retryKey: async () => 'a key of the tests',
    bodies: options.bodies ?? createVariants(made, step),
    now: () => world.ms,
    async sleep(ms) {
      if (options.sleep) return options.sleep(ms)
      world.pass(ms)
      await step('sleep')
    },
    onOutcome: options.told ?? (() => {}),
    log: (error) => logged.push(error),
  }
  const stateful = createPaidHandler(checkout)
  const skills = createPaidSkills(checkout)
  const handler = createHandler({
    current: async () => release,
    now: () => new Date(world.ms),
    stateful,
    log: (error) => logged.push(error),
  })
  const call = (method: string, target: string, headers: Record<string, string>) =>
    handler.reply({
      method,
      url: `http://localhost${target}`,
      header: (name) => headers[name.toLowerCase()] ?? null,
      body: async () => new Uint8Array(),
    })
  return {
    ledger,
    skills: { ...skills, pay: (ask, payload, task = 'of-the-tests') => skills.pay(ask, payload, task) },
    ask: (target, payment = null, more = {}) => call('GET', target, { ...paymentHeaders(payment), ...more }),
    head: (target, payment) => call('HEAD', target, paymentHeaders(payment)),
    reconcile: () =>
      reconcile({ ledger, chain, network: config.network, log: (error) => logged.push(error) }),
  }
}

/** A purchase over A2A, e.g. `verification_status` of `{ handle: 'alder' }`. */
export const createAsk = (
  endpoint: string,
  given: Record<string, string>,
  headers: Record<string, string> = {},
): PaidAsk => ({
  endpoint,
  given,
  context: {
    http: {
      method: 'POST',
      url: 'http://localhost/api/a2a/v1',
      header: (name) => headers[name.toLowerCase()] ?? null,
      body: async () => new Uint8Array(),
    },
    release,
    today: '2026-01-02',
  },
})

/** A payment as version 1 of x402 writes it. */
export const toPayload = ({ authorization, signature, identifier }: Payment) => ({
  x402Version: 1,
  scheme: 'exact',
  network: 'base',
  payload: { signature, authorization },
  ...identifierExtension(identifier),
})

const identifierExtension = (id: string | null) =>
  id === null ? {} : { extensions: { 'payment-identifier': { info: { required: false, id } } } }

const PRO_KEYS = {
  check: async (key: string) =>
    key === 'assay_good.secret' ? 'valid' : key === 'assay_old.secret' ? 'revoked' : 'unknown',
} as unknown as ProKeys

function createVariants(made: string[], step: (what: string) => Promise<void>): Record<string, PaidVariant> {
  const body: PaidVariant = async ({ endpoint, values }) => {
    await step('body')
    const named = endpoint.parameters.find(({ name }) => name === 'handle')
    const handle = named && values.get(named)
    made.push(`${endpoint.id} ${handle}`)
    const text = JSON.stringify({ endpoint: endpoint.id, handle, made: made.length })
    return {
      bytes: new TextEncoder().encode(text),
      etag: '"x"',
      contentType: 'application/json; charset=utf-8',
    }
  }
  return {
    verification_status: body,
    agent_history: body,
    trust_summary: body,
    trust_evaluation_full: body,
    find_full: body,
  }
}

const stepped = (db: StateDatabase, step: (what: string) => Promise<void>): StateDatabase => ({
  async all(sql, values) {
    await step(`before ${sql}`)
    const rows = await db.all<never>(sql, values)
    await step(`after ${sql}`)
    return rows
  },
  async run(sql, values) {
    await step(`before ${sql}`)
    const changed = await db.run(sql, values)
    await step(`after ${sql}`)
    return changed
  },
  close: () => db.close(),
})

const paymentHeaders = (payment: Payment | string | null): Record<string, string> => {
  if (payment === null) return {}
  if (typeof payment === 'string') return { 'payment-signature': payment }
  const { version, network, accepted, authorization, signature, identifier } = payment
  const payload = { signature, authorization }
  return version === 1
    ? { 'x-payment': base64(toPayload(payment)) }
    : {
        'payment-signature': base64({
          x402Version: 2,
          accepted: { scheme: 'exact', network, ...accepted, maxTimeoutSeconds: 300 },
          payload,
          ...identifierExtension(identifier),
        }),
      }
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

let payers = 0

/** A payment of a payer of its own, who has a dollar. */
export function signed(
  world: TokenWorld,
  value = CHEAP_PRICE,
  more: Partial<Payment['authorization']> = {},
): Payment {
  payers += 1
  const from = `0x${payers.toString(16).padStart(40, '0')}`
  world.fund(from, 1_000_000n)
  const authorization = {
    from,
    to: CONFIG.payTo,
    value: String(value),
    validAfter: String(world.seconds - 600),
    validBefore: String(world.seconds + 300),
    nonce: `0x${(payers * 7).toString(16).padStart(64, 'f')}`,
    ...more,
  }
  const signature = `0x${payers.toString(16).padStart(130, '1')}`
  return {
    version: 2,
    network: CONFIG.network,
    accepted: { asset: CONFIG.asset, amount: String(value), payTo: CONFIG.payTo },
    ...{ authorization, signature, payload: { signature, authorization } },
    identifier: `pay_${payers.toString().padStart(20, '0')}`,
  }
}

/** The parsed body of a reply. */
export const parseBody = (reply: Reply): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(reply.body ?? new Uint8Array()))

/** Parses the `PAYMENT-RESPONSE` of a reply. */
export const parseReceipt = (reply: Reply): Record<string, unknown> =>
  JSON.parse(Buffer.from(reply.headers['payment-response'] ?? '', 'base64').toString())
