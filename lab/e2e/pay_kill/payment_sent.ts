import { setTimeout as wait } from 'node:timers/promises'
import { createPublicClient, http } from 'viem'
import { RESOURCES } from '../../../core/resources/schemas.ts'
import { buyer, parseReceipt } from '../../../test/kit/payments/clients.ts'
import {
  formatAddress,
  type Priced,
  rankedHandles,
  toAtomicUnits,
} from '../../../test/kit/payments/paid_service.ts'
import { TOKEN_ABI, USDC } from '../../../test/kit/payments/token.ts'
import { fundedWallet } from '../../../test/kit/payments/wallets.ts'
import type { PaymentSetup } from './world.ts'

/** A payment that was signed once, and is sent until it is answered. Its payer makes no other. */
export interface SignedPayment {
  endpoint: Priced
  /** Path and query of the call that it is for. */
  address: string
  payer: `0x${string}`
  headers: Record<string, string>
}

/** The answer to a call, read to its end. */
export interface Answer {
  status: number
  body: string
  transaction: string | null
}

/** The result of a call that was retried; null if the connection broke. */
export interface RetryResult {
  last: Answer | null
  /** All that was answered on the way, e.g. `503, 200`. */
  statuses: string
}

const FUNDS = 10_000_000n
const MAX_MS = 150_000

/** Someone who can pay, known before any service runs. */
export const payerNamed = (world: PaymentSetup, name: string) => fundedWallet(world.local.token, name, FUNDS)

/** Signs a payment for a call of the endpoint, after the quote of the service at `url`. */
export async function signFor(
  url: string,
  endpoint: Priced,
  wallet: Awaited<ReturnType<typeof payerNamed>>,
): Promise<SignedPayment> {
  const [handle] = await rankedHandles(url)
  const address = formatAddress(endpoint, handle)
  const headers = await buyer(wallet, 2).sign(`${url}${address}`)
  return { endpoint, address, payer: wallet.address, headers }
}

/** Resends a call while it is answered 503, after the pause of Retry-After. */
export async function sendUntilAnswered(
  url: string,
  { address, headers }: Pick<SignedPayment, 'address' | 'headers'>,
): Promise<RetryResult> {
  const statuses: string[] = []
  const begun = performance.now()
  for (;;) {
    const { answer, retryMs } = await send(`${url}${address}`, headers)
    statuses.push(answer === null ? 'lost' : String(answer.status))
    const isLate = performance.now() - begun > MAX_MS
    if (answer?.status !== 503 || retryMs === null || isLate)
      return { last: answer, statuses: statuses.join(', ') }
    await wait(retryMs)
  }
}

async function send(url: string, headers: Record<string, string>) {
  try {
    const reply = await fetch(url, { headers })
    const answer: Answer = {
      status: reply.status,
      body: await reply.text(),
      transaction: parseReceipt(reply)?.transaction ?? null,
    }
    const after = reply.headers.get('retry-after')
    return { answer, retryMs: after === null ? null : Number(after) * 1_000 }
  } catch {
    return { answer: null, retryMs: null }
  }
}

/** Number of settlements of a payment on the chain, and the units its payer spent. */
export async function readSettlements({ local }: PaymentSetup, { payer }: Pick<SignedPayment, 'payer'>) {
  const client = createPublicClient({ transport: http(local.chain.url) })
  const used = await client.getContractEvents({
    ...{ address: USDC, abi: TOKEN_ABI, eventName: 'AuthorizationUsed', fromBlock: 0n },
    args: { authorizer: payer },
  })
  return { settlements: used.length, units: FUNDS - (await local.token.balance(payer)) }
}

/** Returns the problems of a payment with a final answer; empty if it was paid once and served once, or neither. */
export async function checkPayment(world: PaymentSetup, payment: SignedPayment, last: Answer | null) {
  const { endpoint, payer } = payment
  const { settlements, units } = await readSettlements(world, payment)
  const rows = await world.readRows(payer.toLowerCase())
  const isServed = last?.status === 200
  const due = isServed ? toAtomicUnits(endpoint.price) : 0n
  const problems: string[] = []
  if (settlements !== (isServed ? 1 : 0)) problems.push(`${settlements} settlements on the chain`)
  if (units !== due) problems.push(`${units} units moved, and ${due} were due`)
  if (rows.length > 1) problems.push(`${rows.length} rows in the ledger`)
  const state = rows[0]?.state ?? 'missing'
  if ((state === 'served') !== isServed) problems.push(`its row is ${state}`)
  if (isServed && !isExpectedAnswer(endpoint, last.body))
    problems.push('the body is not the answer of this call')
  if (isServed && last.transaction !== rows[0]?.transaction_hash) problems.push('the receipt is another one')
  return problems
}

const isExpectedAnswer = ({ answer }: Priced, body: string): boolean =>
  answer !== null && RESOURCES[answer]?.safeParse(JSON.parse(body)).success === true
