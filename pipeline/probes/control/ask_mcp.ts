import type { ProbeOutcome } from '../outcome.ts'
import type { ControlTarget } from './draw.ts'
import { judgeOther } from './judge.ts'
import { hasAnswer, isGate, readAnswers, saysGate } from './rpc.ts'
import type { ControlAnswer, ControlSession } from './session.ts'

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
/** Most servers speak it. */
const VERSION = '2025-06-18'
const KNOWN_VERSION = /^(2024-10-07|2024-11-05|2025-03-26|2025-06-18|2025-11-25|2026-07-28)$/
const CLIENT = { name: 'Assay', version: '1.0.0' }
const STATELESS = '2026-07-28'
const INITIALIZE = formatRequest('initialize', {
  ...{ protocolVersion: VERSION, capabilities: {}, clientInfo: CLIENT },
})
const DISCOVER = formatRequest('server/discover', {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': STATELESS,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
})
const REFUSED = new Set([400, 404, 405, 406, 415, 426, 501])
const DATA_TYPE = /^(application\/([\w.+-]+\+)?json|text\/event-stream)\b/i

/** MCP: `initialize` by POST, and the stream of HTTP+SSE where that is refused. The body decides before the status. */
export async function askMcp({ url, posted }: ControlTarget, session: ControlSession): Promise<ProbeOutcome> {
  if (!posted.has(url)) return askForStream(url, session)
  const answer = await session.ask(url, { ...toPost(INITIALIZE), isEnough: hasAnswer })
  await endSession(url, answer, session)
  const outcome = judgeRpc(answer) ?? (await discover(answer, url, session))
  if (outcome !== null) return outcome
  const isRefused = REFUSED.has(answer.status) && !isGate(answer)
  return isRefused ? askForStream(url, session) : judgeOther(answer, url)
}

/** Returns the outcome of an answer of JSON-RPC that decides; null for none, and for an error that is no gate. */
function judgeRpc(answer: ControlAnswer): ProbeOutcome | null {
  const [message] = readAnswers(answer.text)
  if (message === undefined) return null
  const result = message.result as { protocolVersion?: unknown; supportedVersions?: unknown } | undefined
  if (!result) return isGate(answer) || saysGate(JSON.stringify(message.error)) ? 'gated' : null
  const { protocolVersion, supportedVersions } = result
  const isKnown =
    KNOWN_VERSION.test(String(protocolVersion)) ||
    (Array.isArray(supportedVersions) && supportedVersions.includes(STATELESS))
  const isData = DATA_TYPE.test(answer.headers.get('content-type') ?? '')
  return isKnown && isData ? 'answers' : 'wrong_protocol'
}

/** Asks a server that refuses `initialize` by an error of JSON-RPC for what it is without one. */
async function discover(
  answer: ControlAnswer,
  url: string,
  session: ControlSession,
): Promise<ProbeOutcome | null> {
  if (!hasAnswer(answer.text)) return null
  const found = await session.ask(url, { ...toPost(DISCOVER), isEnough: hasAnswer })
  return judgeRpc(found) ?? 'wrong_protocol'
}

/** HTTP+SSE: a stream whose event `endpoint` names the address for messages. */
async function askForStream(url: string, session: ControlSession): Promise<ProbeOutcome> {
  const answer = await session.ask(url, {
    ...{ method: 'GET', headers: { accept: 'text/event-stream' } },
    isEnough: (text) => namesEndpoint(text) || text.length > MAX_STREAM_CHARS,
  })
  const isStream = /^text\/event-stream\b/i.test(answer.headers.get('content-type') ?? '')
  return isStream && namesEndpoint(answer.text) ? 'answers' : judgeOther(answer, url)
}

/** Its first event names it. */
const MAX_STREAM_CHARS = 16_384

const namesEndpoint = (text: string): boolean =>
  /^event: ?endpoint(\r\n|\r|\n)data: ?\S+(\r\n|\r|\n)/m.test(text)

async function endSession(url: string, { headers }: ControlAnswer, session: ControlSession): Promise<void> {
  const id = headers.get('mcp-session-id')
  if (id === null) return
  // A host that does not end a session says nothing of the answer before.
  await session.ask(url, { method: 'DELETE', headers: { 'mcp-session-id': id } }).catch(() => {})
}

function formatRequest(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

const toPost = (body: string) => ({ method: 'POST' as const, headers: HEADERS, body })
