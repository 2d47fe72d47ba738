import { createPublicClient, decodeFunctionData, type Hex, http, serializeSignature } from 'viem'
import type { Priced } from './paid_service.ts'
import type { PaymentSandbox } from './stand.ts'
import { TOKEN_ABI, USDC } from './token.ts'
import type { Finding } from './trials.ts'
import { SELLER } from './wallets.ts'

const MAX_CONCURRENT = 32

/** A payment as anyone can read it on the chain. */
interface ChainPayment {
  amount: string
  header: Record<string, string>
}

/**
 * Plays somebody who knows the chain, the address that is paid and the public list of handles: replays each payment
 * against every endpoint of its price and every handle, so many times in all. `send` gives a status and a body.
 */
export async function replayAll(
  stand: PaymentSandbox,
  handles: readonly string[],
  tries: number,
): Promise<Finding[]> {
  const payments = await paymentsOnChain(stand)
  const targets = payments.flatMap((seen) =>
    stand.sold
      .filter((endpoint) => toAtomicUnits(endpoint) === seen.amount)
      .flatMap((endpoint) => handles.map((handle) => ({ seen, url: stand.url(endpoint, handle) }))),
  )
  const statuses = new Map<number, number>()
  const bodies = new Set<string>()
  let next = 0
  const work = async () => {
    for (let at = next++; at < tries; at = next++) {
      const { seen, url } = targets[at % targets.length] as (typeof targets)[number]
      // Each from an address of its own, as an attacker with many addresses would.
      const reply = await fetch(url, { headers: { ...seen.header, 'x-forwarded-for': addressNumber(at) } })
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      bodies.add(`${reply.status} ${await reply.text()}`)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  const seen = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  return [
    {
      what: `${tries} replays of ${payments.length} payments, ${targets.length} addresses`,
      seen: `${seen}; ${bodies.size} different bodies`,
      // One refusal for all, and one for those that were rate-limited.
      isRight: payments.length > 0 && !statuses.has(200) && bodies.size <= 2,
    },
  ]
}

/** Every payment to the seller: the input of the transaction has its authorization and signature. */
async function paymentsOnChain({ local }: PaymentSandbox): Promise<ChainPayment[]> {
  const client = createPublicClient({ transport: http(local.chain.url) })
  const used = await client.getContractEvents({
    ...{ address: USDC, abi: TOKEN_ABI, eventName: 'AuthorizationUsed', fromBlock: 0n },
  })
  const seen: ChainPayment[] = []
  for (const { transactionHash } of used) {
    const { input } = await client.getTransaction({ hash: transactionHash })
    const payment = readInput(input, local.chain.network)
    if (payment !== null) seen.push(payment)
  }
  return seen
}

function readInput(input: Hex, network: string): ChainPayment | null {
  const { functionName, args } = decodeFunctionData({ abi: TOKEN_ABI, data: input })
  if (functionName !== 'transferWithAuthorization') return null
  const [from, to, value, validAfter, validBefore, nonce, ...signed] = args
  const amount = String(value)
  const signature =
    signed.length === 1
      ? signed[0]
      : serializeSignature({ r: signed[1] as Hex, s: signed[2] as Hex, v: BigInt(signed[0] as number) })
  const authorization = { from, to, value: amount, nonce, ...times(validAfter, validBefore) }
  const accepted = { scheme: 'exact', network, amount, asset: USDC, payTo: SELLER }
  const payload = { x402Version: 2, accepted, payload: { signature, authorization } }
  return {
    amount,
    header: { 'payment-signature': Buffer.from(JSON.stringify(payload)).toString('base64') },
  }
}

const times = (validAfter: bigint, validBefore: bigint) => ({
  validAfter: String(validAfter),
  validBefore: String(validBefore),
})

const toAtomicUnits = ({ price }: Priced): string => String(Math.round(Number(price) * 1e6))

const addressNumber = (at: number): string => `198.18.${(at >> 8) & 255}.${at & 255}`
