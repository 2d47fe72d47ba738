import { expect, test } from 'vitest'
import { HttpError } from '../../../core/interface/errors.ts'
import { CALLERS_OF_A_48 } from '../../../serving/service/limits/networks.ts'
import { REFUSAL_LIMITS, Refusals } from '../../../serving/service/payments/refusals.ts'
import { CHEAP_CALL, parseBody, signed, sqliteStore, startInstance } from './paid_world.ts'
import { TokenWorld } from './token_world.ts'

const START = 1_750_000_020_000

const tryAddress = (refusals: Refusals, address: string): string => {
  try {
    refusals.begin(address, '0xa')('refused')
    return 'taken'
  } catch (error) {
    return error instanceof HttpError ? `${error.status} ${error.code}` : String(error)
  }
}

test('an address has so many refused payments a minute; those that are good count for none', () => {
  let now = START
  const refusals = new Refusals(() => now)
  for (let good = 0; good < 1_000; good += 1) refusals.begin('192.0.2.1', '0xa')(null)
  const tries = Array.from({ length: REFUSAL_LIMITS.refused + 1 }, () => tryAddress(refusals, '192.0.2.1'))
  expect(tries.filter((text) => text === 'taken')).toHaveLength(REFUSAL_LIMITS.refused)
  expect(tries.at(-1)).toBe('429 too_many_payments')
  expect(tryAddress(refusals, '192.0.2.2')).toBe('taken')
  now += 60_000
  expect(tryAddress(refusals, '192.0.2.1')).toBe('taken')
})

test('networks of one IPv6 site share a limit, and payments under way have one', () => {
  const refusals = new Refusals(() => START)
  const tries = Array.from({ length: 1_000 }, (_, at) =>
    tryAddress(refusals, `2001:db8:1:${at.toString(16)}::1`),
  )
  expect(tries.filter((text) => text === 'taken')).toHaveLength(REFUSAL_LIMITS.refused * CALLERS_OF_A_48)
  const leaves = Array.from({ length: REFUSAL_LIMITS.underWay }, () => refusals.begin('192.0.2.1', '0xa'))
  expect(tryAddress(refusals, '192.0.2.1')).toBe('429 too_many_payments')
  leaves[0]?.(null)
  expect(tryAddress(refusals, '192.0.2.1')).toBe('taken')
})

test('networks of one IPv6 site share how many payments are under way', () => {
  const refusals = new Refusals(() => START)
  const most = REFUSAL_LIMITS.underWay * CALLERS_OF_A_48
  const enter = (at: number) => refusals.begin(`2001:db8:1:${at.toString(16)}::1`, '0xa')
  for (let at = 0; at < most; at += 1) enter(at)
  expect(() => enter(most)).toThrow(HttpError)
})

test('neither many payers nor many networks of a site reset a counter', () => {
  const refusals = new Refusals(() => START)
  for (let at = 0; at < REFUSAL_LIMITS.pending; at += 1) refusals.begin(`192.0.2.${at}`, '0xflood')('pending')
  const flood = () => refusals.begin('198.51.100.1', '0xflood')
  expect(flood).toThrow(HttpError)
  for (let at = 0; at < 25_000; at += 1)
    refusals.begin(`203.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, `0x${at}`)(null)
  expect(flood).toThrow(HttpError)

  const site = (at: number) => tryAddress(refusals, `2001:db8:2:${at.toString(16)}::1`)
  const taken = Array.from({ length: 30_000 }, (_, at) => site(at)).filter((text) => text === 'taken')
  expect(taken).toHaveLength(REFUSAL_LIMITS.refused * CALLERS_OF_A_48)
})

test('payments under way are not forgotten in a minute of many others, nor in the next', () => {
  let now = START
  const refusals = new Refusals(() => now)
  const leaves = Array.from({ length: REFUSAL_LIMITS.underWay }, () => refusals.begin('192.0.2.1', '0xa'))
  for (let at = 0; at < 25_000; at += 1) tryAddress(refusals, `203.0.${at >> 8}.${at & 255}`)
  now += 60_000
  expect(tryAddress(refusals, '192.0.2.1')).toBe('429 too_many_payments')
  for (const leave of leaves) leave(null)
  expect(tryAddress(refusals, '192.0.2.1')).toBe('taken')
})

test.each([
  [0, '60'],
  [1, '60'],
  [1_000, '59'],
  [59_999, '1'],
])('%i ms into a minute, the next is %s seconds away', (passed, seconds) => {
  const refusals = new Refusals(() => START + passed)
  for (let count = 0; count < REFUSAL_LIMITS.refused; count += 1) tryAddress(refusals, '192.0.2.1')
  const catchRefusal = (): unknown => {
    try {
      return refusals.begin('192.0.2.1', '0xa')
    } catch (error) {
      return error
    }
  }
  expect(catchRefusal()).toMatchObject({ more: { headers: { 'retry-after': seconds } } })
})

test('bogus payments are cut off before the ledger and the facilitator, and leave no row behind', async () => {
  const { db, close } = await sqliteStore()
  const world = new TokenWorld()
  const service = startInstance({ world, db, made: [] })
  const statuses: number[] = []
  for (let sent = 0; sent < 100; sent += 1) {
    const bogus = { ...signed(world), signature: `0xbad${sent.toString(16).padStart(127, '0')}` }
    statuses.push((await service.ask(CHEAP_CALL, bogus)).status)
  }
  const { refused } = REFUSAL_LIMITS
  expect(statuses).toEqual([...Array(refused).fill(402), ...Array(100 - refused).fill(429)])
  expect(world.calls.verify).toBe(refused)
  const reply = await service.ask(CHEAP_CALL, signed(world))
  expect([reply.status, parseBody(reply).error, reply.headers['retry-after']]).toEqual([
    ...[429, 'too_many_payments', expect.stringMatching(/^\d+$/)],
  ])
  world.pass(60_000)
  expect(await service.ledger.prune()).toBe(refused)
  expect(await service.ledger.newest(null, 9)).toEqual([])
  expect((await service.ask(CHEAP_CALL, signed(world))).status).toBe(200)
  await close()
})
