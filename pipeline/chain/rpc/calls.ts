import { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../../core/domain/errors.ts'
import type { Http } from '../../http/http.ts'
import { pick } from '../../source/pick.ts'
import type { Provenance } from '../../source/source.ts'
import { NoHistory } from '../failures.ts'
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
/** Statuses of an error of JSON-RPC, whose body says which. */
const WITH_ERROR = [400, 403, 413]
/** A node without old blocks, whose code may be that of too wide a range; 4444 is that of pruned history. */
const NO_HISTORY = new Set<unknown>([4444])
const NO_HISTORY_WORDS = /archive|personal token|prun(?:ed|ing)/i
const FORBIDDEN = 403
const NO_REPLY = { problem: 'status 200, but the body is no reply' }
const OVER_RATE = -32016
const RATE_WAIT_MS = 1000
const MAX_RATE_WAIT_MS = 30_000

const Reply = z.looseObject({})
const Replies = z.union([Reply, z.array(Reply)]).transform((replies) => [replies].flat())

/**
 * Sends several calls to a node in one batch, numbered from `firstId`; null when the node requires a smaller one. A node over its rate is
 * retried after a wait. Throws NoHistory where it lacks old blocks, UpstreamChanged for any other error and for a call
 * without a reply, UpstreamDown for a result that is not there yet.
 */
export async function sendCalls(
  http: Http,
  node: string,
  calls: ChainCall[],
  firstId = 1,
): Promise<ChainAnswer | null> {
  const requests = calls.map(({ method, params }, i) => ({ jsonrpc: '2.0', id: firstId + i, method, params }))
  const body = requests.length === 1 ? requests[0] : requests
  let replies: unknown[] = []
  const getRateProblem = createRateBackoff()
  const check = (body: Buffer) => {
    replies = parseReplies(body)
    return replies.length === 0 ? NO_REPLY : getRateProblem(replies)
  }
  const options = { body, accept: WITH_ERROR, check }
  const { data, url, status, sha256, retrievedAt } = await http.bytes(node, options)
  if (status !== 200) replies = parseReplies(data)
  const errors = replies.map((reply) => pick(reply, 'error')).filter((error) => error !== null)
  if (errors.some(isHistoryMissing)) throw new NoHistory(node)
  if (status === FORBIDDEN) throw new UpstreamChanged(node, 'status 403, which is no answer to this source')
  if (status !== 200 || errors.some(isTooMuch)) return null
  if (errors.length > 0) throw new UpstreamChanged(node, describeError(errors[0]))
  const byId = new Map(replies.map((reply) => [pick(reply, 'id'), reply]))
  const results = requests.map(({ id, method }) => parseResult(node, byId.get(id), method))
  // Without the body: otherwise a day's receipts would stay in memory as long as its rows.
  return { from: { url, sha256, retrievedAt }, results }
}

const parseReplies = (body: Buffer): unknown[] => Replies.safeParse(parseJsonOrNull(body)).data ?? []

/**
 * Backoff for calls over the rate, refused one by one inside a batch with status 200. Each wait is twice the last: the
 * other calls of a batch count too, so that batches resent too soon never succeed whole.
 */
export function createRateBackoff() {
  let waitMs = RATE_WAIT_MS / 2
  return (replies: unknown[]) => {
    if (!replies.some((reply) => pick(reply, 'error', 'code') === OVER_RATE)) return null
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

const isHistoryMissing = (error: unknown): boolean =>
  NO_HISTORY.has(pick(error, 'code')) || NO_HISTORY_WORDS.test(String(pick(error, 'message')))

const isTooMuch = (error: unknown): boolean =>
  TOO_MUCH.has(pick(error, 'code')) || TOO_MUCH_WORDS.test(String(pick(error, 'message')))

function describeError(error: unknown): string {
  const message = String(pick(error, 'message') ?? 'without a message')
  const text = message.replace(/\p{C}/gu, '?').slice(0, 200)
  return `JSON-RPC error ${JSON.stringify(pick(error, 'code'))} (${text}): run the day again with --refetch; if it stays, compare the call with the documentation of the node`
}
