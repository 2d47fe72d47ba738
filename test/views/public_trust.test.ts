import { expect, test } from 'vitest'
import { publicTrust } from '../../interface/schemas/public_trust.ts'
import { publicTrustView } from '../../views/public_trust.ts'
import { departed, dossierOf, FACTS, trustOf } from './given_dossier.ts'

const recordOf = (given: Parameters<typeof trustOf>[0], rest = {}) =>
  publicTrust.parse(publicTrustView(dossierOf('alder', { trust: trustOf(given), ...rest }), FACTS))

test.each([
  [0, 0, 0, 0],
  [19, 0, 0, 0],
  [20, 1, 10, 50],
  [39, 1, 10, 50],
  [40, 2, 100, 500],
  [59, 2, 100, 500],
  [60, 3, 1_000, 5_000],
  [79, 3, 1_000, 5_000],
  [80, 4, 50_000, 200_000],
  [100, 4, 50_000, 200_000],
])('a score of %d is level %d, with limits of %d and %d dollars', (score, level, perTransaction, daily) => {
  const record = recordOf({ score })
  expect(record.trust).toEqual({ score, level })
  expect(record.spendLimits).toEqual({ perTransaction, daily, currency: 'USD' })
  expect(record.recommendation).toBe('ALLOW')
})

test('caution leaves the limits of level 2 at most, and those of a lower level as they are', () => {
  expect(recordOf({ verdict: 'caution' })).toMatchObject({
    trust: { level: 4 },
    recommendation: 'ALLOW_WITH_LIMITS',
    spendLimits: { perTransaction: 100, daily: 500 },
  })
  expect(recordOf({ verdict: 'caution', score: 25 }).spendLimits).toMatchObject({
    perTransaction: 10,
    daily: 50,
  })
})

test('whom the verdict rejects is denied, whatever the score', () => {
  expect(recordOf({ verdict: 'reject' })).toMatchObject({
    recommendation: 'DENY',
    spendLimits: { perTransaction: 0, daily: 0 },
    authoritative: false,
  })
})

test('the history counts days since the agent is known, and what is not observed is null', () => {
  expect(recordOf({}).history).toEqual({ operationalDays: 60, successRate: null, transactionCount: null })
  expect(recordOf({ known_since: null }).history.operationalDays).toBeNull()
  expect(recordOf({ known_since: '2026-04-02' }).history.operationalDays).toBe(0)
  expect(recordOf({}).dimensions).toBeNull()
})

test.each([
  ['alive', 'ACTIVE'],
  ['not_alive', 'UNKNOWN'],
  ['unknown', 'UNKNOWN'],
] as const)('the status of an agent that is %s is %s', (liveness, status) => {
  expect(recordOf({}, { liveness }).status).toBe(status)
})

test('a departed agent has a record too', () => {
  const record = publicTrust.parse(publicTrustView(departed('ash'), FACTS))
  expect(record).toMatchObject({ agentId: 'ash', status: 'UNKNOWN', recommendation: 'DENY' })
})
