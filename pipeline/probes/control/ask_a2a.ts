import type { ProbeOutcome } from '../outcome.ts'
import type { ControlTarget } from './draw.ts'
import { hasType, judgeOther, NO_DATA_TYPE } from './judge.ts'
import { hasAnswer, parseOrNull, readAnswers } from './rpc.ts'
import type { ControlAnswer, ControlSession } from './session.ts'

const CARD_PATHS = ['/.well-known/agent-card.json', '/.well-known/agent.json']
const HEADERS = { accept: 'application/json' }
/** No task has this id. */
const NO_TASK = '00000000-0000-0000-0000-000000000000'
const GATES = new Set([401, 402, 403, 407])

interface Card {
  name?: unknown
  url?: unknown
  protocolVersion?: unknown
  skills?: unknown
  capabilities?: unknown
  supportedInterfaces?: unknown
}

/** A2A: the card, then its interface, where the probe asked that too. */
export async function askA2a(target: ControlTarget, session: ControlSession): Promise<ProbeOutcome> {
  const first = await session.ask(target.url, { method: 'GET', headers: HEADERS })
  const card = readCard(first) ?? (await findCard(target.url, session))
  if (card === null) return judgeOther(first, target.url)
  const [address] = listAddresses(card, target.url).filter((url) => target.posted.has(url))
  if (address === undefined) return 'card_only'
  return judgeInterface(await session.ask(address, formatQuestion(card)))
}

async function findCard(declared: string, session: ControlSession): Promise<Card | null> {
  const addresses = CARD_PATHS.map((path) => new URL(path, declared).href)
  for (const url of addresses.filter((address) => address !== declared && !declared.endsWith('.json'))) {
    const card = readCard(await session.ask(url, { method: 'GET', headers: HEADERS }))
    if (card !== null) return card
  }
  return null
}

function readCard(answer: ControlAnswer): Card | null {
  const card = (
    answer.status === 200 && !hasType(answer, NO_DATA_TYPE) ? parseOrNull(answer.text) : null
  ) as Card | null
  if (card === null || typeof card.name !== 'string' || card.name === '') return null
  const isAddressed = typeof card.url === 'string' || Array.isArray(card.supportedInterfaces)
  return isAddressed && (Array.isArray(card.skills) || typeof card.capabilities === 'object') ? card : null
}

function listAddresses({ url, supportedInterfaces }: Card, base: string): string[] {
  const entries: unknown[] = Array.isArray(supportedInterfaces) ? supportedInterfaces : []
  const named = [...entries.map((entry) => (entry as { url?: unknown } | null)?.url), url]
  return named.flatMap((address) =>
    typeof address === 'string' ? (URL.parse(address, base)?.href ?? []) : [],
  )
}

function formatQuestion({ protocolVersion, supportedInterfaces }: Card) {
  const isOld = !Array.isArray(supportedInterfaces) || String(protocolVersion).startsWith('0.')
  const method = isOld ? 'tasks/get' : 'GetTask'
  return {
    method: 'POST' as const,
    headers: { ...HEADERS, 'content-type': 'application/json', 'a2a-version': isOld ? '0.3' : '1.0' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { id: NO_TASK } }),
    isEnough: hasAnswer,
  }
}

function judgeInterface({ status, text }: ControlAnswer): ProbeOutcome {
  if (GATES.has(status)) return 'gated'
  return readAnswers(text).length > 0 ? 'answers' : 'card_only'
}
