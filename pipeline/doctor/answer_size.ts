import type { ArchivedResponse } from '../archive/source_day.ts'
import { parseEnds } from '../chain/portal/lines.ts'
import type { Bodies } from '../http/guard/record.ts'
import { pick } from '../source/pick.ts'
import { parseJson } from './troubles.ts'

/** How an answer of the portal ended: at the block that was asked for, by the portal before it, or within a line. */
export type AnswerEnd = 'to_block' | 'chunk' | 'cut'

/** What one answer of the portal held. */
export interface AnswerSize {
  asked_blocks: number
  blocks: number
  bytes: number
  end: AnswerEnd
}

/** Measures an answer to a query of blocks; null for any other answer, and for one without a block. */
export function measureAnswer(response: ArchivedResponse, bodies: Bodies): AnswerSize | null {
  if (response.request === null || response.status !== 200) return null
  const query = parseJson(bodies.readBody(response.request).toString())
  const from = Number(pick(query, 'fromBlock'))
  const to = Number(pick(query, 'toBlock'))
  const body = bodies.readBody(response.sha256)
  const last = parseEnds(body)?.last.number
  if (last === undefined || !Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null
  const end = body.at(-1) !== 10 ? 'cut' : last >= to ? 'to_block' : 'chunk'
  return { asked_blocks: to - from + 1, blocks: last - from + 1, bytes: body.length, end }
}
