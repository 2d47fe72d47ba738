import { expect, test } from 'vitest'
import {
  describeDay,
  describeFreshness,
  describeOutcome,
  listLookAt,
  runSquares,
} from '../../pipeline/artifacts/pages/status_words.ts'
import type { SourceRow } from '../../pipeline/artifacts/site.ts'

const run = (day: string, failed = 0) => ({
  ...{ day, sources_ok: 14, sources_part: 5, sources_failed: failed, sources_skipped: 2 },
  ...{ requests: 10, rows: 20, quarantined: 0 },
})
const source = (name: string, more: Partial<SourceRow> = {}): SourceRow => ({
  ...{ name, title: name, docs: 'https://a.example', license: '', outcome: 'ok', error: null, requests: 1 },
  ...{ not_modified: 0, bytes: 0, rows: 1, quarantined: 0, cleaned: 0, dropped: null, unanswered: 0 },
  ...{ left_out: null, as_of: null, last_ok_on: '2026-04-19', stale_since: null, ...more },
})
const gap = (chain: string | null, name: string | null, more: object = {}) => ({
  ...{
    source: 'x402',
    chain,
    chain_name: name,
    kind: chain === null ? 'rows' : 'blocks',
    since: '2026-04-01',
  },
  ...{ observed_count: null, expected_count: null, reason: 'no node answers', fix: 'Set a node', ...more },
})

test('the first line says how the day went, and how many sources were read', () => {
  expect(describeDay('2026-04-19', [run('2026-04-19')])).toEqual({
    state: 'fine',
    says: '19 Apr 2026 went well. 14 of 21 sources read, 5 in part, 2 not asked.',
  })
  expect(describeDay('2026-04-19', [run('2026-04-19', 1)])).toEqual({
    state: 'look',
    says: '19 Apr 2026 went through, and something needs a look. 14 of 22 sources read, 5 in part, 1 failed, 2 not asked.',
  })
  expect(describeDay('2026-04-19', []).state).toBe('none')
})

test('thirty squares end with the day, and a day without a run is none', () => {
  const squares = runSquares('2026-04-19', [run('2026-04-19'), run('2026-04-17', 2)])
  expect(squares).toHaveLength(30)
  expect(squares.slice(-3).map(({ state }) => state)).toEqual(['look', 'none', 'fine'])
  expect(squares[0]?.says).toBe('21 Mar 2026: no run')
})

test('what failed, is stale or was never read is to be looked at, and chains are named once', () => {
  const sources = [
    ...[source('fine'), source('down', { outcome: 'failed' }), source('old', { stale_since: '2026-04-18' })],
    source('x402', { outcome: 'skipped', last_ok_on: null }),
  ]
  const found = listLookAt(sources, [
    ...[gap(null, null), gap('eip155:10', 'Optimism'), gap('eip155:10', 'Optimism', { source: 'erc8004' })],
    ...[gap('eip155:56', 'BNB Chain'), gap('eip155:1', 'Ethereum', { kind: 'newest registrations' })],
  ])
  expect(found.map(({ what }) => what)).toEqual([
    ...['down: failed today', 'old: stale since 18 Apr 2026', 'x402: never read, no node answers'],
    '2 chains have blocks that were not read: BNB Chain, Optimism',
  ])
  expect(found[2]?.fix).toBe('Set a node')
})

test('a source that asked nobody was not read', () => {
  expect(describeOutcome(source('a', { requests: 0, rows: 0 }))).toBe('nothing was due')
  expect(describeOutcome(source('a', { requests: 0, rows: 5 }))).toBe('read')
  expect(describeOutcome(source('a', { outcome: 'skipped' }))).toBe('not asked')
  expect(describeFreshness(source('a', { last_ok_on: null, stale_since: '2026-04-01' }), '2026-04-19')).toBe(
    'never read',
  )
  expect(describeFreshness(source('a'), '2026-04-19')).toBe('fresh')
})
