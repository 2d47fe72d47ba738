import { hash } from 'node:crypto'
import type { AgentRecord } from '../../../core/views/agent_record.ts'

/** The end of a value. */
type End = 'bytes' | 'transaction' | 'not public' | 'hash and rows'

/** A value that was followed: its end, or the reason for which it has none. */
export interface Followed {
  value: string
  clicks: number
  end: End | null
  problem: string | null
}

/** Asks an index for an address of its own. */
export type Ask = (path: string, accept?: string) => Promise<Response>

/** A value on the page of an agent. */
export interface Drawn {
  handle: string
  category: string
  key: string
  sha256: string
}

/** The measured values of an agent. */
export const listMeasured = ({ handle, standings }: AgentRecord): Drawn[] =>
  standings.flatMap(({ category, signals }) =>
    signals.flatMap(({ key, response_sha256: sha256 }) =>
      sha256 === null ? [] : [{ handle, category, key, sha256 }],
    ),
  )

/** Follows a value as a reader does: from its page, by the links that stand there, and the same in its JSON. */
export async function follow(ask: Ask, drawn: Drawn): Promise<Followed> {
  const value = `${drawn.handle} ${drawn.key}`
  const fail = (problem: string, clicks = 0): Followed => ({ value, clicks, end: null, problem })
  const summary = await ask(`/api/agent/${drawn.handle}/llm-summary`)
  const url = evidenceUrl(await summary.json(), drawn)
  if (url === null) return fail('its JSON has no evidence_url')
  const page = await (await ask(`/agents/${drawn.handle}`, 'text/html')).text()
  const path = toPath(url)
  const href = (path ?? url).replaceAll('&', '&amp;').replaceAll('=', '&#x3D;')
  if (!page.includes(`href="${href}"`)) return fail(`its page has no link to ${url}`)
  if (path === null)
    return isTransaction(url)
      ? { value, clicks: 1, end: 'transaction', problem: null }
      : fail(`${url} is no transaction`)
  return { value, ...(await followPath(ask, path, drawn)) }
}

const toPath = (url: string): string | null => {
  const { origin, pathname, search, hash: fragment } = new URL(url)
  return /^\/(?:evidence\/|data$)/.test(pathname) && !/scan/.test(origin)
    ? pathname + search + fragment
    : null
}

const isTransaction = (url: string): boolean => /^https:\/\/[\w.-]+\/tx\/\w{40,100}$/.test(url)

function evidenceUrl(summary: unknown, { category, key }: Drawn): string | null {
  const { scores_by_category: scores } = summary as {
    scores_by_category: Record<string, { signals: { key: string; evidence_url: string | null }[] }>
  }
  return scores[category]?.signals.find((signal) => signal.key === key)?.evidence_url ?? null
}

async function followPath(ask: Ask, path: string, { sha256 }: Drawn): Promise<Omit<Followed, 'value'>> {
  const answer = await ask(path, 'text/html')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const at = (end: End | null, problem: string | null = null) => ({ clicks: 1, end, problem })
  if (answer.status !== 200) return at(null, `${path} answers ${answer.status}`)
  if (path.startsWith('/data')) return at('hash and rows')
  const text = new TextDecoder().decode(bytes)
  if (answer.headers.get('content-type') !== 'application/octet-stream')
    return text.includes('Not public: ') && text.includes(sha256)
      ? at('not public')
      : at(null, `${path} does not say why it is not public`)
  if (hash('sha256', bytes) !== sha256) return at(null, `${path} has other bytes than its hash`)
  const missing = Object.entries(HEADERS).filter(([name, part]) => !answer.headers.get(name)?.includes(part))
  return missing.length === 0
    ? at('bytes')
    : at(null, `${path} lacks ${missing.map(([name]) => name).join(', ')}`)
}

const HEADERS = {
  'content-disposition': 'attachment',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
}
