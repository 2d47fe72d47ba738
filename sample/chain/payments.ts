import type { Hex } from 'viem'
import { SAMPLE_DAYS } from '../days.ts'
import { between, choose, createRandom, type Random, shuffle } from '../prng.ts'
import { blockAt } from './blocks.ts'
import { sampleHash, wallet } from './hex.ts'
import { paymentLogs, SAMPLE_USDC, transferLog } from './logs.ts'
import { getFundedWallets, OPERATORS, PAYERS, RELAYERS, type SampleOperator } from './operators.ts'
import type { Transaction } from './transactions.ts'

interface Payment {
  name: string
  payer: Hex
  payTo: Hex
  amount: number
  relayer: Hex
}

const BATCHER = wallet('batcher')
const EVERY = 3
const TIMES = [1, 1, 1, 1, 2, 5] as const

/** Every transaction with USDC: payments, funding of payers by operators, and unrelated transfers. */
export const moneyTransactions = (seed: number): Transaction[] =>
  SAMPLE_DAYS.flatMap((_, day) => {
    const payments = OPERATORS.filter(({ from, until }) => from <= day && day < until).flatMap((operator) =>
      paymentsTo(seed, operator, day),
    )
    const random = createRandom(seed, 'settling', day)
    const settled = inBatches(random, shuffle(random, payments)).map((batch) =>
      settle(seed, random, batch, day),
    )
    return [...settled, ...fundings(seed, day, payments), ...others(seed, day)]
  })

function paymentsTo(seed: number, operator: SampleOperator, day: number): Payment[] {
  const { name, address, perDay, price, relayer } = operator
  const random = createRandom(seed, 'payments', name, day)
  const customers = selectCustomers(seed, operator)
  const count = between(random, Math.ceil(perDay * 0.75), Math.floor(perDay * 1.25))
  return Array.from({ length: count }, (_, index) => ({
    name: `${name} ${day} ${index}`,
    payer: selectPayer(random, operator, customers, index),
    payTo: address,
    amount: price * choose(random, TIMES),
    relayer: (RELAYERS[random() < 0.9 ? relayer : between(random, 0, 2)] as (typeof RELAYERS)[number])
      .address,
  }))
}

const selectCustomers = (seed: number, { name, customers }: SampleOperator): Hex[] =>
  shuffle(createRandom(seed, 'customers', name), PAYERS).slice(0, customers)

/** The first customers come most often; one in ten payers of self-dealing operators is somebody else. */
function selectPayer(random: Random, operator: SampleOperator, customers: Hex[], index: number): Hex {
  const usual = customers[Math.floor(customers.length * random() * random())] as Hex
  const isApart = random() < 0.1
  switch (operator.mainPayer) {
    case 'self':
      return isApart ? usual : operator.address
    case 'funded':
      return isApart ? usual : (getFundedWallets(operator)[index % 2] as Hex)
    case 'one':
      return random() < 0.7 ? (customers[0] as Hex) : usual
    case null:
      return usual
  }
}

/** Mostly single; now and then a relayer settles two or three at once. */
function inBatches(random: Random, payments: Payment[]): Payment[][] {
  const left = [...payments]
  const batches: Payment[][] = []
  while (left.length > 0) batches.push(left.splice(0, random() < 0.04 ? between(random, 2, 3) : 1))
  return batches
}

function settle(seed: number, random: Random, batch: Payment[], day: number): Transaction {
  const { name, relayer } = batch[0] as Payment
  return {
    name: `payment ${name}`,
    block: blockAt(day + random()),
    from: relayer,
    to: batch.length > 1 ? BATCHER : SAMPLE_USDC,
    logs: batch.flatMap(({ payer, payTo, amount, name }) =>
      paymentLogs(payer, payTo, BigInt(amount), sampleHash(`${seed} nonce ${name}`)),
    ),
  }
}

/** Every few days a self-paying operator funds the payments of others to it. */
function fundings(seed: number, day: number, payments: Payment[]): Transaction[] {
  if (day % EVERY !== 0) return []
  return OPERATORS.filter(({ mainPayer }) => mainPayer === 'funded').flatMap((operator) =>
    getFundedWallets(operator).map((to, index) => {
      const spent = payments.filter(({ payer }) => payer === to).reduce((sum, { amount }) => sum + amount, 0)
      const at = day + 0.01 + createRandom(seed, 'funding', operator.name, day, index)() / 100
      return transfer(`funding ${operator.name} ${day} ${index}`, at, operator.address, to, spent * EVERY)
    }),
  )
}

/** Transfers of a day that are neither a payment nor a funding: between third parties, to an operator, and from one. */
function others(seed: number, day: number): Transaction[] {
  const random = createRandom(seed, 'transfers', day)
  const operator = OPERATORS[day % OPERATORS.length] as SampleOperator
  const stranger = (name: string): Hex => wallet(`stranger ${name} ${between(random, 1, 20)}`)
  const pairs: [Hex, Hex][] = [
    [stranger('a'), stranger('b')],
    [PAYERS[between(random, 0, PAYERS.length - 1)] as Hex, operator.address],
    [operator.address, wallet(`purse of ${operator.name}`)],
  ]
  return pairs.map(([from, to], index) =>
    transfer(`transfer ${day} ${index}`, day + random(), from, to, between(random, 1, 900) * 1_000_000),
  )
}

const transfer = (name: string, at: number, from: Hex, to: Hex, amount: number): Transaction => ({
  name,
  block: blockAt(at),
  from,
  to: SAMPLE_USDC,
  logs: [transferLog(from, to, BigInt(amount))],
})
