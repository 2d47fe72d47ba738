import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import { type Address, createWalletClient, http, publicActions } from 'viem'
import type { RunningChain } from './anvil.ts'
import { FAULTS, type Fault, type FaultKind, type FaultName, type Step } from './faults.ts'
import { sendSequentially } from './in_turn.ts'
import { mined } from './mined.ts'
import { localChain } from './token.ts'
import { sendingWallet } from './wallets.ts'

const MAX_BODY = 65_536
const GAS = 150_000n

/** The options of a facilitator. */
export interface FacilitatorOptions {
  chain: RunningChain
  /** It pays the fees for this token and this seller only. */
  allowed: { asset: Address; payTo: Address }
  /** The delay of a slow answer in milliseconds. */
  slowMs?: number
  /** The bearer token that callers must send; null: everyone is served. */
  token?: string | null
}

/** An HTTP facilitator on the loopback: POST /verify, POST /settle, GET /supported. */
export interface RunningFacilitator {
  url: string
  /** The number of requests of each step, faults included. */
  asked: Record<Step, number>
  /** Sets its fault from now on; null: none. */
  fail(name: FaultName | null): void
  close(): Promise<void>
}

interface Ask {
  paymentPayload: PaymentPayload & { payload: { authorization?: { from?: string } } }
  paymentRequirements: PaymentRequirements
}

/** Starts a facilitator that settles on the chain, from a wallet of its own that pays the fees. */
export async function startFacilitator(options: FacilitatorOptions): Promise<RunningFacilitator> {
  const facilitator = stockFacilitator(options.chain)
  const asked = { verify: 0, settle: 0 }
  const closing = new AbortController()
  let current: Fault | null = null

  const work = (step: Step, { paymentPayload, paymentRequirements }: Ask): Promise<unknown> | object =>
    isAllowed(paymentRequirements, options.allowed)
      ? facilitator[step](paymentPayload, paymentRequirements)
      : refusal('not_allowed', paymentRequirements.network)

  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/'
    if (request.method === 'GET' && path === '/supported')
      return send(response, 200, facilitator.getSupported())
    const step = parseStep(path)
    if (request.method !== 'POST' || (step === null && path !== '/elsewhere'))
      return send(response, 404, { error: 'There is nothing here.' })
    if (options.token && request.headers.authorization !== `Bearer ${options.token}`)
      return send(response, 401, { error: 'The bearer token is missing or wrong.' })
    const ask = JSON.parse(await readBody(request)) as Ask
    if (step === null) return send(response, 200, yes(ask))
    asked[step] += 1
    const kind = current?.at.includes(step) ? current.kind : null
    if (kind === 'slow') await wait(options.slowMs ?? 60_000, undefined, { signal: closing.signal })
    const isDone = kind === null || kind === 'slow' || kind === 'answer_lost'
    answer(kind, response, isDone ? await work(step, ask) : yes(ask))
  }

  const server = createServer((request, response) => {
    reply(request, response).catch((error: Error) => send(response, 400, { error: error.message }))
  })
  const url = await listen(server)
  return {
    ...{ url, asked },
    fail: (name) => {
      current = name === null ? null : FAULTS[name]
    },
    close: () => {
      closing.abort()
      return close(server)
    },
  }
}

const parseStep = (path: string): Step | null =>
  path === '/verify' ? 'verify' : path === '/settle' ? 'settle' : null

/** Sends the answer with the fault applied. */
function answer(kind: FaultKind | null, response: ServerResponse, body: unknown): void {
  if (kind === null || kind === 'slow') send(response, 200, body)
  else if (kind === '500') send(response, 500, body)
  else if (kind === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end()
  else if (kind === 'malformed') response.end(JSON.stringify(body).slice(0, -10))
  else if (kind === 'refuses') send(response, 200, refusal('insufficient_funds', ''))
  else response.socket?.resetAndDestroy()
}

/** A false answer that would be a success of both steps. */
const yes = ({ paymentPayload, paymentRequirements: { network } }: Ask): object => {
  const payer = paymentPayload.payload.authorization?.from
  return { isValid: true, success: true, payer, network, transaction: `0x${'11'.repeat(32)}` }
}

const refusal = (reason: string, network: string): object => ({
  ...{ isValid: false, invalidReason: reason },
  ...{ success: false, errorReason: reason, transaction: '', network },
})

const isAllowed = ({ asset, payTo }: PaymentRequirements, allowed: FacilitatorOptions['allowed']): boolean =>
  asset.toLowerCase() === allowed.asset.toLowerCase() && payTo.toLowerCase() === allowed.payTo.toLowerCase()

function stockFacilitator(chain: RunningChain): x402Facilitator {
  const account = sendingWallet(0)
  const client = createWalletClient({
    account,
    chain: localChain(chain),
    transport: http(chain.url),
    pollingInterval: 20,
  }).extend(publicActions)
  const signer = toFacilitatorEvmSigner({
    ...client,
    address: account.address,
    writeContract: sendSequentially(client, account.address, GAS),
    waitForTransactionReceipt: ({ hash }) => mined(client, hash),
  } as Parameters<typeof toFacilitatorEvmSigner>[0])
  return registerExactEvmScheme(new x402Facilitator(), { signer, networks: chain.network })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY) throw new Error(`The body must have at most ${MAX_BODY} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}
