import { expect, it } from 'vitest'
import { siteLimitations } from '../../pipeline/artifacts/site.ts'

const WHOLE = { payments: [], templates: 0, coverage: [] }

/** A source of which nothing shows but its title: names of tables say nothing to people. */
const source = (title: string, given: object = {}) => ({ ...SOURCE, name: 'sample_table', title, ...given })

const SOURCE = {
  ...{ docs: 'https://sample.example', license: 'none', error: null },
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

it('says of each source by its title what is not of today, once', () => {
  const part = { outcome: 'part' as const, left_out: '3 of 9 hosts' }
  expect(
    siteLimitations(
      'live',
      [
        source('Whole'),
        source('Models behind', part),
        source('Apps, never', { ...part, last_ok_on: null }),
        source('Old boards', { ...part, last_ok_on: '2026-03-29', stale_since: '2026-03-30' }),
        source('Silent hosts', { unanswered: 2 }),
        source('Nearly whole', { unanswered: 1 }),
      ],
      WHOLE,
    ),
  ).toEqual([
    'Old boards: stale since 2026-03-30; the data is from 2026-03-29.',
    'Models behind: read in part; deferred: 3 of 9 hosts.',
    'Silent hosts: 2 requests had no answer; that data is from an earlier day.',
    'Nearly whole: 1 request had no answer; that data is from an earlier day.',
    'Apps, never: not read yet, so the data is unknown.',
  ])
})

it('counts what is missing of a source that is read in part, where that is known', () => {
  const gap = {
    ...{ source: 'behind', chain: 'eip155:56', chain_name: 'BNB Chain', kind: 'registrations' },
    ...{ observed_count: 212_000, expected_count: 300_000, since: '2026-03-30', fix: null },
    reason: 'its history is read until Thursday',
  }
  const part = { outcome: 'part' as const, left_out: 'BNB Chain: 9 blocks' }
  const sources = ['behind', 'other'].map((name) => source(`Agents, ${name}`, { ...part, name }))
  const unread = { ...gap, chain_name: 'Celo', kind: 'blocks', observed_count: null, expected_count: null }
  const coverage = [gap, unread, { ...unread, chain_name: 'Monad' }]
  expect(siteLimitations('live', sources, { ...WHOLE, coverage })).toEqual([
    'Agents, behind: read in part; BNB Chain: 212,000 of about 300,000 registrations, its history is read until Thursday; nothing new of Celo, Monad (/status says why).',
    'Agents, other: read in part; deferred: BNB Chain: 9 blocks.',
  ])
})

it('says how many days of payments are read of each chain, until all are', () => {
  const chain = (name: string, days: number) => ({ name, days, days_today: 1, reason: null as string | null })
  const describePayments = (...chains: ReturnType<typeof chain>[]) =>
    siteLimitations('live', [], { ...WHOLE, payments: chains })
  expect(describePayments(chain('Solana', 1), chain('Base', 3))).toEqual([
    'Of the last 30 days payments are read in full for 1 (Solana) and 3 (Base): until 4 days of a chain are read customers on it are not counted, and no service has a rank.',
  ])
  expect(describePayments(chain('Solana', 3), chain('Base', 12), chain('Polygon', 12))).toEqual([
    'Of the last 30 days payments are read in full for 3 (Solana) and 12 (Base, Polygon). Customers, ranks and limits of services rest on these days alone.',
  ])
  expect(describePayments({ ...chain('Base', 12), reason: 'it takes time' })).toEqual([
    expect.stringMatching(/ rest on these days alone; those before them are read by later runs\.$/),
  ])
  expect(describePayments(chain('Base', 30))).toEqual([])
  expect(describePayments()).toEqual([])
})

it('says how many resources of the Bazaar are patterns to fill in', () => {
  const [says, ...others] = siteLimitations('live', [], { ...WHOLE, templates: 5 })
  expect(says).toMatch(/^5 resources that the x402 Bazaar lists are patterns to fill in/)
  expect(others).toEqual([])
})
