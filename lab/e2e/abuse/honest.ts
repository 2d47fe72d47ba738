import { setTimeout as sleep } from 'node:timers/promises'
import { RawClient } from '../fuzz/raw_client.ts'
import { encodeRequest, type RequestParts } from '../fuzz/request_text.ts'

/** The measurements of honest callers. */
export interface Honest {
  calls: number
  p50: number
  p99: number
  /** Unexpected answers by kind and status, e.g. `find: 429`. */
  refused: Map<string, number>
}

/** Settings of the honest callers: handles, number and duration. */
export interface HonestOptions {
  port: number
  handles: readonly string[]
  /** Opens what is paid. */
  proKey: string
  seconds: number
  callers: number
}

const PAUSE_MS = 100
/** One call in so many is one of a tool or a skill: 30 in a minute, of the 60 that one caller may send. */
const RPC_EVERY = 20

/** Some callers that each call ten times a second, within every limit, from an address of their own. */
export async function honestCallers(options: HonestOptions): Promise<Honest> {
  const times: number[] = []
  const refused = new Map<string, number>()
  const until = performance.now() + options.seconds * 1_000
  const caller = async (number: number) => {
    const client = new RawClient(options.port)
    for (let at = number; performance.now() < until; at += 1) {
      const asked = encodeRequest(createCall(at, number, options))
      const { replies, ms, isLate } = await client.ask(asked)
      times.push(ms)
      const status = isLate ? 'late' : (replies[0]?.status ?? 'no answer')
      if (status !== 200) {
        const what = `${asked.label}: ${status}`
        refused.set(what, (refused.get(what) ?? 0) + 1)
      }
      await sleep(Math.max(0, PAUSE_MS - ms))
    }
    client.close()
  }
  await Promise.all(Array.from({ length: options.callers }, (_, number) => caller(number)))
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { calls: sorted.length, p50: at(0.5), p99: at(0.99), refused }
}

/** The calls in turn: files, variants, searches, tools, skills, and what is paid. */
function createCall(at: number, caller: number, { handles, proKey }: HonestOptions): RequestParts {
  const handle = handles[(at * 7) % handles.length] ?? ''
  const from: [string, string] = ['X-Forwarded-For', `198.18.0.${caller + 1}`]
  const read = (label: string, target: string): RequestParts => ({
    ...{ method: 'GET', target, label },
    headers: [from],
  })
  if (at % RPC_EVERY === 0)
    return { ...(at % (2 * RPC_EVERY) === 0 ? toolCall(handle) : skillCall(handle)), headers: [from] }
  switch (at % 7) {
    case 0:
      return read('agent', `/api/agent/${handle}/llm-summary`)
    case 1:
      return read('page', `/agents/${handle}`)
    case 2:
      return read('find', `/api/agents/find?q=agent+${at % 50}`)
    case 3:
      return read('bulk', `/api/agents/bulk?handles=${handle},${handles[at % handles.length]}`)
    case 4:
      return read('ranking', `/api/rankings/developer/llm-summary?limit=${1 + (at % 50)}`)
    case 5:
      return read('economy', '/api/agent-economy/llm-summary')
    default: {
      const paid = read('paid', `/api/agent/${handle}/trust-summary`)
      return { ...paid, headers: [from, ['X-API-Key', proKey]] }
    }
  }
}

const toolCall = (handle: string): RequestParts =>
  rpc('tool', '/api/mcp/v1', 'tools/call', { name: 'get_agent_details', arguments: { handle } })

const skillCall = (handle: string): RequestParts =>
  rpc('skill', '/api/a2a/v1', 'message/send', {
    message: {
      ...{ kind: 'message', messageId: `honest-${handle}`, role: 'user' },
      parts: [{ kind: 'text', text: `Should I trust ${handle}?` }],
    },
  })

const rpc = (label: string, target: string, method: string, params: object): RequestParts => ({
  ...{ method: 'POST', target, label },
  headers: [],
  body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
})
