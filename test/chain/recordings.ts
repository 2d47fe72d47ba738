import { readdirSync, readFileSync } from 'node:fs'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import type { BlocksRead } from '../../pipeline/source/source.ts'
import type { Reply } from '../sources/recorded_http.ts'
import type { Request } from './fake_chain.ts'

/** A call to a node and its result; `params` is compared with the first ones, as far as it goes. */
interface RecordedCall {
  method: string
  params?: unknown[]
  result: unknown
}

/** An answer of the portal or of a node. */
interface ChainAnswer extends Partial<Reply> {
  /** Without a query. */
  url: string
  /** A part of the body of the request. */
  asks?: unknown
  /** Of a node: what it answers to each call, in whatever batch. */
  calls?: RecordedCall[]
}

/** The answers that a source got of a chain, and its rows. */
export interface ChainPart {
  earlier_blocks?: BlocksRead[]
  answers: ChainAnswer[]
  rows: Record<string, unknown>[]
}

export const RECORDED_SOURCES = ['erc8004_identity', 'x402_payments'] as const

/** The recording of a chain. `is_made_by_hand`: until `npm run doctor -- --record` has brought a real one. */
export interface ChainRecording extends Partial<Record<(typeof RECORDED_SOURCES)[number], ChainPart>> {
  note: string
  is_made_by_hand: boolean
  chain: string
}

const FOLDER = new URL('./recordings/', import.meta.url)

/** Reads all recordings, by the names of their files. */
export const readRecordings = (): ChainRecording[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as ChainRecording)

/** Returns what the recording replies to a request; undefined if it does not hold it. */
export function findAnswer(answers: ChainAnswer[], url: string, { body }: RequestOptions): Reply | undefined {
  const [address] = url.split('?')
  const answer = answers.find((item) => item.url === address && includes(body, item.asks))
  if (answer?.calls === undefined) return answer && { body: null, ...answer }
  const replies = [body].flat().map((request) => replyToCall(answer.calls ?? [], request as Request))
  return { body: Array.isArray(body) ? replies : replies[0] }
}

function replyToCall(calls: RecordedCall[], { id, method, params }: Request): object {
  const call = calls.find((item) => item.method === method && includes(params, item.params))
  const result = call?.result ?? (method === 'eth_getLogs' ? [] : null)
  return { jsonrpc: '2.0', id, result }
}

/** True if a value has all that `wanted` has: of a list, each item in some item. */
function includes(value: unknown, wanted: unknown): boolean {
  if (wanted === undefined) return true
  if (Array.isArray(wanted))
    return Array.isArray(value) && wanted.every((item) => value.some((other) => includes(other, item)))
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(wanted).every(([key, item]) => includes((value as Record<string, unknown>)[key], item))
  )
}
