import { join } from 'node:path'
import { Ledger } from '../../../serving/service/payments/ledger.ts'
import type { PaymentRow } from '../../../serving/service/payments/payment_row.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { type LocalService, localService } from '../../../test/kit/local_service.ts'
import { type LocalPayments, startLocalPayments } from '../../../test/kit/payments/local_payments.ts'
import { PRICED, type Priced, serviceEnvironment } from '../../../test/kit/payments/paid_service.ts'

/** Something that a skill sells. */
export interface PaidEndpoint {
  endpoint: Priced
  /** The data part that requests it, and one that requests something else of the same price. */
  data: Record<string, unknown>
  other: Record<string, unknown>
  /** Its address over REST. */
  target: string
}

/** A service whose skills are paid on a local chain, with its books open. */
export interface PaymentSetup {
  local: LocalPayments
  service: LocalService
  /** The paid endpoints. */
  sold: readonly PaidEndpoint[]
  /** An address that nobody has called from yet. */
  caller(): string
  /** All rows of the ledger, newest first. */
  rows(): Promise<PaymentRow[]>
  close(): Promise<void>
}

// The one chain that version 1 of x402, which the extension speaks, has a name for.
const BASE = 8453

/** Starts one over the release of an output folder; `folder` holds its state. Null where no anvil can be had. */
export async function startPaymentSetup(output: string, folder: string): Promise<PaymentSetup | null> {
  const local = await startLocalPayments(BASE)
  if (local === null) return null
  try {
    const service = await localService({ output, folder, settings: serviceEnvironment(local) })
    const db = await openStore({ stateFile: join(folder, 'service.sqlite'), databaseUrl: null })
    const ledger = new Ledger(db, { now: Date.now, leaseMs: 0, newAttempt: () => 'stand' })
    let callers = 0
    return {
      ...{ local, service, sold: await forSale(service) },
      caller: () => `198.51.100.${++callers}`,
      rows: () => ledger.newest(null, 10_000),
      async close() {
        await service.close()
        await db.close()
        await local.close()
      },
    }
  } catch (error) {
    await local.close()
    throw error
  }
}

async function forSale(service: LocalService): Promise<PaidEndpoint[]> {
  const [handle = '', another = ''] = service.handles
  const all: PaidEndpoint[] = [
    {
      endpoint: priced('find_full'),
      data: { skill: 'find_agents', q: 'weather', full: true },
      other: { skill: 'find_agents', q: 'weather', limit: 5 },
      target: '/api/agents/find/full?q=weather',
    },
    {
      endpoint: priced('trust_evaluation_full'),
      data: { skill: 'trust_eval', handle, depth: 'full' },
      other: { skill: 'trust_eval', handle: another, depth: 'full' },
      target: `/api/trust/evaluate/full?handle=${handle}`,
    },
    {
      endpoint: priced('attestation'),
      data: { skill: 'attest', metric: 'liveness', handle },
      other: { skill: 'attest', metric: 'tier', handle },
      target: `/api/oracle/attest?metric=liveness&handle=${handle}`,
    },
  ]
  const statuses = await Promise.all(all.map(({ target }) => fetch(`${service.url}${target}`)))
  return all.filter((_, index) => statuses[index]?.status === 402)
}

function priced(id: string): Priced {
  const found = PRICED.find((endpoint) => endpoint.id === id)
  if (found === undefined) throw new Error(`${id} has no price`)
  return found
}
