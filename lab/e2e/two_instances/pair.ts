import { payerNamed, type SignedPayment, signFor } from '../pay_kill/payment_sent.ts'
import { type ServiceProcess, startServe } from '../pay_kill/service_process.ts'
import { type PaymentSetup, startPaymentSetup } from '../pay_kill/world.ts'

/** One requirement and its result. */
export interface Exact {
  what: string
  seen: string
  isRight: boolean
}

/** Two services that share a store, a chain and a facilitator. */
export interface Pair {
  world: PaymentSetup
  urls: readonly [string, string]
  databaseUrl: string
  close(): Promise<void>
}

/** Starts them over the release of an output folder; null where no anvil can be had. */
export async function startPair(output: string, databaseUrl: string): Promise<Pair | null> {
  const world = await startPaymentSetup({ output, stateFile: '', databaseUrl, leaseMs: 0, slowMs: 0 })
  if (world === null) return null
  const services: ServiceProcess[] = []
  const close = async () => {
    await Promise.all(services.map((service) => service.stop()))
    await world.close()
  }
  try {
    services.push(...(await Promise.all([0, 1].map(() => startServe(output, world.environment)))))
    const [first, second] = services.map(({ url }) => url) as [string, string]
    return { world, databaseUrl, urls: [first, second], close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The instance that a caller uses: they alternate. */
export const urlFor = ({ urls }: Pair, caller: number): string => urls[caller % 2 === 0 ? 0 : 1]

/** A payment for one of the calls that can be bought; `name` is its payer. */
export async function signed(pair: Pair, name: string, index = 0): Promise<SignedPayment> {
  const endpoint = pair.world.sold[index % pair.world.sold.length]
  if (endpoint === undefined) throw new Error('nothing is sold')
  return signFor(pair.urls[0], endpoint, await payerNamed(pair.world, name))
}
