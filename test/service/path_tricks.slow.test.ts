import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attack } from '../../lab/e2e/fuzz/attack.ts'
import { type AttackTargets, attackTargets } from '../../lab/e2e/fuzz/attack_targets.ts'
import { type AttackedService, attackedService } from '../../lab/e2e/fuzz/attacked_service.ts'
import { Chance } from '../../lab/e2e/fuzz/chance.ts'
import { trick } from '../../lab/e2e/fuzz/path_tricks.ts'
import { RawClient } from '../../lab/e2e/fuzz/raw_client.ts'
import { encodeRequest } from '../../lab/e2e/fuzz/request_text.ts'
import { buyAll, checkPaidMetrics } from '../../lab/e2e/fuzz/unpaid.ts'
import { sampleOutput } from '../sample_output.ts'

let output: string
let info: AttackTargets
let service: AttackedService
const folder = mkdtempSync(join(tmpdir(), 'assay-tricks-'))

beforeAll(async () => {
  output = await sampleOutput()
  info = await attackTargets(output)
  service = await attackedService({ output, folder }, false)
}, 120_000)

afterAll(async () => {
  await service?.close()
  rmSync(folder, { recursive: true })
})

/** The status of a request without payment or key. */
async function fetchStatus(
  method: string,
  target: string,
  headers: [string, string][] = [],
): Promise<number> {
  const client = new RawClient(service.port)
  const { replies } = await client.ask(encodeRequest({ method, target, headers, label: 'one' }))
  client.close()
  return replies[0]?.status ?? 0
}

test.each([
  ['as it is written', 'GET', '/api/agents/find/full?q=agent', 402],
  ['a dot segment', 'GET', '/api/agents/find/./full?q=agent', 402],
  ['a dot segment, escaped', 'GET', '/api/agents/%2e/find/x/%2E%2e/full?q=agent', 402],
  ['from a free address', 'GET', '/api/agents/find/../find/full?q=agent', 402],
  ['from the downloads', 'GET', '/data/../api/agents/find/full?q=agent', 402],
  ['a backslash', 'GET', '/api\\agents\\find\\full?q=agent', 402],
  ['an escaped letter', 'GET', '/api/agents/find/f%75ll?q=agent', 404],
  ['two slashes', 'GET', '//api/agents/find/full?q=agent', 308],
  ['two slashes within', 'GET', '/api//agents/find/full?q=agent', 308],
  ['an escaped slash', 'GET', '/api/agents/find%2ffull?q=agent', 404],
  ['a slash that is escaped twice', 'GET', '/api/agents/find%252Ffull?q=agent', 404],
  ['capital letters', 'GET', '/API/Agents/find/full?q=agent', 308],
  ['a slash at the end', 'GET', '/api/agents/find/full/?q=agent', 308],
  ['a path parameter', 'GET', '/api/agents/find/full;x?q=agent', 404],
  ['an overlong slash', 'GET', '/api/agents/find%c0%affull?q=agent', 404],
  ['no parameters', 'GET', '/api/agents/find/full', 402],
  ['two question marks', 'GET', '/api/agents/find/full??q=agent', 400],
  ['the whole address', 'GET', 'http://elsewhere.example/api/agents/find/full?q=agent', 402],
  ['another scheme', 'GET', 'ftp://localhost/api/agents/find/full?q=agent', 404],
  ['HEAD', 'HEAD', '/api/agents/find/full?q=agent', 402],
  ['OPTIONS', 'OPTIONS', '/api/agents/find/full?q=agent', 204],
  ['POST', 'POST', '/api/agents/find/full?q=agent', 405],
  ['TRACE', 'TRACE', '/api/agents/find/full?q=agent', 405],
  ['a small method', 'get', '/api/agents/find/full?q=agent', 400],
])('%s: %s %s gives no answer that is sold', async (_, method, target, status) => {
  expect(await fetchStatus(method, target)).toBe(status)
})

test.each([
  ['X-HTTP-Method-Override', 'OPTIONS'],
  ['X-Original-URL', '/api/agents/find?q=agent'],
  ['X-Rewrite-URL', '/healthz'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['Range', 'bytes=0-9'],
  // Even "you have it already" would tell that there is something.
  ['If-None-Match', '*'],
  ['Host', 'localhost/healthz?'],
  ['Authorization', 'Bearer x'],
])('the header %s: %s makes no difference', async (name, value) => {
  for (const { target, id } of info.targets)
    expect(await fetchStatus('GET', target, [[name, value]]), id).toBe(402)
})

test('none of a thousand tricks gets what is sold, before it was sold and after', async () => {
  expect(info.paid.length).toBeGreaterThan(20)
  const tricks = (seed: number) =>
    attack({
      ...{ port: service.port, requests: 500, connections: 8, secrets: { ...info, output } },
      request: (at) => encodeRequest(trick(new Chance(seed, at), info.targets, service.keys)),
    })
  const before = await tricks(1)
  expect(await buyAll(service, info)).toEqual([])
  const after = await tricks(2)
  expect([...before.faults, ...after.faults]).toEqual([])
  expect(await checkPaidMetrics(service.port, info.paid.length)).toEqual([])
  // The tricks came as far as quotes, and the payments among them as far as the facilitator.
  expect(before.statuses.get(402)).toBeGreaterThan(50)
  expect(service.facilitator.asked.verify).toBeGreaterThan(5)
  expect(service.facilitator.asked.settle).toBe(0)
}, 30_000)
