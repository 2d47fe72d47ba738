import type { Endpoint } from '../../../core/interface/endpoint.ts'
import type { PaidVariant } from '../../../serving/handler/call.ts'
import { PAID } from '../../../serving/handler/paid.ts'
import { Ledger } from '../../../serving/service/payments/ledger.ts'
import type { PaymentRow } from '../../../serving/service/payments/payment_row.ts'
import { type ReconcileCounts, reconcile } from '../../../serving/service/payments/reconcile.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import type { FacilitatorOptions } from './facilitator_server.ts'
import { type LocalPayments, startLocalPayments } from './local_payments.ts'
import { formatAddress, PRICED, type Priced, rankedHandles, startPaidService } from './paid_service.ts'

/** A paid service on a local chain, with its ledger readable. */
export interface PaymentSandbox {
  local: LocalPayments
  /** The endpoints on sale. */
  sold: readonly Priced[]
  /** The full address of a call to an endpoint for an agent. */
  url(endpoint: Endpoint, handle?: string): string
  /** Agents of the release. */
  handles: readonly [string, string, ...string[]]
  /** The number of times the answer of an endpoint was built since the start; null if the service itself builds it. */
  made(id: string): number | null
  /** All rows of the ledger, newest first. */
  rows(): Promise<PaymentRow[]>
  /** Runs `npm run assay -- payments reconcile`. */
  reconcile(): Promise<ReconcileCounts>
  close(): Promise<void>
}

/** Starts one over the release of an output folder; `folder` holds its state. Null if there is no anvil. */
export async function startPaymentSandbox(
  { output, folder, chainId }: { output: string; folder: string; chainId: number },
  options: Pick<FacilitatorOptions, 'slowMs'> = {},
): Promise<PaymentSandbox | null> {
  const local = await startLocalPayments(chainId, options)
  if (local === null) return null
  const counted = countBodies()
  const service = await startPaidService(local, { output, folder }).catch(async (error) => {
    counted.stop()
    await local.close()
    throw error
  })
  const db = await openStore(service.config)
  const ledger = new Ledger(db, { now: Date.now, leaseMs: 0, newAttempt: () => 'stand' })
  const { scheme, network } = service.config.payment
  const chain = scheme.openChain({ url: local.chain.url, timeoutMs: 5_000 })
  const handles = await rankedHandles(service.url)
  return {
    local,
    handles,
    sold: PRICED,
    url: (endpoint, handle = handles[0]) => `${service.url}${formatAddress(endpoint, handle)}`,
    made: (id) => (id in PAID ? (counted.counts.get(id) ?? 0) : null),
    rows: () => ledger.newest(null, 100_000),
    reconcile: () => reconcile({ ledger, chain, network, log: () => {} }),
    async close() {
      await service.close()
      counted.stop()
      await db.close()
      await local.close()
    },
  }
}

/** Counts the builds of each paid answer in this process, until it is stopped. */
function countBodies() {
  const counts = new Map<string, number>()
  const bodies = PAID as Record<string, PaidVariant>
  const before = { ...bodies }
  for (const [id, body] of Object.entries(before))
    bodies[id] = (call) => {
      counts.set(id, (counts.get(id) ?? 0) + 1)
      return body(call)
    }
  return { counts, stop: () => Object.assign(bodies, before) }
}
