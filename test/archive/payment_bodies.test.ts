import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Archive, hashHex } from '../../pipeline/archive/archive.ts'
import {
  dropPaymentBodies,
  firstRebuildableDay,
  KEPT_FILE,
  notePaymentBodies,
} from '../../pipeline/archive/payment_bodies.ts'
import type { ArchivedResponse } from '../../pipeline/archive/source_day.ts'
import { describeRebuild } from '../../pipeline/artifacts/data/data_set_texts.ts'
import { temporaryArchive, toSourceDay } from '../http/harness.ts'

const DAYS = ['2026-03-20', '2026-03-21', '2026-03-22', '2026-03-23', '2026-03-24']
const SHARED = 'what payments and the registry both answer'

/** Stores bodies and the record of a source that used them. */
function record(archive: Archive, date: string, source: string, texts: string[]): void {
  const responses = texts.map(
    (text): ArchivedResponse => ({
      ...{
        method: 'POST',
        url: `https://chain.example/${text}`,
        status: 200,
        bytes: 1,
        etag: null,
        link: null,
      },
      request: archive.writeBody(Buffer.from(`request ${text}`)),
      sha256: archive.writeBody(Buffer.from(text)),
      content_type: 'application/json',
      retrieved_at: `${date}T12:00:00.000Z`,
    }),
  )
  archive.writeDay({ ...toSourceDay([]), date, source, responses })
}

function fiveDays(): Archive {
  const archive = temporaryArchive()
  for (const date of DAYS) {
    record(archive, date, 'x402_payments', [`payments of ${date}`, SHARED])
    record(archive, date, 'mcp_registry', [`servers of ${date}`])
  }
  record(archive, DAYS[0] ?? '', 'erc8004_identity', [SHARED])
  return archive
}

const heldPayments = (archive: Archive) =>
  DAYS.filter((date) => archive.hasBody(hashHex(`payments of ${date}`)))

test('bodies of payments older than the kept days go; records, shared bodies and other sources stay', () => {
  const archive = fiveDays()
  notePaymentBodies(archive, '2026-03-24', 3)
  const { bodies, bytes } = dropPaymentBodies(archive, '2026-03-24')
  expect(heldPayments(archive)).toEqual(['2026-03-22', '2026-03-23', '2026-03-24'])
  // The answer and the request of two days.
  expect(bodies).toBe(4)
  expect(bytes).toBeGreaterThan(80)
  expect(archive.hasBody(hashHex(`request payments of 2026-03-20`))).toBe(false)
  expect(archive.readBody(hashHex(SHARED)).toString()).toBe(SHARED)
  for (const date of DAYS) {
    expect(archive.readBody(hashHex(`servers of ${date}`)).toString()).toBe(`servers of ${date}`)
    expect(archive.readDay(date, 'x402_payments')?.responses).toHaveLength(2)
  }
  expect(dropPaymentBodies(archive, '2026-03-24')).toEqual({ bodies: 0, bytes: 0 })
})

test('superseded records of a day keep their bodies, but for those of payments', () => {
  const archive = fiveDays()
  const [first = '', second = ''] = DAYS
  record(archive, first, 'x402_payments', ['an early answer', 'no more'])
  archive.supersede(first, 'x402_payments')
  record(archive, first, 'x402_payments', ['a late answer'])
  record(archive, second, 'mcp_registry', ['no more'])
  archive.supersede(second, 'mcp_registry')
  record(archive, second, 'mcp_registry', ['other servers'])
  notePaymentBodies(archive, '2026-03-24', 3)
  dropPaymentBodies(archive, '2026-03-24')
  const held = ['an early answer', 'a late answer', 'no more'].map((text) => archive.hasBody(hashHex(text)))
  expect(held).toEqual([false, false, true])
})

test('nothing goes that no run has said', () => {
  const archive = fiveDays()
  expect(dropPaymentBodies(archive, '2026-03-24')).toEqual({ bodies: 0, bytes: 0 })
  expect(heldPayments(archive)).toEqual(DAYS)
})

test('the first day that can be rebuilt is as each run left it, whatever later runs dropped', () => {
  const archive = fiveDays()
  notePaymentBodies(archive, '2026-03-22', 3)
  expect(existsSync(join(archive.root, KEPT_FILE))).toBe(false)
  notePaymentBodies(archive, '2026-03-24', 3)
  notePaymentBodies(archive, '2026-03-23', 3)
  const from = (day: string) => firstRebuildableDay(archive.root, day)
  expect([from('2026-03-22'), from('2026-03-23'), from('2026-03-24'), from('2026-04-01')]).toEqual([
    null,
    '2026-03-21',
    '2026-03-22',
    '2026-03-22',
  ])
  expect(describeRebuild(from('2026-03-24'))).toContain('Days from 2026-03-22 on can be computed again')
  expect(describeRebuild(from('2026-03-22'))).toContain('Every day')
})

test('a damaged note is named and drops nothing', () => {
  const archive = fiveDays()
  writeFileSync(join(archive.root, KEPT_FILE), '{"2026-03-24"')
  expect(() => dropPaymentBodies(archive, '2026-03-24')).toThrow(`${KEPT_FILE} is damaged`)
  expect(heldPayments(archive)).toEqual(DAYS)
})
