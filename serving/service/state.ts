import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunFailed } from '../../core/domain/errors.ts'
import { PAID } from '../handler/paid.ts'
import type { StatefulHandler } from '../handler/stateful_handler.ts'
import { createA2a } from './a2a/a2a.ts'
import { TASK_BUDGET } from './a2a/tasks.ts'
import type { PaymentConfig, ServiceConfig } from './config.ts'
import { createFeedbackHandler } from './feedback/feedback_handler.ts'
import { backedLimits } from './limits/backed_limits.ts'
import { ByteBudget } from './limits/byte_budget.ts'
import { type Limits, RateLimits } from './limits/limits.ts'
import { MemoryLimits } from './limits/memory_limits.ts'
import { legacyMcp, mcp } from './mcp/mcp.ts'
import type { Log } from './observe/log.ts'
import { attestationBody } from './oracle/attestation_body.ts'
import { createSigner } from './oracle/signer.ts'
import type { CheckoutOptions } from './payments/checkout.ts'
import { httpFacilitator } from './payments/http_facilitator.ts'
import { Ledger } from './payments/ledger.ts'
import { createPaidHandler } from './payments/paid_handler.ts'
import { createPaidSkills } from './payments/paid_skills.ts'
import { ProKeys } from './payments/pro_keys.ts'
import { type ReconcileCounts, type ReconcileOptions, reconcile } from './payments/reconcile.ts'
import { signToken } from './payments/signed_token.ts'
import type { Guard } from './release/known_log/log_guard.ts'
import { repeatEvery } from './repeat_every.ts'
import type { RpcInterface } from './rpc/method.ts'
import { ResultCache } from './rpc/result_cache.ts'
import { createRpcHandler, type RpcHandlerOptions } from './rpc/rpc_handler.ts'
import { createServiceHandler, type ServiceHandler } from './service_handler.ts'
import { type StateDatabase, StoreUnavailable } from './store/database.ts'
import { installationSecret } from './store/installation_secret.ts'
import { lazyStore } from './store/lazy_store.ts'
import { selectStores } from './store/open.ts'
import type { Stores } from './store/stores.ts'

/** State and payments, as the server uses them. */
export interface State {
  stateful: ServiceHandler
  /** Rate limiter for JSON-RPC. */
  rpcLimits: Limits
  /** Cached results of JSON-RPC. */
  known: Pick<ResultCache, 'load'>
  /** Returns the bytes of tasks added in the last hour. */
  taskBytes(): number
  /** True if a Pro key was found valid a moment ago. */
  isKnownKey(key: string): boolean
  /** Returns rows of the ledger by state. */
  counts(): Promise<{ state: string; count: number }[]>
  /** Rejects when the store does not answer. */
  ping(): Promise<unknown>
  /** Settles when the store is closed; to be called when no call is in flight. */
  close(): Promise<void>
}

/** Options of a state. */
export interface StateOptions {
  config: ServiceConfig
  log: Log
  /** Called with each payment outcome. */
  paid: (outcome: string, endpoint: string) => void
  /** Proves the log of a release before anything of it is vouched for. */
  guard: Pick<Guard, 'prove'>
  /** Milliseconds of a call's lease on a payment: more than it can take. */
  leaseMs?: number
  /** Opens the ledger in place of the configured store. */
  openLedger?: () => Promise<StateDatabase>
}

const TIMEOUT_MS = { verify: 8_000, settle: 25_000 }
const CHAIN_TIMEOUT_MS = 5_000
/** More than verifying, building the answer and settling can take together. */
const LEASE_MS = 60_000
const RECONCILE_EVERY_MS = 60_000
const PRUNE_EVERY_MS = 10_000
const MAX_LAST_RECONCILE_MS = 3_000

/**
 * Opens the state and creates the stateful handlers. A file that cannot be opened is an error at once; an unavailable
 * PostgreSQL is retried with each call, which is 503 until then.
 */
export async function openState(options: StateOptions): Promise<State> {
  const { config, log, paid, guard, leaseMs = LEASE_MS } = options
  const { payment } = config
  const stores = selectStores(config)
  const db = lazyStore(options.openLedger ?? stores.openLedger)
  const inbox = stores.openInbox === null ? db : lazyStore(stores.openInbox)
  for (const database of new Set([db, inbox])) await checkStore(database, stores, log)
  const now = Date.now
  const ledger = new Ledger(db, { now, leaseMs, newAttempt: randomUUID })
  const { facilitator, chain } = paymentBackends(payment, log)
  const proKeys = new ProKeys(db, { now, random: randomBytes })
  const limits = new RateLimits(inbox, { now })
  const signer = createSigner({ folder: config.oracleKeyFolder, log: log.fault })
  const bodies = { ...PAID, attestation: attestationBody({ signer, guard, now }) }
  const checkout: CheckoutOptions = {
    ...{ config: payment, ledger, facilitator, chain, proKeys, bodies, now },
    retryKey: installationSecret(db, 'payments'),
    sleep: (ms) => sleep(ms),
    onOutcome: paid,
    log: log.fault,
  }
  const budget = new ByteBudget(TASK_BUDGET, now)
  const forRpc = rpcLimits(stores, limits, log)
  const known = new ResultCache()
  const stateful = createServiceHandler({
    paid: createPaidHandler(checkout),
    free: {
      feedback: createFeedbackHandler({
        ...{ db: inbox, limits, now, newId: randomUUID },
        origins: config.allowedOrigins,
      }),
      ...rpcHandlers(
        createA2a({ db: inbox, budget, paid: createPaidSkills(checkout), now, newId: randomUUID }),
        {
          ...{ limits: forRpc, known },
          origins: config.allowedOrigins,
          log: log.fault,
        },
      ),
    },
    log: log.fault,
  })
  const stopMaintenance =
    chain === null ? null : maintainLedger({ ledger, chain, network: payment.network }, log)
  return {
    ...{ stateful, rpcLimits: forRpc, known },
    taskBytes: () => budget.used,
    isKnownKey: (key) => proKeys.isKnown(key),
    counts: () => ledger.counts(),
    ping: () => db.all('select 1 as one'),
    async close() {
      // Its statements are independent, so it may be cut.
      await Promise.race([stopMaintenance?.(), sleep(MAX_LAST_RECONCILE_MS, undefined, { ref: false })])
      await db.close()
      if (inbox !== db) await inbox.close()
    },
  }
}

/** The facilitator and the chain reader, or null if unconfigured. */
function paymentBackends(config: PaymentConfig, log: Log) {
  const { scheme, facilitatorUrl, facilitatorToken, facilitatorKey, rpcUrl } = config
  const facilitator =
    facilitatorUrl === null
      ? null
      : httpFacilitator({
          ...{ scheme, url: facilitatorUrl, token: facilitatorToken, timeoutMs: TIMEOUT_MS },
          signToken:
            facilitatorKey === undefined
              ? null
              : (request) => signToken(facilitatorKey, { ...request, now: Date.now() }),
          onRefusal: (words) => log.note(words, 'facilitator'),
        })
  const chain = rpcUrl === null ? null : scheme.openChain({ url: rpcUrl, timeoutMs: CHAIN_TIMEOUT_MS })
  return { facilitator, chain }
}

/** Closes open rows and deletes obsolete ones, repeatedly until it is stopped. */
function maintainLedger(options: Omit<ReconcileOptions, 'log'>, log: Log): () => Promise<unknown> {
  const close = async () => logReconciliation(await reconcile({ ...options, log: log.fault }), log)
  const stops = [
    repeatEvery(RECONCILE_EVERY_MS, close, log.fault),
    repeatEvery(PRUNE_EVERY_MS, () => options.ledger.prune(), log.fault),
  ]
  return () => Promise.all(stops.map((stop) => stop()))
}

const rpcHandlers = (a2a: RpcInterface, options: RpcHandlerOptions): Record<string, StatefulHandler> => ({
  mcp: createRpcHandler(mcp, options),
  mcp_legacy: createRpcHandler(legacyMcp, options),
  a2a: createRpcHandler(a2a, options),
})

/** A single instance counts in memory; instances that share a store count there. */
function rpcLimits({ isShared }: Stores, stored: Limits, log: Log): Limits {
  const now = Date.now
  const memory = new MemoryLimits({ now })
  return isShared ? backedLimits(stored, memory, { now, log: log.fault }) : memory
}

async function checkStore(db: StateDatabase, { remedy }: Stores, log: Log): Promise<void> {
  try {
    await db.all('select 1 as one')
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause
    if (cause.cause instanceof RunFailed) throw cause.cause
    if (remedy !== null) throw new RunFailed(`${cause.message}: ${remedy}`, { cause })
    log.fault(cause)
    log.note(
      'the database at DATABASE_URL is unavailable: free reads are served, paid calls and feedback answer 503 until it is back',
    )
  }
}

function logReconciliation({ paid, refused, released, left, unread }: ReconcileCounts, log: Log): void {
  if (paid + refused + released === 0) return
  log.note(
    `payments reconciled: ${paid} paid, ${refused} refused, ${released} given back, ${left} left, ${unread} unread`,
  )
}
