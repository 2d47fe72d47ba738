import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RATE_LIMITS } from '../core/interface/rate_limits.ts'
import { STATELESS_VERSION } from '../core/interface/service.ts'
import { toExample } from '../pipeline/artifacts/discovery/examples.ts'
import { RESPONSES } from '../pipeline/artifacts/discovery/responses.ts'
import { type LocalService, localService } from './kit/local_service.ts'
import { sampleOutput } from './sample_output.ts'
import {
  CHEAP_CALL,
  parseBody,
  SAME_PRICE_CALL,
  signed,
  sqliteStore,
  startInstance,
  USUAL_CALL,
  USUAL_PRICE,
} from './service/payments/paid_world.ts'
import { TokenWorld } from './service/payments/token_world.ts'

const AGENT = 'weather-tools'
const LARGE = 'x'.repeat(65_537)

let folder: string
let service: LocalService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-replies-'))
  service = await localService({ output: await sampleOutput(), folder })
}, 120_000)
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The body of a reply of this status; seconds that pass meanwhile are always the same. */
async function body(status: number, path: string, init: RequestInit = {}): Promise<unknown> {
  const reply = await fetch(service.url + path, init)
  const text = await reply.text()
  expect([path, reply.status]).toEqual([path, status])
  const steady = text.replace(/again in \d+ seconds?/, 'again in 42 seconds')
  return JSON.parse(steady.replace(/("retry_after_seconds":)\d+/, '$142'))
}

const post = (text: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: text,
  headers: { 'Content-Type': 'application/json', ...headers },
})
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
/** The same in MCP 2026-07-28, which has no ping. */
const PING_TODAY = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'ping' },
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})
const TODAY = { 'MCP-Protocol-Version': STATELESS_VERSION, 'Mcp-Method': 'ping' }
const mcp = (status: number, init: RequestInit) => body(status, '/api/mcp/v1', init)

/** Returns the answer to one call above the limit. */
async function atLimit(calls: number, path: string, init: RequestInit): Promise<unknown> {
  for (let call = 0; call < calls; call += 1) await (await fetch(service.url + path, init)).text()
  return body(429, path, init)
}

/** Errors of payments: of the handler with a chain and a facilitator that are made up. */
async function paymentErrors() {
  const { db, close } = await sqliteStore()
  const world = new TokenWorld()
  const given = { world, db, made: [], logged: [] }
  const payment = signed(world, USUAL_PRICE)
  await startInstance(given).ask(USUAL_CALL, payment)
  const reused = parseBody(await startInstance(given).ask(SAME_PRICE_CALL, payment))
  const unavailable = parseBody(
    await startInstance({ ...given, isUnconfigured: true }).ask(CHEAP_CALL, signed(world)),
  )
  await close()
  return { PaymentReused: reused, Unavailable: unavailable }
}

async function errors() {
  const report = JSON.stringify({ feedback_type: 'other', message: 'A word.' })
  return {
    BadRequest: await body(400, '/api/rankings/service/llm-summary?limit=0'),
    PaymentRequired: await body(402, `/api/agent/${AGENT}/verification-status`),
    AgentNotFound: await body(404, '/api/agent/weather-tolos/llm-summary'),
    NotFound: await body(404, '/api/nothing'),
    ...(await paymentErrors()),
    TooLarge: await body(413, '/api/agent-feedback', post(LARGE)),
    TooManyRequests: await atLimit(
      RATE_LIMITS.feedback.minute.requests,
      '/api/agent-feedback',
      post(report, { 'X-Forwarded-For': '203.0.113.1' }),
    ),
    RpcBadRequest: await mcp(400, post(PING, { 'MCP-Protocol-Version': '1' })),
    RpcForeign: await mcp(403, post(PING, { Origin: 'https://elsewhere.example' })),
    RpcUnknownMethod: await mcp(404, post(PING_TODAY, TODAY)),
    RpcTooLarge: await mcp(413, post(LARGE)),
    RpcTooMany: await atLimit(60, '/api/mcp/v1', post(PING, { 'X-Forwarded-For': '203.0.113.2' })),
    Failure: await body(405, '/api/agents/find', { method: 'DELETE' }),
  }
}

const PAID = {
  find_full: '/api/agents/find/full?q=weather',
  trust_evaluation_full: `/api/trust/evaluate/full?handle=${AGENT}`,
  trust_summary: `/api/agent/${AGENT}/trust-summary`,
  agent_history: `/api/agent/${AGENT}/history`,
  verification_status: `/api/agent/${AGENT}/verification-status`,
}

async function paid() {
  const answers: [string, unknown][] = []
  for (const [id, path] of Object.entries(PAID))
    answers.push([id, toExample(await body(200, path, { headers: { 'X-API-Key': service.proKey } }))])
  return Object.fromEntries(answers)
}

test('errors and paid answers in OpenAPI are what the service answers (vitest --update=all records them)', async () => {
  const live = { errors: await errors(), paid: await paid() }
  await expect(`${JSON.stringify(live, null, 2)}\n`).toMatchFileSnapshot(
    '../pipeline/artifacts/discovery/replies.json',
  )
  const withExamples = Object.keys(RESPONSES).filter((name) => 'content' in (RESPONSES[name] ?? {}))
  expect(withExamples.sort()).toEqual(Object.keys(live.errors).sort())
}, 60_000)
