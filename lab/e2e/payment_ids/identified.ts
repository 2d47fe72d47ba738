import { setTimeout as wait } from 'node:timers/promises'
import { identifiedBuyer } from '../../../test/kit/payments/clients.ts'
import { formatAddress, type Priced, toAtomicUnits } from '../../../test/kit/payments/paid_service.ts'
import { payerNamed, readSettlements } from '../pay_kill/payment_sent.ts'
import type { PaymentSetup } from '../pay_kill/world.ts'

/** A payer of one trial and its id, with the call that it makes. */
export interface Identified {
  /** Path and query of the call. */
  address: string
  endpoint: Priced
  payer: `0x${string}`
  /** The stock client signs anew and pays for its call, or for another address; null where the connection broke. */
  pay(url: string, other?: string): Promise<Reply | null>
  /** Sends what was signed as the `index`-th once more, byte for byte. */
  resend(url: string, index: number): Promise<Reply>
}

/** The answer of a call. */
export interface Reply {
  status: number
  body: string
  receipt: string | null
  retryMs: number | null
}

/** One requirement and its result. */
export interface Finding {
  what: string
  seen: string
  isRight: boolean
}

const MAX_TRIES = 40

/** A payer of this name, with an id of its own, who calls an endpoint for an agent. */
export async function identified(
  world: PaymentSetup,
  { handle, name, index = 0 }: { handle: string; name: string; index?: number },
): Promise<Identified> {
  const endpoint = world.sold[index % world.sold.length] as Priced
  const wallet = await payerNamed(world, name)
  const client = identifiedBuyer(wallet, `pay_${wallet.address.slice(2).toLowerCase()}`)
  const address = formatAddress(endpoint, handle)
  return {
    ...{ address, endpoint, payer: wallet.address },
    pay: async (base, other = address) => {
      try {
        return await read(await client.pay(`${base}${other}`))
      } catch {
        return null
      }
    },
    resend: async (base, at) => read(await fetch(`${base}${address}`, { headers: client.sent[at] ?? {} })),
  }
}

/** Resends while the answer is 503, after the pause that it names. */
export async function untilAnswered(send: () => Promise<Reply | null>): Promise<(Reply | null)[]> {
  const replies: (Reply | null)[] = []
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const reply = await send()
    replies.push(reply)
    if (reply?.status !== 503) break
    await wait(reply.retryMs ?? 1_000)
  }
  return replies
}

async function read(answer: Response): Promise<Reply> {
  const after = answer.headers.get('retry-after')
  return {
    status: answer.status,
    body: await answer.text(),
    receipt: answer.headers.get('payment-response'),
    retryMs: after === null ? null : Number(after) * 1_000,
  }
}

/** Returns how the calls of a trial were answered, and how much its payer was charged. */
export async function finding(
  world: PaymentSetup,
  { what, caller, replies, wanted }: Trial,
): Promise<Finding> {
  const { settlements, units } = await readSettlements(world, caller)
  const statuses = replies.map((reply) => reply?.status ?? 'lost').join(', ')
  const served = replies.filter((reply) => reply?.status === 200)
  const answers = new Set(served.map((reply) => `${reply?.receipt} ${reply?.body}`)).size
  const hasReceipts = served.every((reply) => reply !== null && reply.receipt !== null)
  return {
    what,
    seen: `${statuses}; ${answers} answer; charged ${settlements} time, ${units} units of ${toAtomicUnits(caller.endpoint.price)}`,
    isRight:
      wanted.test(statuses) &&
      answers === 1 &&
      hasReceipts &&
      settlements === 1 &&
      units === toAtomicUnits(caller.endpoint.price),
  }
}

interface Trial {
  what: string
  caller: Identified
  replies: readonly (Reply | null)[]
  /** The statuses that are right, in order. */
  wanted: RegExp
}
