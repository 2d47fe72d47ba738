import { expect } from 'vitest'
import { Ledger } from '../../../serving/service/payments/ledger.ts'
import { type PaymentClaim, type PaymentRow, SPENT } from '../../../serving/service/payments/payment_row.ts'
import type { StateDatabase } from '../../../serving/service/store/database.ts'

const LEASE_MS = 1_000
const PROOF = { proof_sha256: 'aa' }
const OTHER_PROOF = { proof_sha256: 'bb' }
const ANSWER = { body: '{"é":1}', contentType: 'application/json', releaseId: 'r1' }

/**
 * The contract of a ledger, on any database: only the lease holder changes a row, and settled payments stay recorded.
 */
export async function checkLedger(db: StateDatabase): Promise<void> {
  let now = 1_750_000_000_000
  let attempts = 0
  const ledger = new Ledger(db, {
    now: () => now,
    leaseMs: LEASE_MS,
    newAttempt: () => `contract ${attempts++}`,
  })
  const claimed = async (nonce: string): Promise<PaymentRow> =>
    requireRow(await ledger.claim(createClaim(nonce)))
  const verified = async (nonce: string) => requireRow(await ledger.verified(await claimed(nonce), ANSWER))

  const first = await claimed('a')
  expect(first).toMatchObject({
    ...createClaim('a'),
    state: 'reserved',
    lease_until: now + LEASE_MS,
    body: null,
  })
  expect(await ledger.claim(createClaim('a')), 'a key is claimed once').toBeNull()
  expect([ledger.isLeased(first), await ledger.take(first, PROOF)], 'a lease holds').toEqual([true, null])

  now += LEASE_MS
  const second = requireRow(await ledger.take(first, PROOF))
  expect(second.proof_sha256, 'who takes it over before it is verified is its sender').toBe('aa')
  expect(ledger.isLeased(first)).toBe(false)
  expect(second).toMatchObject({ state: 'reserved', lease_until: now + LEASE_MS })
  expect(await ledger.verified(first, ANSWER), 'who lost a row changes nothing').toBeNull()
  expect(await ledger.refused(first, 'late')).toBeNull()
  expect(await ledger.unknown(first, 'late')).toBeNull()
  now += LEASE_MS
  expect(await ledger.take(first, PROOF), 'nor takes it over by what was read before').toBeNull()
  expect(await ledger.settled(second, '0x1'), 'nothing is paid before the answer is kept').toBeNull()

  const kept = requireRow(await ledger.verified(second, ANSWER))
  expect(kept).toMatchObject({ state: 'verified', verified_at: now, body: null })
  expect(await ledger.verified(kept, ANSWER), 'an answer is kept once').toBeNull()
  const open = requireRow(await ledger.unknown(kept, `time-out\0 \ud800${'x'.repeat(400)}`))
  expect(open.reason).toHaveLength(300 - 1)
  const taken = requireRow(await ledger.take(open, OTHER_PROOF))
  expect(taken.state, 'a kept answer is not made again').toBe('verified')
  expect(taken.proof_sha256, 'and stays its sender’s').toBe('aa')
  expect(await ledger.take(open, OTHER_PROOF), 'one takes over').toBeNull()

  const refused = requireRow(await ledger.refused(taken, 'no'))
  expect(
    (await ledger.open(createClaim('').network, 9)).map(({ nonce }) => nonce),
    'refused after it was sent to be settled: the chain has to say so',
  ).toEqual(['a'])
  expect(requireRow(await ledger.settled(first, '0x1')), 'money that moved stands above all').toMatchObject({
    state: 'settled',
    ...{
      transaction_hash: '0x1',
      body: ANSWER.body,
      content_type: ANSWER.contentType,
      release_id: 'r1',
      reason: null,
    },
  })
  expect(await ledger.settled(first, '0x2'), 'and is noted once').toBeNull()
  for (const seen of [refused, taken, requireRow(await ledger.find(first))]) {
    expect(await ledger.refused(seen, 'no')).toBeNull()
    expect(await ledger.unknown(seen, 'no')).toBeNull()
    expect(await ledger.take(seen, PROOF)).toBeNull()
  }
  await ledger.served(first)
  expect(await ledger.find(first)).toMatchObject({
    state: 'served',
    transaction_hash: '0x1',
    body: ANSWER.body,
  })
  await ledger.served(first)
  expect(await ledger.settled(first, '0x2')).toBeNull()

  await claimed('b')
  await ledger.unknown(await verified('c'), 'time-out')
  const network = createClaim('').network
  expect(
    (await ledger.open(network, 9)).map(({ nonce }) => nonce),
    'what is held is not open',
  ).toEqual(['c'])
  now += LEASE_MS
  expect((await ledger.open(network, 9)).map(({ nonce }) => nonce).sort()).toEqual(['b', 'c'])
  expect(await ledger.open(network, 1)).toHaveLength(1)
  expect(await ledger.open('another', 9)).toEqual([])
  expect((await ledger.newest('unknown', 9)).map(({ nonce }) => nonce)).toContain('c')
  expect((await ledger.counts()).map(({ state }) => state)).toEqual(['reserved', 'unknown'])

  await ledger.refused(await claimed('bogus'), 'invalid_signature')
  const spent = requireRow(await ledger.refused(await verified('spent'), SPENT))
  expect(await ledger.prune(), 'those who wait for a verdict still read it').toBe(0)
  now += 30_000
  expect(await ledger.prune(), 'what moved nothing and never can goes, with b and its lease').toBe(3)
  expect(await ledger.find(createClaim('bogus'))).toBeNull()
  expect(await ledger.find(spent), 'with the answer that was kept').toBeNull()
  expect((await ledger.open(network, 9)).map(({ nonce }) => nonce)).toEqual(['c'])

  const race = await Promise.all(Array.from({ length: 40 }, () => ledger.claim(createClaim('race'))))
  expect(
    race.filter((row) => row !== null),
    'one of many claims',
  ).toHaveLength(1)
}

function requireRow(row: PaymentRow | null): PaymentRow {
  if (row === null) throw new Error('the ledger gave no row')
  return row
}

const createClaim = (nonce: string): PaymentClaim => ({
  network: 'eip155:1234',
  asset: '0xa',
  payer: '0xb',
  nonce,
  endpoint: 'agent_history',
  request: 'GET /api/agent/alder/history',
  signature_sha256: '00',
  amount: '20000',
  pay_to: '0xc',
  valid_after: 0,
  valid_before: 1_750_000_300,
  proof_sha256: null,
})
