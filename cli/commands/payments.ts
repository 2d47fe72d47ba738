import { parseArgs } from 'node:util'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { clean } from '../../core/domain/text.ts'
import type { PaymentRow, PaymentState } from '../../serving/service/payments/payment_row.ts'
import type { ReconcileCounts } from '../../serving/service/payments/reconcile.ts'
import { existingFolder, OUTPUT } from './command.ts'
import { openExisting } from './open_existing.ts'

const STATES: readonly PaymentState[] = ['reserved', 'verified', 'settled', 'served', 'refused', 'unknown']

export const help = `Usage: npm run assay -- payments list|reconcile [options]

Lists payments, and asks the chain about those whose outcome is unknown. Reads the database of the service
(STATE_FILE or DATABASE_URL), and the chain X402_NETWORK through X402_RPC_URL.

  list [--state STATE] [--limit N]  the newest payments first (default: all states, 100 rows)
                                    STATE: ${STATES.join(', ')}
  reconcile                         looks up unknown payments on the chain and records what became of them; it
                                    moves no money

  --output DIR  the folder of the index (default: ${OUTPUT})
  --help        print this
`

const MAX_ROWS = 10_000
const OPTIONS = {
  state: { type: 'string' },
  limit: { type: 'string' },
  output: { type: 'string', default: OUTPUT },
} as const

/** Dependencies of the command, replaced in tests. */
export interface PaymentsTools {
  newest(state: PaymentState | null, limit: number): Promise<PaymentRow[]>
  reconcile(): Promise<ReconcileCounts>
  print(text: string): void
}

const parseOptions = (args: string[]) =>
  parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true })

/** Lists or reconciles the ledger in the store that the environment names. */
export async function run(args: string[]): Promise<void> {
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { Ledger } = await import('../../serving/service/payments/ledger.ts')
  const config = readServiceConfig(process.env, existingFolder(parseOptions(args).values.output))
  const db = await openExisting('ledger', config)
  // It takes no payment, and therefore needs neither lease nor name.
  const ledger = new Ledger(db, { now: Date.now, leaseMs: 0, newAttempt: () => 'reconcile' })
  try {
    await runPayments(args, {
      newest: (state, limit) => ledger.newest(state, limit),
      async reconcile() {
        const { rpcUrl, scheme, network } = config.payment
        if (rpcUrl === null)
          throw new BadUsage('reconcile needs PAY_TO and X402_RPC_URL, as the service has them')
        const { reconcile } = await import('../../serving/service/payments/reconcile.ts')
        const chain = scheme.openChain({ url: rpcUrl, timeoutMs: 10_000 })
        const log = (error: unknown) => process.stderr.write(`${errorSentence(error)}\n`)
        return reconcile({ ledger, chain, network, log })
      },
      print: (text) => process.stdout.write(text),
    })
  } finally {
    await db.close()
  }
}

/** The same with everything given. Throws BadUsage, RunFailed when the chain could not be read, or StoreUnavailable. */
export async function runPayments(args: string[], tools: PaymentsTools): Promise<void> {
  const { values, positionals } = parseOptions(args)
  const { state, limit } = values
  const [word, ...rest] = positionals
  if ((word !== 'list' && word !== 'reconcile') || rest.length > 0)
    throw new BadUsage('choose list or reconcile')
  if (word === 'list') {
    const rows = await tools.newest(parsePaymentState(state), parseLimit(limit))
    return tools.print(rows.length === 0 ? 'No payments.\n' : rows.map(formatPayment).join(''))
  }
  if (state !== undefined || limit !== undefined)
    throw new BadUsage('reconcile has no options --state and --limit')
  await reconcileAll(tools)
}

async function reconcileAll({ reconcile, print }: PaymentsTools): Promise<void> {
  const { paid, refused, released, left, unread } = await reconcile()
  print(
    `${paid} paid, ${refused} refused, ${released} released, ${left} still valid and unused, ${unread} could not be looked up\n`,
  )
  if (unread > 0)
    throw new RunFailed(
      `${unread} payment(s) could not be looked up on the chain: check X402_RPC_URL, then run this again`,
    )
}

function parsePaymentState(state: string | undefined): PaymentState | null {
  if (state === undefined) return null
  const found = STATES.find((item) => item === state)
  if (found === undefined) throw new BadUsage(`--state must be ${STATES.join(', ')}`)
  return found
}

function parseLimit(limit = '100'): number {
  const rows = /^\d{1,5}$/.test(limit) ? Number(limit) : 0
  if (rows < 1 || rows > MAX_ROWS) throw new BadUsage(`--limit must be 1 to ${MAX_ROWS}`)
  return rows
}

/** Columns with tabs between; the amount is in the token's smallest unit. */
function formatPayment(row: PaymentRow): string {
  const { created_at, state, endpoint, amount, network, payer, nonce, transaction_hash, reason } = row
  const time = new Date(created_at).toISOString()
  const cells = [
    time,
    state,
    endpoint,
    amount,
    network,
    payer,
    nonce,
    transaction_hash ?? '',
    clean(reason ?? '', 300),
  ]
  return `${cells.join('\t')}\n`
}

const errorSentence = (error: unknown): string =>
  clean(error instanceof Error ? error.message : 'the chain cannot be read', 300)
