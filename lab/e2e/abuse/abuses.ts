import type { AttackTargets } from '../fuzz/attack_targets.ts'
import { bodyFor } from '../fuzz/bodies.ts'
import type { Chance } from '../fuzz/chance.ts'
import { falsePayment } from '../fuzz/false_payments.ts'
import { manyHeaders, oddHeader } from '../fuzz/odd_headers.ts'
import { trick } from '../fuzz/path_tricks.ts'
import type { RawRequest } from '../fuzz/raw_client.ts'
import { encodeRequest, type RequestParts } from '../fuzz/request_text.ts'

/** The data that abusive requests are generated from. */
export interface AbuseData extends AttackTargets {
  keys: { valid: string; revoked: string }
}

type Abuse = (chance: Chance, world: AbuseData) => RequestParts

/**
 * Kinds of abuse that are one request, by the resource that they exhaust. Those that hold connections are in
 * `holders.ts`.
 */
const ABUSES: Record<string, Abuse> = {
  'cold bulk of unknown handles': (chance) =>
    get(`/api/agents/bulk?handles=${Array.from({ length: 50 }, () => `no-${chance.hex(8)}`).join(',')}`),
  'one unknown handle': (chance) => get(`/api/agent/${chance.hex(12)}/llm-summary`),
  'find with garbage': (chance) => get(`/api/agents/find?q=${chance.hex(200)}`),
  'cold comparison': (chance, { handles }) =>
    get(`/api/compare/llm-summary?agents=${Array.from({ length: 5 }, () => chance.pick(handles)).join(',')}`),
  'header flood': (chance) => ({ ...get('/'), headers: manyHeaders(chance) }),
  'odd header': (chance) => ({ ...get('/api/agent-economy/llm-summary'), headers: oddHeader(chance) }),
  'path trick': (chance, { targets, keys }) => trick(chance, targets, keys),
  'bogus payment': (chance, { targets }) => {
    const { id, target } = chance.pick(targets)
    return { ...get(target), headers: falsePayment(id, chance) }
  },
  'malformed JSON-RPC': (chance) => post(chance.pick(RPC_PATHS), malformedRpc(chance)),
  'flood of A2A tasks': (chance) => post('/api/a2a/v1', task(chance)),
  'flood of reports': (chance) => post('/api/agent-feedback', report(chance)),
  'large or broken body': (chance, { handles }) => ({
    ...post('/api/public/trust/batch', ''),
    body: bodyFor('public_trust_batch', chance, handles),
  }),
  'body beyond its bound': (chance) => post(chance.pick([...RPC_PATHS, '/api/agent-feedback']), LARGE),
}

const RPC_PATHS = ['/api/mcp/v1', '/api/mcp', '/api/a2a/v1']
const LARGE = `{"message":"${'x'.repeat(150_000)}"}`

const get = (target: string): RequestParts => ({ method: 'GET', target, headers: [], label: '' })
const post = (target: string, body: string): RequestParts => ({
  ...{ method: 'POST', target, label: '', body: Buffer.from(body) },
  headers: [['Content-Type', 'application/json']],
})

const malformedRpc = (chance: Chance): string =>
  chance.pick([
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"',
    `{"jsonrpc":"2.0","id":${chance.below(9)}e999,"method":"ping"}`,
    `{"jsonrpc":"2.0","id":1,"method":"${chance.hex(190)}"}`,
    '['.repeat(30_000),
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${chance.hex(8)}","arguments":null}}`,
    `{${Array.from({ length: 2_000 }, (_, at) => `"${chance.hex(6)}${at}":1`).join(',')}}`,
    '',
  ])

const task = (chance: Chance): string =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'message/send' },
    params: {
      message: {
        ...{ kind: 'message', messageId: chance.hex(12), role: 'user' },
        parts: [{ kind: 'text', text: `${chance.hex(900)}${'\u0001'.repeat(90)}` }],
      },
    },
  })

const report = (chance: Chance): string =>
  JSON.stringify({ feedback_type: 'other', message: chance.hex(1_900), client_identifier: chance.hex(8) })

const NAMES = Object.keys(ABUSES)

/** The abusive request of a chance, from an address that rotates within a few networks; its label is its kind. */
export function abuse(chance: Chance, world: AbuseData): RawRequest {
  const label = chance.pick(NAMES)
  const parts = (ABUSES[label] as Abuse)(chance, world)
  const caller: [string, string] = ['X-Forwarded-For', rotated(chance)]
  return encodeRequest({ ...parts, headers: [...parts.headers, caller], label })
}

/** IPv4 neighbours, networks of one IPv6 /48, and networks of many. */
const rotated = (chance: Chance): string =>
  chance.pick([
    () => chance.address(),
    () => `2001:db8:1:${chance.hex(4)}::${chance.hex(4)}`,
    () => `2001:db8:${chance.hex(4)}:${chance.hex(4)}::1`,
  ])()
