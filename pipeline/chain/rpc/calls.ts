import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../../core/domain/errors.ts'
import type { Http } from '../../http/http.ts'
import { pick } from '../../source/pick.ts'
import type { Provenance } from '../../source/source.ts'
import { parseJsonOrNull } from '../values.ts'

/** A method of the JSON-RPC interface of a chain, and its parameters in the order of the archive's request key. */
export interface ChainCall {
  method: string
  params: unknown[]
}

/** The results in the order of the calls, and their recorded response. */
export interface ChainAnswer {
  from: Provenance
  results: unknown[]
}

// Too wide a range, too many logs, too many calls in a batch; 35 is drpc's for a range.
const TOO_MUCH = new Set<unknown>([-32614, -32602, -32005, -32014, 35])
const TOO_MUCH_WORDS = /limit|range|too many|too large|exceed|maximum/i
const TOO_LARGE = [400, 413]
const OVER_RATE = -32016
const RATE_WAIT_MS = 1000
const MAX_RATE_WAIT_MS = 30_000

const Reply = z.looseObject({})
const Replies = z.union([Reply, z.array(Reply)])

/**
 * Sends several calls to a node in one batch; null when the node requires a smaller one. A node over its rate is
 * retried after a wait. Throws UpstreamChanged for any other error and for a call without a reply, UpstreamDown for a
 * result that is not there yet.
 */
export async function sendCalls(http: Http, node: string, calls: ChainCall[]): Promise<ChainAnswer | null> {
  const requests = calls.map(({ method, params }, i) => ({ jsonrpc: '2.0', id: i + 1, method, params }))
  const body = requests.length === 1 ? requests[0] : requests
  const { data, url, sha256, retrievedAt } = await http.json(node, Replies, {
    ...{ body, accept: TOO_LARGE, check: createRateBackoff() },
  })
  if (data === null) return null
  const replies = [data].flat()
  const errors = replies.map((reply) => pick(reply, 'error')).filter((error) => error !== null)
  if (errors.some(isTooMuch)) return null
  if (errors.length > 0) throw new UpstreamChanged(node, describeError(errors[0]))
  const byId = new Map(replies.map((reply) => [pick(reply, 'id'), reply]))
  const results = requests.map(({ id, method }) => parseResult(node, byId.get(id), method))
  // Without the body: otherwise a day's receipts would stay in memory as long as its rows.
  return { from: { url, sha256, retrievedAt }, results }
}

/**
 * Backoff for calls over the rate, refused one by one inside a batch with status 200. Each wait is twice the last: the
 * other calls of a batch count too, so that batches resent too soon never succeed whole.
 */
function createRateBackoff() {
  let waitMs = RATE_WAIT_MS / 2
  return (body: Buffer) => {
    if (!body.includes(`${OVER_RATE}`)) return null
    const isOver = [parseJsonOrNull(body)].flat().some((reply) => pick(reply, 'error', 'code') === OVER_RATE)
    if (!isOver) return null
    waitMs = Math.min(2 * waitMs, MAX_RATE_WAIT_MS)
    return { problem: 'it is over its rate limit', waitMs }
  }
}

function parseResult(node: string, reply: unknown, method: string): unknown {
  if (typeof reply !== 'object' || reply === null || !Object.hasOwn(reply, 'result'))
    throw new UpstreamChanged(node, `no reply to a call of ${method}: run the day again with --refetch`)
  const result = pick(reply, 'result')
  // Several nodes share one address, and one of them may be a few blocks behind.
  if (result === null)
    throw new UpstreamDown(node, `${method} returned null, its node may be behind: run again later`)
  return result
}

const isTooMuch = (error: unknown): boolean =>
  TOO_MUCH.has(pick(error, 'code')) || TOO_MUCH_WORDS.test(String(pick(error, 'message')))

function describeError(error: unknown): string {
  const message = String(pick(error, 'message') ?? 'without a message')
  const text = message.replace(/\p{C}/gu, '?').slice(0, 200)
  return `JSON-RPC error ${JSON.stringify(pick(error, 'code'))} (${text}): run the day again with --refetch; if it stays, compare the call with the documentation of the node`
}
