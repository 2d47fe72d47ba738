import { createHash } from 'node:crypto'
import type { ProbeOutcome } from '../outcome.ts'
import { ProbeFailure } from '../protocol.ts'
import { judgeExchange, type RpcExchange } from '../rpc/exchange.ts'
import { isShallow } from './shallow.ts'
import type { McpTransport } from './transport.ts'

/** A list of tools as a server sent it; all null where it was asked for and not, or not wholly, received. */
export interface ToolList {
  tools: unknown[] | null
  /** SHA-256, hex, of the JSON of the list as received. */
  tools_hash: string | null
  /** True if the list went on beyond our bounds. */
  tools_capped: boolean
}

const MAX_PAGES = 50
const MAX_TOOLS = 5_000
/** Of the JSON of all pages together. */
const MAX_LIST_CHARS = 8 * 1024 * 1024
/** JSON within JSON: schemas of real tools stay below 20. */
const MAX_DEPTH = 100
const METHOD_NOT_FOUND = -32601
/** A list that was not received. */
export const UNKNOWN_LIST: ToolList = {
  tools: null,
  tools_hash: null,
  tools_capped: false,
}

/** Lists the tools of a server, and judges it by its first page: once that came, it answers. */
export async function listTools(transport: McpTransport): Promise<{ outcome: ProbeOutcome; list: ToolList }> {
  const first = await transport.ask('tools/list', {})
  const outcome = judgeFirst(first)
  // A server without tools need not know the method.
  if (outcome === 'answers' && first.answer?.error?.code === METHOD_NOT_FOUND)
    return { outcome, list: new Collected().toList() }
  if (outcome !== 'answers' || !first.answer?.result) return { outcome, list: UNKNOWN_LIST }
  return { outcome, list: await collectPages(transport, first.answer.result) }
}

/** It has spoken its protocol by then: an error that is no gate says something of the list alone. */
function judgeFirst(exchange: RpcExchange): ProbeOutcome {
  const outcome = judgeExchange(exchange)
  return outcome === 'wrong_protocol' && exchange.answer?.error ? 'answers' : outcome
}

async function collectPages(transport: McpTransport, first: Record<string, unknown>): Promise<ToolList> {
  const collected = new Collected()
  const cursors = new Set<string>()
  let page: Record<string, unknown> | null = first
  for (;;) {
    if (page === null || !Array.isArray(page.tools)) return UNKNOWN_LIST
    const cursor: unknown = page.nextCursor
    const isWhole = collected.add(page.tools)
    if (typeof cursor !== 'string' || cursor === '') return collected.toList(!isWhole)
    if (!isWhole || cursors.has(cursor) || cursors.size + 1 >= MAX_PAGES) return collected.toList(true)
    cursors.add(cursor)
    page = await askPage(transport, cursor)
  }
}

/** Returns a further page; null where it does not come. */
async function askPage(transport: McpTransport, cursor: string): Promise<Record<string, unknown> | null> {
  try {
    const exchange = await transport.ask('tools/list', { cursor })
    return exchange.answer?.result ?? null
  } catch (error) {
    if (error instanceof ProbeFailure && error.outcome !== 'not_probed') return null
    throw error
  }
}

/** Pages of a list, within bounds. */
class Collected {
  readonly #tools: unknown[] = []
  readonly #pages: string[] = []
  #chars = 0

  /** Adds a page; returns false where a bound cuts it. Throws ProbeFailure `malformed` for one that is nested too deep. */
  add(page: unknown[]): boolean {
    const tools = page.slice(0, MAX_TOOLS - this.#tools.length)
    if (!isShallow(tools, MAX_DEPTH)) throw new ProbeFailure('malformed', { cause: 'it is nested too deep' })
    const json = JSON.stringify(tools).slice(1, -1)
    if (this.#chars + json.length > MAX_LIST_CHARS) return false
    this.#chars += json.length
    if (json !== '') this.#pages.push(json)
    this.#tools.push(...tools)
    return tools.length === page.length
  }

  toList(isCapped = false): ToolList {
    const hash = createHash('sha256')
      .update(`[${this.#pages.join(',')}]`)
      .digest('hex')
    return {
      tools: this.#tools,
      tools_hash: hash,
      tools_capped: isCapped,
    }
  }
}
