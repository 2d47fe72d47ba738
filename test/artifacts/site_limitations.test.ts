import { expect, it } from 'vitest'
import { siteLimitations } from '../../pipeline/artifacts/site.ts'

const WHOLE = { backfilled: null, payments: 30, templates: 0, coverage: [] }

const SOURCE = {
  ...{ title: 'Sample', docs: 'https://sample.example', license: 'none', error: null },
  ...{
    requests: 1,
    not_modified: 0,
    bytes: 1,
    rows: 1,
    quarantined: 0,
    cleaned: 0,
    dropped: null,
    unanswered: 0,
    as_of: null,
  },
  ...{ outcome: 'ok' as const, left_out: null, last_ok_on: '2026-03-31', stale_since: null },
}

it('names the days that were read afterwards', () => {
  const [says, ...others] = siteLimitations('live', [], {
    ...WHOLE,
    backfilled: { first: '2026-03-01', last: '2026-03-30' },
  })
  expect(says).toMatch(/^The days from 2026-03-01 to 2026-03-30 were read afterwards \(backfilled\)/)
  expect(others).toEqual([])
})

it('says of each source what is not of today, once', () => {
  const part = { outcome: 'part' as const, left_out: '3 of 9 hosts' }
  expect(
    siteLimitations(
      'live',
      [
        { ...SOURCE, name: 'whole' },
        { ...SOURCE, ...part, name: 'behind' },
        { ...SOURCE, ...part, name: 'never', last_ok_on: null },
        { ...SOURCE, ...part, name: 'old', last_ok_on: '2026-03-29', stale_since: '2026-03-30' },
        { ...SOURCE, name: 'silent', unanswered: 2 },
      ],
      WHOLE,
    ),
  ).toEqual([
    'old has been stale since 2026-03-30: its data is from 2026-03-29.',
    'behind is read in part; deferred: 3 of 9 hosts.',
    'silent did not answer 2 requests: that data is from an earlier day.',
    'never has not been read yet: its data is unknown.',
  ])
})

it('counts what is missing of a source that is read in part, where that is known', () => {
  const gap = {
    ...{ source: 'behind', chain: 'eip155:56', chain_name: 'BNB Chain', kind: 'registrations' },
    ...{ observed_count: 212_000, expected_count: 300_000, since: '2026-03-30', fix: null },
    reason: 'its history is read until Thursday',
  }
  const part = { outcome: 'part' as const, left_out: 'BNB Chain: 9 blocks' }
  const sources = ['behind', 'other'].map((name) => ({ ...SOURCE, ...part, name }))
  const unread = { ...gap, chain_name: 'Celo', kind: 'blocks', observed_count: null, expected_count: null }
  const coverage = [gap, unread, { ...unread, chain_name: 'Monad' }]
  expect(siteLimitations('live', sources, { ...WHOLE, coverage })).toEqual([
    'behind is read in part: BNB Chain: 212,000 of about 300,000 registrations, its history is read until Thursday; nothing new of Celo, Monad (/status says why).',
    'other is read in part; deferred: BNB Chain: 9 blocks.',
  ])
})

it('says so while payments were read for less than four days, and nothing where none were', () => {
  const describePayments = (payments: number) => siteLimitations('live', [], { ...WHOLE, payments })
  expect(describePayments(3)).toEqual([
    expect.stringMatching(/^Payments have been read for 3 of the last 30 days: /),
  ])
  expect(describePayments(4)).toEqual([])
  expect(describePayments(0)).toEqual([])
})

it('says how many resources of the Bazaar are patterns to fill in', () => {
  const [says, ...others] = siteLimitations('live', [], { ...WHOLE, templates: 5 })
  expect(says).toMatch(/^5 resources that the x402 Bazaar lists are patterns to fill in/)
  expect(others).toEqual([])
})
