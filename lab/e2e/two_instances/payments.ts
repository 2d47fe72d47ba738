import { toAtomicUnits } from '../../../test/kit/payments/paid_service.ts'
import { SELLER } from '../../../test/kit/payments/wallets.ts'
import { type Answer, type SignedPayment, sendUntilAnswered } from '../pay_kill/payment_sent.ts'
import { type Exact, type Pair, signed, urlFor } from './pair.ts'

/** Runs some work, and returns its effect on the chain and the number of requests to the facilitator. */
async function measureChange<T>({ world: { local } }: Pair, work: () => Promise<T>) {
  const readBalances = async () => ({
    units: await local.token.balance(SELLER),
    used: await local.token.usedCount(),
    ...local.facilitator.asked,
  })
  const before = await readBalances()
  const result = await work()
  const after = await readBalances()
  return {
    result,
    units: after.units - before.units,
    used: after.used - before.used,
    verified: after.verify - before.verify,
    settled: after.settle - before.settle,
  }
}

const isServed = (answer: Answer | null | undefined): boolean => answer?.status === 200

/** Copies of one payment, half to each. */
export async function copies(pair: Pair, callers: number, name: string): Promise<Exact> {
  const payment = await signed(pair, name)
  const { result, units, used, verified, settled } = await measureChange(pair, () =>
    Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const { last } = await sendUntilAnswered(urlFor(pair, caller), payment)
        return last
      }),
    ),
  )
  const served = result.filter(isServed).length
  const answers = new Set(result.map((answer) => JSON.stringify(answer))).size
  return {
    what: `${callers} copies of one payment`,
    seen: `${served} served, ${answers} answer, ${verified} verified, ${settled} settled, ${used} on the chain, ${units} units`,
    isRight:
      served === callers &&
      [answers, verified, settled, used].every((count) => count === 1) &&
      units === toAtomicUnits(payment.endpoint.price),
  }
}

/** A payment for each caller, half of them at each. */
export async function distinct(pair: Pair, callers: number, name: string): Promise<Exact> {
  const payments = await manySigned(pair, callers, name)
  const { result, units, used } = await measureChange(pair, () =>
    Promise.all(payments.map((payment, caller) => sendUntilAnswered(urlFor(pair, caller), payment))),
  )
  const served = result.filter(({ last }) => isServed(last)).length
  const anew = result.filter(({ statuses }) => statuses.includes(',')).length
  return {
    what: `${callers} payments`,
    seen: `${served} served, ${used} on the chain, ${units} units, ${anew} sent anew`,
    isRight: served === callers && used === callers && units === sumUnits(payments),
  }
}

/** Payments that are each sent to both at once. */
export async function toBoth(pair: Pair, many: number, name: string): Promise<Exact> {
  const payments = await manySigned(pair, many, name)
  const { result, units, used, settled } = await measureChange(pair, () =>
    Promise.all(
      payments.map((payment) => Promise.all(pair.urls.map((url) => sendUntilAnswered(url, payment)))),
    ),
  )
  const alike = result.filter(
    ([first, second]) =>
      isServed(first?.last) && JSON.stringify(first?.last) === JSON.stringify(second?.last),
  ).length
  return {
    what: `${many} payments, each sent to both`,
    seen: `${alike} served alike, ${settled} settled, ${used} on the chain, ${units} units`,
    isRight: alike === many && settled === many && used === many && units === sumUnits(payments),
  }
}

async function manySigned(pair: Pair, many: number, name: string): Promise<SignedPayment[]> {
  const payments: SignedPayment[] = []
  for (let index = 0; index < many; index += 1) payments.push(await signed(pair, `${name} ${index}`, index))
  return payments
}

const sumUnits = (payments: SignedPayment[]): bigint =>
  payments.reduce((sum, { endpoint }) => sum + toAtomicUnits(endpoint.price), 0n)
