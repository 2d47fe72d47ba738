import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Http } from '../http/http.ts'
import { pick } from '../pick.ts'
import type { Provenance } from '../source.ts'

/** The public JSON-RPC endpoint of Base. */
export const BASE_RPC = 'https://mainnet.base.org'

/** A method of the JSON-RPC interface of a chain, and its parameters in the order that the archive knows them by. */
export interface ChainCall {
  method: string
  params: unknown[]
}

/** The results in the order of the calls, and the recorded response that they stand in. */
export interface ChainAnswer {
  from: Provenance
  results: unknown[]
}

// Too wide a range, too many logs, too many calls in a batch, too many calls in a second.
const LIMITS = new Set<unknown>([-32614, -32602, -32005, -32014, -32016])
const LIMIT_WORDS = /limit|range|too many|too large|exceed|maximum/i
const TOO_LARGE = [400, 413]

const Reply = z.looseObject({})
const Replies = z.union([Reply, z.array(Reply)])

/**
 * Asks the chain, several calls in one batch; null when the provider wants less asked at once. Throws
 * UpstreamChanged for any other error and for a call without a reply, UpstreamDown for a result that is not there yet.
 */
export async function ask(http: Http, calls: ChainCall[]): Promise<ChainAnswer | null> {
  const requests = calls.map(({ method, params }, i) => ({ jsonrpc: '2.0', id: i + 1, method, params }))
  const body = requests.length === 1 ? requests[0] : requests
  const { data, url, sha256, retrievedAt } = await http.json(BASE_RPC, Replies, { body, accept: TOO_LARGE })
  if (data === null) return null
  const replies = [data].flat()
  const errors = replies.map((reply) => pick(reply, 'error')).filter((error) => error !== null)
  if (errors.some(isLimit)) return null
  if (errors.length > 0) throw new UpstreamChanged(BASE_RPC, explain(errors[0]))
  const byId = new Map(replies.map((reply) => [pick(reply, 'id'), reply]))
  const results = requests.map(({ id, method }) => resultOf(byId.get(id), method))
  // Without the body: a day's receipts would otherwise stay in memory for as long as its rows.
  return { from: { url, sha256, retrievedAt }, results }
}

function resultOf(reply: unknown, method: string): unknown {
  if (typeof reply !== 'object' || reply === null || !Object.hasOwn(reply, 'result'))
    throw new UpstreamChanged(BASE_RPC, `no reply to a call of ${method}: run the day again with --refetch`)
  const result = pick(reply, 'result')
  // Behind one address stand several nodes, and one of them may be a few blocks behind.
  if (result === null)
    throw new UpstreamDown(BASE_RPC, `${method} returned null, its node may be behind: run again later`)
  return result
}

const isLimit = (error: unknown): boolean =>
  LIMITS.has(pick(error, 'code')) || LIMIT_WORDS.test(String(pick(error, 'message')))

function explain(error: unknown): string {
  const message = String(pick(error, 'message') ?? 'without a message')
  const said = message.replace(/\p{C}/gu, '?').slice(0, 200)
  return `JSON-RPC error ${JSON.stringify(pick(error, 'code'))} (${said}): run the day again with --refetch; if it stays, compare the call with https://docs.base.org`
}
