import { readServiceConfig } from '../../../serving/service/config.ts'
import { Ledger } from '../../../serving/service/payments/ledger.ts'
import type { PaymentRow } from '../../../serving/service/payments/payment_row.ts'
import { openStore } from '../../../serving/service/store/open.ts'
import { type LocalPayments, startLocalPayments } from '../../../test/kit/payments/local_payments.ts'
import { PRICED, type Priced, serviceEnvironment } from '../../../test/kit/payments/paid_service.ts'

/** State that outlives each process of the service: the chain, the facilitator, the store and the release. */
export interface PaymentSetup {
  output: string
  local: LocalPayments
  /** Environment variables of the service. */
  environment: Record<string, string>
  /** Lease of a payment in a service that is going to be killed. */
  leaseMs: number
  /** Duration of a slow settlement. */
  slowMs: number
  /** The paid endpoints. */
  sold: readonly Priced[]
  /** The rows of the ledger that a payer has, given in lower case. */
  readRows(payer: string): Promise<PaymentRow[]>
  close(): Promise<void>
}

/** Settings of a world; with a `databaseUrl` the state file is not used. */
export interface PaymentSetupOptions {
  output: string
  stateFile: string
  databaseUrl: string | null
  leaseMs: number
  slowMs: number
}

/** Starts one; null where no anvil can be had. */
export async function startPaymentSetup(options: PaymentSetupOptions): Promise<PaymentSetup | null> {
  const { output, stateFile, databaseUrl, leaseMs, slowMs } = options
  const local = await startLocalPayments(31337, { slowMs })
  if (local === null) return null
  const environment = {
    ...serviceEnvironment(local),
    ...{ STATE_FILE: stateFile, DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'fatal', TRUSTED_PROXIES: '1' },
  }
  const db = await openStore(readServiceConfig(environment, output))
  const ledger = new Ledger(db, { now: Date.now, leaseMs: 0, newAttempt: () => 'campaign' })
  return {
    ...{ output, local, environment, leaseMs, slowMs },
    sold: PRICED,
    readRows: async (payer) => (await ledger.newest(null, 100_000)).filter((row) => row.payer === payer),
    async close() {
      await db.close()
      await local.close()
    },
  }
}
