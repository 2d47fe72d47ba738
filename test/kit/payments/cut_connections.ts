import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../random.ts'
import { buyer } from './clients.ts'
import { type Priced, toAtomicUnits } from './paid_service.ts'
import type { PaymentSandbox } from './stand.ts'
import { type Answer, type Finding, sendUntilAnswered } from './trials.ts'
import { fundedWallet } from './wallets.ts'

const FUNDS = 10_000_000n
/** The approximate duration of a paid call under this load. */
const MAX_MS = 400

/**
 * So many clients pay at once, and the connection of each is cut at a moment of chance. Each sends its own call again
 * until it is answered: it is charged once, and gets what it paid for, twice the same.
 */
export async function cutConnections(
  stand: PaymentSandbox,
  endpoint: Priced,
  { clients, seed }: { clients: number; seed: number },
): Promise<Finding> {
  const random = randomFrom(seed)
  const calls = Array.from({ length: clients }, (_, at) => ({
    name: `cut ${at}`,
    afterMs: random() * MAX_MS,
  }))
  const met = await Promise.all(calls.map((call) => payAndCut(stand, endpoint, call)))
  const seen = {
    cut: met.filter(({ wasCut }) => wasCut).length,
    served: met.filter(({ answers }) => answers.every(({ status }) => status === 200)).length,
    same: met.filter(({ answers: [first, second] }) => first?.body === second?.body).length,
    chargedOnce: met.filter(({ paid }) => paid === toAtomicUnits(endpoint.price)).length,
  }
  return {
    what: `${clients} clients whose connection is cut`,
    seen: `${seen.cut} cut before the answer, ${seen.served} served by their retry, ${seen.same} of them twice the same, ${seen.chargedOnce} charged once`,
    isRight: [seen.served, seen.same, seen.chargedOnce].every((count) => count === clients) && seen.cut > 0,
  }
}

interface CutResult {
  wasCut: boolean
  answers: [Answer, Answer]
  paid: bigint
}

async function payAndCut(
  stand: PaymentSandbox,
  endpoint: Priced,
  { name, afterMs }: { name: string; afterMs: number },
): Promise<CutResult> {
  const wallet = await fundedWallet(stand.local.token, name, FUNDS)
  const url = stand.url(endpoint)
  const payment = await buyer(wallet, 2).sign(url)
  const wasCut = await sendAndCut(url, payment, afterMs)
  const answers: CutResult['answers'] = [
    await sendUntilAnswered(url, payment),
    await sendUntilAnswered(url, payment),
  ]
  return { wasCut, answers, paid: FUNDS - (await stand.local.token.balance(wallet.address)) }
}

/** Sends a request over a socket that is destroyed after a time; returns true if no answer had come by then. */
async function sendAndCut(url: string, headers: Record<string, string>, afterMs: number): Promise<boolean> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.on('error', () => {})
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  await wait(afterMs)
  socket.destroy()
  return received === 0
}
