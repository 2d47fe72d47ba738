import { expect, test } from 'vitest'
import { describeNotWhole, estimateAgents, type Gap } from '../../pipeline/artifacts/coverage.ts'

const gap = (given: Partial<Gap>): Gap => ({
  ...{ source: 'erc8004_identity', chain: 'eip155:56', chain_name: 'BNB Chain', kind: 'registrations' },
  ...{ observed_count: 212_000, expected_count: 300_000, since: '2026-04-01', fix: null },
  reason: 'its history is read',
  ...given,
})

test('a page says how many of how many were read, of the sources of its figures alone', () => {
  const coverage = [gap({}), gap({ source: 'x402_payments' }), gap({ expected_count: null })]
  expect(describeNotWhole(coverage, ['erc8004_identity'])).toEqual([
    'BNB Chain: 212,000 of about 300,000 registrations, its history is read',
  ])
})

test('agents are estimated by missing registrations, and by nothing else', () => {
  expect(estimateAgents([gap({}), gap({ kind: 'blocks' })], 80_000)).toBe(168_000)
  expect(
    estimateAgents([gap({ kind: 'blocks' }), gap({ expected_count: null, observed_count: null })], 80_000),
  ).toBeNull()
})
