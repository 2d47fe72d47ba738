import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { OverCap, readCappedBody } from '../../pipeline/http/guard/body.ts'
import {
  archiveUnobserved,
  archiveVisit,
  failedVisit,
  toVisit,
  type VisitResult,
} from '../../pipeline/http/guard/record.ts'
import { replayGuard } from '../../pipeline/http/guard/replay.ts'
import { createReach, type ReachedResponse } from '../../pipeline/http/guard/transport.ts'
import { NOW, temporaryArchive, toSourceDay } from './harness.ts'

const URL_A = 'https://one.example/a'
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const arrival = (given: Partial<VisitResult> = {}): VisitResult => ({
  ...failedVisit('ok'),
  ...{ status: 200, finalUrl: URL_A, body: Buffer.from('{"a":1}'), bytes: 7 },
  headers: new Headers({ etag: '"1"', 'content-type': 'application/json', 'x-other': 'no' }),
  ...given,
})

it('keeps of a visit what came of it, and of its headers no others than it names', () => {
  const archive = temporaryArchive()
  const headers = new Headers({ 'payment-required': 'x'.repeat(20_000) })
  const kept = archiveVisit(archive, URL_A, arrival(), NOW)
  expect(kept).toEqual({
    ...{ method: 'GET', url: URL_A, request: null, status: 200, sha256: kept.sha256, bytes: 7 },
    ...{
      etag: '"1"',
      content_type: 'application/json',
      link: null,
      retrieved_at: '2026-03-24T12:00:00.000Z',
    },
    ...{ outcome: 'ok', final_url: URL_A },
  })
  expect(archive.readBody(kept.sha256).toString()).toBe('{"a":1}')
  const priced = archiveVisit(archive, URL_A, arrival({ headers }), NOW)
  expect(priced.headers).toEqual({ 'payment-required': 'x'.repeat(16_384) })
  expect([priced.etag, priced.content_type]).toEqual([null, null])
})

it('an answer that was confirmed keeps the body, the tag and the type of the earlier one', () => {
  const archive = temporaryArchive()
  const earlier = archiveVisit(archive, URL_A, arrival(), NOW)
  const confirmed = { ...arrival({ body: null, bytes: 0, status: 304, confirmed: earlier }) }
  const withoutHeaders = archiveVisit(archive, URL_A, { ...confirmed, headers: new Headers() }, NOW)
  const { sha256, etag, content_type } = earlier
  expect(withoutHeaders).toMatchObject({ sha256, etag, content_type, status: 304 })
  const changedHeaders = new Headers({ etag: '"2"', 'content-type': 'text/html' })
  expect(archiveVisit(archive, URL_A, { ...confirmed, headers: changedHeaders }, NOW)).toMatchObject({
    ...{ sha256, etag: '"2"', content_type },
  })
})

it('what could not be looked at is kept as that, without an answer, and read as such', () => {
  const archive = temporaryArchive()
  const unseen = archiveUnobserved(archive, URL_A, NOW)
  expect(unseen).toMatchObject({ outcome: 'not_observed', status: 0, final_url: null, sha256: EMPTY_SHA256 })
  expect(() => toVisit(archive, unseen, { expect: 'json' })).toThrow(`${URL_A}: not checked`)
})

it('a record is read as it was asked for: its JSON where JSON was asked for, or its status named', () => {
  const archive = temporaryArchive()
  const record = archiveVisit(archive, URL_A, arrival(), NOW)
  const visit = toVisit(archive, record, { expect: 'json' })
  expect(visit).toEqual({
    ...{ url: URL_A, outcome: 'ok', status: 200, finalUrl: URL_A, sha256: record.sha256 },
    ...{ retrievedAt: '2026-03-24T12:00:00.000Z', contentType: 'application/json', json: { a: 1 } },
    headers: {},
  })
  const visitJson = (given: object, ...options: [Parameters<typeof toVisit>[2]]) =>
    toVisit(archive, { ...record, ...given }, ...options).json
  expect(visitJson({}, { expect: 'any' })).toBeNull()
  expect(visitJson({}, { expect: 'any', alive: [200] })).toEqual({ a: 1 })
  expect(visitJson({ outcome: 'auth_wall' }, { expect: 'json' })).toBeNull()
  expect(visitJson({ sha256: archive.writeBody(Buffer.from('no')) }, { expect: 'json' })).toBeNull()
  expect(visitJson({ sha256: EMPTY_SHA256 }, { expect: 'json' })).toBeNull()
})

it('a status is the one that was confirmed, the one that was refused, or none', () => {
  const archive = temporaryArchive()
  const record = archiveVisit(archive, URL_A, arrival(), NOW)
  const seen = (given: object) => {
    const { status, outcome } = toVisit(archive, { ...record, ...given }, { expect: 'json' })
    return [status, outcome]
  }
  expect(seen({ status: 304 })).toEqual([200, 'ok'])
  expect(seen({ status: 304, outcome: 'error' })).toEqual([304, 'error'])
  expect(seen({ status: 0, outcome: 'timeout' })).toEqual([null, 'timeout'])
  expect(seen({ outcome: 'unheard of' })).toEqual([200, 'error'])
})

it('a replay answers visits alone, and says which date to fetch again for others', async () => {
  const archive = temporaryArchive()
  const visited = archiveVisit(archive, URL_A, arrival(), NOW)
  const { outcome, ...request } = { ...visited, url: 'https://one.example/b' }
  const replayed = replayGuard(toSourceDay([visited, request]), archive)
  expect((await replayed.visit(URL_A, { expect: 'json' })).json).toEqual({ a: 1 })
  await expect(replayed.visit('https://one.example/b', { expect: 'json' })).rejects.toThrow(
    'https://one.example/b: the archive of 2026-03-23 does not hold it: run that date with --refetch',
  )
})

const reached = (body: Uint8Array[] | null, headers: Record<string, string> = {}): ReachedResponse => ({
  status: 200,
  headers: new Headers(headers),
  body:
    body === null
      ? null
      : (async function* () {
          yield* body
        })(),
})

it('a body may be as large as the cap, sent and unpacked, and no byte larger', async () => {
  const ten = Buffer.alloc(10, 'x')
  expect(await readCappedBody(reached([ten]), 10)).toEqual({ bytes: ten, sent: 10 })
  expect(await readCappedBody(reached([ten, ten]), 20)).toMatchObject({ sent: 20 })
  await expect(readCappedBody(reached([ten]), 9)).rejects.toThrow(new OverCap('it is larger than the cap'))
  const packed = gzipSync(Buffer.alloc(1000, 'x'))
  const gzip = { 'content-encoding': ' GZip ', 'content-length': String(packed.length) }
  expect(await readCappedBody(reached([packed], gzip), 1000)).toEqual({
    ...{ bytes: Buffer.alloc(1000, 'x'), sent: packed.length },
  })
  await expect(readCappedBody(reached([packed], gzip), 999)).rejects.toThrow(
    new OverCap('it is larger than the cap once decompressed'),
  )
})

it('no body is an empty one; one that is shorter or longer than announced is cut', async () => {
  expect(await readCappedBody(reached(null), 10)).toEqual({ bytes: Buffer.alloc(0), sent: 0 })
  expect((await readCappedBody(reached([Buffer.from('ab')], { 'content-length': '2' }), 10)).sent).toBe(2)
  for (const length of ['1', '3'])
    await expect(
      readCappedBody(reached([Buffer.from('ab')], { 'content-length': length }), 10),
    ).rejects.toThrow('it is cut short')
  await expect(readCappedBody(reached([], { 'content-encoding': 'zip' }), 10)).rejects.toThrow(
    'its compression is not known',
  )
})

it('a fetch that replaces the internet follows no redirect, and returns the decompressed body', async () => {
  const conditionalRequests: unknown[] = []
  const signal = AbortSignal.timeout(5_000)
  const reach = createReach(async (...given) => {
    conditionalRequests.push(given)
    return new Response('{}', { status: 201, headers: { 'content-encoding': 'gzip', etag: '"1"' } })
  })
  const { status, headers } = await reach(new URL(URL_A), '45.0.0.1', { headers: { accept: '*/*' }, signal })
  expect(conditionalRequests).toEqual([[URL_A, { headers: { accept: '*/*' }, signal, redirect: 'manual' }]])
  expect([status, headers.get('content-encoding'), headers.get('etag')]).toEqual([201, null, '"1"'])
})
