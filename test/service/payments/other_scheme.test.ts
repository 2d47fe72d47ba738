import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Listing, Payment, Terms } from '../../../serving/service/payments/payment.ts'
import { parseBody, parseReceipt, sqliteStore, startInstance, USUAL_CALL, USUAL_PRICE } from './paid_world.ts'
import { TokenWorld } from './token_world.ts'
import { EXACT_TOY } from './toy_scheme.ts'

let store: Awaited<ReturnType<typeof sqliteStore>>
beforeAll(async () => {
  store = await sqliteStore()
})
afterAll(() => store.close())

const CONFIG = { scheme: EXACT_TOY, network: 'toy:1', asset: 'Coin', payTo: 'Seller', extra: { mint: 'A' } }
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

test('another scheme quotes, reads, claims and settles its own payments, in its own spelling', async () => {
  const world = new TokenWorld()
  world.fund('Payer', USUAL_PRICE)
  const { facilitator, chain } = world.parties(async () => {})
  const settled: [Payment, Terms][] = []
  const parties = {
    chain,
    facilitator: {
      ...facilitator,
      settle: (payment: Payment, terms: Terms, listing: Listing) => {
        settled.push([payment, terms])
        return facilitator.settle(payment, terms, listing)
      },
    },
  }
  const { ask, ledger } = startInstance({ world, db: store.db, made: [], config: CONFIG, parties })

  const quoted = await ask(USUAL_CALL)
  const required = JSON.parse(Buffer.from(quoted.headers['payment-required'] ?? '', 'base64').toString())
  const requirement = {
    scheme: 'exact-toy',
    network: 'toy:1',
    amount: String(USUAL_PRICE),
    asset: 'Coin',
    payTo: 'Seller',
    maxTimeoutSeconds: 300,
    extra: { mint: 'A' },
  }
  expect([quoted.status, required.accepts]).toEqual([402, [requirement]])

  const order = {
    from: 'Payer',
    to: 'Seller',
    units: Number(USUAL_PRICE),
    until: world.seconds + 60,
    number: 7,
  }
  const sent = { x402Version: 2, accepted: requirement, payload: { order, seal: 'Seal' } }
  const inSmallLetters = { ...sent, payload: { ...sent.payload, order: { ...order, to: 'seller' } } }
  const refused = await ask(USUAL_CALL, base64(inSmallLetters))
  expect([refused.status, parseBody(refused).error]).toEqual([402, expect.stringContaining('Pay to Seller')])

  const paid = await ask(USUAL_CALL, base64(sent))
  expect([paid.status, parseReceipt(paid)]).toEqual([
    200,
    { success: true, payer: 'Payer', network: 'toy:1', transaction: world.transfers[0]?.transaction },
  ])
  expect(await ledger.newest(null, 9)).toMatchObject([
    { network: 'toy:1', asset: 'Coin', payer: 'Payer', pay_to: 'Seller', nonce: '7', state: 'served' },
  ])
  const strings = { ...order, units: String(USUAL_PRICE), until: String(order.until), number: '7' }
  expect(settled).toMatchObject([[{ payload: { order: strings, seal: 'Seal' } }, requirement]])
})

test('a payment of a scheme that the service is not paid by is told so', async () => {
  const world = new TokenWorld()
  const { ask } = startInstance({ world, db: store.db, made: [], config: CONFIG })
  const accepted = { scheme: 'exact', network: 'eip155:8453', amount: '1', asset: 'Coin', payTo: 'Seller' }
  const reply = await ask(USUAL_CALL, base64({ x402Version: 2, accepted, payload: {} }))
  expect([reply.status, parseBody(reply).error]).toEqual([
    402,
    expect.stringContaining('accepted.scheme must be "exact-toy"'),
  ])
})
