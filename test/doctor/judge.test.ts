import { expect, test } from 'vitest'
import { judgeHosts, PORTAL } from '../../lab/e2e/doctor/judge.ts'
import { findingsAbout } from '../../pipeline/doctor/finding.ts'

const UNSERVED = new Set(['celo-mainnet'])
const sayOfUnserved = findingsAbout('dataset', 'celo-mainnet', PORTAL)
const notServed = sayOfUnserved('failure', 'the portal has no such dataset, status 404')
const counted = (faults: Record<string, number>) => ({
  [PORTAL]: { requests: 30, statuses: {}, faults, bytes: 90_000 },
})

test('a fault in requests for a dataset that nobody serves is noticed by what is said of it beside its 404', () => {
  const failed = sayOfUnserved('warning', '1 of 2 requests failed: status 500')
  const [portal] = judgeHosts([notServed, failed], counted({ '500': 1 }), UNSERVED)
  expect(portal?.verdict).toBe('right')
})

test('a fault of which nothing but that 404 is said is missed', () => {
  const [portal] = judgeHosts([notServed], counted({ '500': 1 }), UNSERVED)
  expect(portal?.verdict).toBe('missed')
})

test('a dataset that nobody serves is no wrong alarm', () => {
  expect(judgeHosts([notServed], counted({}), UNSERVED)[0]?.verdict).toBe('right')
})
