import { expect, test } from 'vitest'
import type { LoggedDay } from '../../core/log/entries.ts'
import type { Manifest } from '../../core/release/manifest.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import type { StatusFacts } from '../../pipeline/artifacts/status.ts'
import type { DayAnchor } from '../../pipeline/log/anchors.ts'
import { proofOfIndexBody } from '../../pipeline/log/proof_of_index.ts'
import { statusBody, withAnchor } from '../../pipeline/log/status.ts'

const HASH = 'a'.repeat(64)
const FACTS: StatusFacts = {
  ...{ date: '2026-01-03', code_version: '1.0.0+abc', checks: 3, runs: [], sources: [], chains: [] },
  coverage: [
    {
      ...{ source: 'registry', chain: 'eip155:56', chain_name: 'BNB Chain', kind: 'registrations' },
      ...{ observed_count: 3, expected_count: 4, since: '2026-01-02', reason: 'no node', fix: null },
    },
  ],
  payments: [],
  unknown_records: [],
  lists: [],
  ...{ limitations: [], last_updated: '2026-01-03T05:00:00Z' },
}
const MANIFEST = {
  ...{ id: '2026-01-03-aaaaaaaaaaaa', sha256: HASH, layout: 'files' },
  entries: () => [{ bytes: 5 }, { bytes: 7 }],
} as unknown as Manifest

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'].map((date, nth) => ({
  ...{ date, digest: `${nth}`.repeat(64), release: `${date}-aaaaaaaaaaaa`, log_size: 10 + nth },
  ...{ log_root: HASH, manifest_sha256: HASH, previous_digest: null },
})) as unknown as LoggedDay[]

const anchored = (nth: number, status: DayAnchor['anchor_status']): [string, DayAnchor] => [
  DAYS[nth]?.digest ?? '',
  { chain: 'eip155:8453', transaction_hash: '0xt', anchor_status: status, block_number: 9 },
]

const parsed = (...anchors: [string, DayAnchor][]) =>
  JSON.parse(statusBody(FACTS, MANIFEST, DAYS, new Map(anchors)))

test('the status names the head of the log and the size of its release', () => {
  expect(parsed()).toMatchObject({
    release: MANIFEST.id,
    log: { size: 12, root: HASH, date: '2026-01-03', release: '2026-01-03-aaaaaaaaaaaa' },
    store: { layout: 'files', files: 2, bytes: 12 },
  })
  expect(JSON.parse(statusBody(FACTS, MANIFEST, [], new Map()))).toMatchObject({ log: null, anchor: null })
})

test('every fact of the run is in it', () => {
  expect(parsed()).toMatchObject(FACTS)
})

test('an anchor counts when it is confirmed, and the newest of them is shown', () => {
  expect(parsed(anchored(2, 'pending')).anchor).toBeNull()
  const shown = { date: '2026-01-02', chain: 'eip155:8453', transaction_hash: '0xt', block_number: 9 }
  expect(parsed(anchored(0, 'confirmed'), anchored(1, 'confirmed'), anchored(2, 'pending')).anchor).toEqual({
    ...shown,
    days_since: 1,
  })
})

test('a date that was published again is one day since an anchor', () => {
  const again = { ...DAYS[2], digest: '9'.repeat(64), release: '2026-01-03-bbbbbbbbbbbb' } as LoggedDay
  const anchors = new Map([anchored(1, 'confirmed')])
  const body = JSON.parse(statusBody(FACTS, MANIFEST, [...DAYS, again], anchors))
  expect(body.anchor).toMatchObject({ date: '2026-01-02', days_since: 1 })
})

test('of a date that was published again the last manifest counts, and both are listed', () => {
  const again = { ...DAYS[2], digest: '9'.repeat(64), release: '2026-01-03-bbbbbbbbbbbb' } as LoggedDay
  const info = { limitations: [], last_updated: '2026-01-03T05:00:00Z' } as unknown as ReleaseInfo
  const days = [...DAYS, again].map((day, at) => ({ ...day, digest: `${at}`.repeat(64) }))
  const { count, digests } = JSON.parse(proofOfIndexBody(info, days, new Map()))
  expect(count).toBe(4)
  expect(
    digests.map(({ date, release, superseded_by }: Record<string, unknown>) => [
      date,
      release,
      superseded_by,
    ]),
  ).toEqual([
    ['2026-01-03', '2026-01-03-bbbbbbbbbbbb', null],
    ['2026-01-03', '2026-01-03-aaaaaaaaaaaa', '2026-01-03-bbbbbbbbbbbb'],
    ['2026-01-02', '2026-01-02-aaaaaaaaaaaa', null],
    ['2026-01-01', '2026-01-01-aaaaaaaaaaaa', null],
  ])
})

test('the status of a release before there were identity overrides takes an anchor too', () => {
  const { unknown_records: _, ...before } = parsed()
  const after = withAnchor(JSON.stringify(before), DAYS, new Map([anchored(2, 'confirmed')]))
  expect(JSON.parse(after)).toMatchObject({ unknown_records: [], anchor: { days_since: 0 } })
})

test('an anchor that is confirmed later changes nothing else', () => {
  const before = statusBody(FACTS, MANIFEST, DAYS, new Map())
  const anchors = new Map([anchored(2, 'confirmed')])
  expect(withAnchor(before, DAYS, anchors)).toBe(statusBody(FACTS, MANIFEST, DAYS, anchors))
})
