import { expect, test } from 'vitest'
import { publicTrust } from '../../core/resources/public_trust.schema.ts'
import { publicTrustView } from '../../core/resources/public_trust.ts'
import { createAgentRecord, createTrust, departed, INFO } from './given_agent_record.ts'

const createRecord = (given: Parameters<typeof createTrust>[0], rest = {}) =>
  publicTrust.parse(publicTrustView(createAgentRecord('alder', { trust: createTrust(given), ...rest }), INFO))

test.each([
  [0, 0],
  [19, 0],
  [20, 1],
  [59, 2],
  [79, 3],
  [80, 4],
  [100, 4],
])('a score of %d is level %d, and moves no limit by itself', (score, level) => {
  const record = createRecord({ score })
  expect(record.trust).toEqual({ score, level })
  expect(record.spendLimits).toEqual(createRecord({ score: 0 }).spendLimits)
})

test.each([
  ['pay_in_full', 'ALLOW'],
  ['pay_with_limits', 'ALLOW_WITH_LIMITS'],
  ['pay_little', 'ALLOW_WITH_LIMITS'],
  ['not_enough_known', 'DENY'],
  ['no_known_rail', 'ALLOW_WITH_LIMITS'],
  ['do_not_pay', 'DENY'],
] as const)('%s is %s, with the limits of the price', (advice, word) => {
  expect(createRecord({ recommendation: advice, per_transaction: 0.07, daily: 9.5 })).toMatchObject({
    recommendation: word,
    spendLimits: { perTransaction: 0.07, daily: 9.5, currency: 'USD' },
    authoritative: false,
  })
})

test('a DENY for lack of data says that it accuses nobody; one with a reason does not', () => {
  const unknown = createRecord({ recommendation: 'not_enough_known' })
  expect(unknown.limitations.at(-1)).toContain('not an accusation')
  expect(createRecord({ recommendation: 'do_not_pay' }).limitations.join()).not.toContain('accusation')
})

test('what cannot be paid has limits of 0 and a limitation, and is not denied', () => {
  const advice = 'No way to pay it is known.'
  const none = { payable: false, per_transaction: null, daily: null, cost_to_fake_usd: null, advice }
  const record = createRecord({ ...none, recommendation: 'no_known_rail' })
  expect(record).toMatchObject({
    recommendation: 'ALLOW_WITH_LIMITS',
    payable: false,
    spendLimits: { perTransaction: 0, daily: 0, currency: 'USD' },
  })
  expect(record.limitations.at(-1)).toContain(advice)
})

test('the history counts days since the agent is known, and what is not observed is null', () => {
  expect(createRecord({}).history).toEqual({ operationalDays: 60, successRate: null, transactionCount: null })
  expect(createRecord({ known_since: null }).history.operationalDays).toBeNull()
  expect(createRecord({ known_since: '2026-04-02' }).history.operationalDays).toBe(0)
  expect(createRecord({}).dimensions).toBeNull()
})

test.each([
  ['alive', 'ACTIVE'],
  ['not_alive', 'UNKNOWN'],
  ['unknown', 'UNKNOWN'],
] as const)('the status of an agent that is %s is %s', (liveness, status) => {
  expect(createRecord({}, { liveness }).status).toBe(status)
})

test('a departed agent has a record too', () => {
  const record = publicTrust.parse(publicTrustView(departed('ash'), INFO))
  expect(record).toMatchObject({ agentId: 'ash', status: 'UNKNOWN', recommendation: 'DENY' })
})
