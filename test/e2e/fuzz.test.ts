import { beforeAll, expect, test } from 'vitest'
import { type AttackTargets, attackTargets } from '../../lab/e2e/fuzz/attack_targets.ts'
import { attackedService } from '../../lab/e2e/fuzz/attacked_service.ts'
import { faultsInLog, findFaults, type Secrets } from '../../lab/e2e/fuzz/examine.ts'
import { CANARY } from '../../lab/e2e/fuzz/false_payments.ts'
import { encodeRequest } from '../../lab/e2e/fuzz/request_text.ts'
import { fuzz } from '../../lab/e2e/fuzz.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { sampleOutput } from '../sample_output.ts'

let output: string
let info: AttackTargets

beforeAll(async () => {
  output = await sampleOutput()
  info = await attackTargets(output)
}, 120_000)

test('requests of every kind: no fault, no leak, and nothing in the log that is not to be there', async () => {
  const result = await inTemporaryFolder(async (folder) => {
    const service = await attackedService({ output, folder }, false)
    try {
      return await fuzz(service, info, output, { requests: 1500, tricks: 100, seed: 3 })
    } finally {
      await service.close()
    }
  })
  expect(result.wrong).toEqual([])
  // Attacks that are all rejected at the first check would show nothing.
  for (const status of [200, 201, 400, 402, 404, 405])
    expect(result.requests.statuses.get(status), String(status)).toBeGreaterThan(2)
}, 120_000)

const asked = encodeRequest({ method: 'GET', target: '/', headers: [], label: 'one' })

/** The faults found in one answer. */
function found(status: number, body: string, head = 'HTTP/1.1 200 OK\r\netag: "x"'): string[] {
  const secrets: Secrets = { ...info, output }
  const replies = [{ status, head, body }]
  return findFaults(asked, { replies, text: `${head}\r\n\r\n${body}`, ms: 1, isLate: false }, secrets)
}

test('what must not come out is seen in an answer', () => {
  const [sold] = info.paid
  expect(found(200, '{}')).toEqual([])
  expect(found(200, `[${sold?.body.trimEnd()}]`)).toEqual([`the paid answer of ${sold?.id}`])
  expect(found(200, `{"type":"${sold?.type}"}`)).toEqual([`the paid answer of ${sold?.id}`])
  expect(found(304, '', `HTTP/1.1 304 Not Modified\r\netag: ${sold?.etag}`)).toEqual([
    `the paid answer of ${sold?.id}`,
  ])
  expect(found(200, '{"type":"attestation"}')).toEqual(['a signed statement'])
  expect(found(500, '{"error":"internal_error","message":"x"}')).toEqual(['status 500'])
  expect(found(503, '{"error":"payments_unavailable","message":"x"}')).toEqual(['status 503'])
  expect(found(404, '<h1>no</h1>')).toEqual(['404 without the error body'])
  for (const leak of ['at answer (/srv/x.js:1:2)', 'node:internal/process', 'handler.ts:12', output])
    expect(found(200, leak), leak).toEqual(['a stack or a path of the machine'])
  expect(found(200, '{}', 'HTTP/1.1 200 OK\r\nX-Powered-By: y')).toEqual(['the header x-powered-by'])
  expect(found(408, '')).toEqual(['408 for a whole request'])
})

test('a secret in a log is found', () => {
  const call = '{"level":"info","caller":"192.0.2.0/24","msg":"call"}'
  const wrong = (line: string) => faultsInLog(`${call}\n${line}\n`, ['a-secret'])
  expect(wrong('')).toEqual([])
  expect(wrong('x')).toEqual(['log: no JSON: x (1 lines)'])
  expect(wrong(`{"q":"${CANARY}"}`)).toEqual(['log: what was asked (1 lines)'])
  expect(wrong('{"key":"a-secret"}')).toEqual(['log: what was asked (1 lines)'])
  expect(wrong('{"caller":"192.0.2.77"}')).toEqual(['log: the full address of a caller (1 lines)'])
  expect(wrong('{"msg":"fault","errors":[{"message":"y"}]}')).toEqual(['log: a fault: y (1 lines)'])
})
