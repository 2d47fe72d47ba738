import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Desk } from '../handler/desk.ts'
import { PAID } from '../handler/paid.ts'
import { RunFailed } from '../pipeline/errors.ts'
import { createA2a } from './a2a/a2a.ts'
import { backedLimits } from './backed_limits.ts'
import type { ServiceConfig } from './config.ts'
import { createFrontDesk, type FrontDesk } from './desk.ts'
import { every } from './every.ts'
import { createFeedbackDesk } from './feedback/feedback_desk.ts'
import { lateStore } from './late_store.ts'
import { type Limits, RateLimits } from './limits.ts'
import type { Log } from './log.ts'
import { legacyMcp, mcp } from './mcp/mcp.ts'
import { MemoryLimits } from './memory_limits.ts'
import { attestationBody } from './oracle/attestation_body.ts'
import { createSigner } from './oracle/signer.ts'
import { httpFacilitator } from './payments/http_facilitator.ts'
import { Ledger } from './payments/ledger.ts'
import { createPaidDesk } from './payments/paid_desk.ts'
import { createPaidSkills } from './payments/paid_skills.ts'
import { type Reconciled, reconcile } from './payments/reconcile.ts'
import { rpcChain } from './payments/rpc_chain.ts'
import type { TillOptions } from './payments/till.ts'
import { ProKeys } from './pro_keys.ts'
import type { RpcInterface } from './rpc/method.ts'
import { createRpcDesk, type RpcDeskOptions } from './rpc/rpc_desk.ts'
import { type Database, StoreUnavailable } from './store/database.ts'
import { openStore } from './store/open.ts'

/** What keeps state and takes money, as the server sees it. */
export interface State {
  desk: FrontDesk
  /** Who counts the requests of JSON-RPC. */
  rpcLimits: Limits
  /** Rows of the ledger by state. */
  counts(): Promise<{ state: string; count: number }[]>
  /** Rejects when the store does not answer. */
  ask(): Promise<unknown>
  /** Settles when the store is closed; to be called when no call is in flight. */
  close(): Promise<void>
}

/** What a state is opened with. */
export interface StateOptions {
  config: ServiceConfig
  log: Log
  /** Told what became of each payment. */
  paid: (outcome: string, endpoint: string) => void
  /** How long a call has a payment to itself, in milliseconds: more than it can take. */
  leaseMs?: number
  /** Opens what keeps the state. */
  open?: typeof openStore
}

const TIMEOUT_MS = { verify: 8_000, settle: 25_000 }
const CHAIN_TIMEOUT_MS = 5_000
/** More than verifying, making the answer and settling can take together. */
const LEASE_MS = 60_000
const RECONCILE_EVERY_MS = 60_000
const LONGEST_LAST_RECONCILE_MS = 3_000

/**
 * Opens the state and puts the desks together. An own file that cannot be opened is an error at once; a PostgreSQL
 * that is away is asked again with each call, which is 503 until then.
 */
export async function openState(options: StateOptions): Promise<State> {
  const { config, log, paid, leaseMs = LEASE_MS, open = openStore } = options
  const { payment } = config
  const db = lateStore(() => open(config))
  await firstAsk(db, config, log)
  const now = Date.now
  const ledger = new Ledger(db, { now, leaseMs, newAttempt: randomUUID })
  const facilitator =
    payment.facilitatorUrl === null
      ? null
      : httpFacilitator({
          url: payment.facilitatorUrl,
          token: payment.facilitatorToken,
          timeoutMs: TIMEOUT_MS,
        })
  const chain =
    payment.rpcUrl === null ? null : rpcChain({ url: payment.rpcUrl, timeoutMs: CHAIN_TIMEOUT_MS })
  const proKeys = new ProKeys(db, { now, random: randomBytes })
  const limits = new RateLimits(db, { now })
  const signer = createSigner({ folder: config.oracleKeyFolder, log: log.fault })
  const bodies = { ...PAID, attestation: attestationBody({ signer, now }) }
  const till: TillOptions = {
    ...{ config: payment, ledger, facilitator, chain, proKeys, bodies, now },
    sleep: (ms) => sleep(ms),
    told: paid,
    log: log.fault,
  }
  const forRpc = rpcLimits(config, limits, log)
  const desk = createFrontDesk({
    paid: createPaidDesk(till),
    free: {
      feedback: createFeedbackDesk({ db, limits, now, newId: randomUUID }),
      ...rpcDesks(createA2a({ db, paid: createPaidSkills(till), now, newId: randomUUID }), {
        limits: forRpc,
        origins: config.allowedOrigins,
        log: log.fault,
      }),
    },
    log: log.fault,
  })
  const stopReconciling =
    chain === null
      ? null
      : every(
          RECONCILE_EVERY_MS,
          async () => tellOf(await reconcile({ ledger, chain, config: payment, log: log.fault }), log),
          log.fault,
        )
  return {
    ...{ desk, rpcLimits: forRpc },
    counts: () => ledger.counts(),
    ask: () => db.all('select 1 as one'),
    async close() {
      // Each of its statements stands for itself, so that it may be cut.
      await Promise.race([stopReconciling?.(), sleep(LONGEST_LAST_RECONCILE_MS, undefined, { ref: false })])
      await db.close()
    },
  }
}

const rpcDesks = (a2a: RpcInterface, options: RpcDeskOptions): Record<string, Desk> => ({
  mcp: createRpcDesk(mcp, options),
  mcp_legacy: createRpcDesk(legacyMcp, options),
  a2a: createRpcDesk(a2a, options),
})

/** Who has no PostgreSQL is alone, and need not write each call down; who has one counts for all instances. */
function rpcLimits({ databaseUrl }: ServiceConfig, stored: Limits, log: Log): Limits {
  const now = Date.now
  const memory = new MemoryLimits({ now })
  return databaseUrl === null ? memory : backedLimits(stored, memory, { now, log: log.fault })
}

async function firstAsk(db: Database, { databaseUrl, stateFile }: ServiceConfig, log: Log): Promise<void> {
  try {
    await db.all('select 1 as one')
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause
    if (cause.cause instanceof RunFailed) throw cause.cause
    if (databaseUrl === null)
      throw new RunFailed(`${stateFile} cannot be opened: set STATE_FILE to a file that can be written`, {
        cause,
      })
    log.fault(cause)
    log.note('DATABASE_URL does not answer: free reads are served, the rest waits for it')
  }
}

function tellOf({ paid, refused, givenBack, left, unread }: Reconciled, log: Log): void {
  if (paid + refused + givenBack === 0) return
  log.note(
    `payments reconciled: ${paid} paid, ${refused} refused, ${givenBack} given back, ${left} left, ${unread} unread`,
  )
}
