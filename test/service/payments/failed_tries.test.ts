import { expect, test } from 'vitest'
import { FailedTries, MAX_FAILED_TRIES } from '../../../serving/service/payments/failed_tries.ts'
import type { PaymentKey } from '../../../serving/service/payments/payment.ts'

const KEY: PaymentKey = { network: 'eip155:8453', asset: '0xa', payer: '0xp', nonce: '0x1' }
/** Maximum number of payments counted at a time. */
const COUNTED = 10_000

const fail = (tries: FailedTries, times: number, key = KEY): boolean[] =>
  Array.from({ length: times }, () => tries.add(key))

test('the sixth failed try with a payment is one too many', () => {
  expect(fail(new FailedTries(), MAX_FAILED_TRIES + 1)).toEqual([
    ...Array(MAX_FAILED_TRIES).fill(false),
    true,
  ])
})

test.each(['network', 'asset', 'payer', 'nonce'] as const)('tries of another %s are not its own', (name) => {
  const tries = new FailedTries()
  fail(tries, MAX_FAILED_TRIES)
  expect(tries.add({ ...KEY, [name]: 'another' })).toBe(false)
  expect(tries.add(KEY)).toBe(true)
})

test.each([
  [COUNTED - 1, true],
  [COUNTED, false],
])('after %i other payments it is known still: %s', (others, isKnown) => {
  const tries = new FailedTries()
  fail(tries, MAX_FAILED_TRIES)
  for (let nth = 0; nth < others; nth += 1) tries.add({ ...KEY, nonce: `other ${nth}` })
  expect(tries.add(KEY)).toBe(isKnown)
})
