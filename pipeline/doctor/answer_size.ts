import type { ArchivedResponse } from '../archive/source_day.ts'
import { parseEnds } from '../chain/portal/lines.ts'
import { parseJsonOrNull } from '../chain/values.ts'
import { pick } from '../source/pick.ts'
import type { Examined } from './tools.ts'

/** The end of an answer of the portal: the block that was asked for, a chunk, our limit of size, or a broken line. */
export type AnswerEnd = 'to_block' | 'chunk' | 'limit' | 'cut'

/** The content of one answer of the portal, and its end. */
export interface AnswerSize {
  asked_blocks: number
  blocks: number
  bytes: number
  end: AnswerEnd
}

/** Measures an answer to a query of blocks; null for any other answer, and for one without a block. */
export function measureAnswer(
  response: ArchivedResponse,
  { bodies, watch }: Pick<Examined, 'bodies' | 'watch'>,
): AnswerSize | null {
  if (response.request === null || response.status !== 200) return null
  const query = parseJsonOrNull(bodies.readBody(response.request))
  const from = Number(pick(query, 'fromBlock'))
  const to = Number(pick(query, 'toBlock'))
  const body = bodies.readBody(response.sha256)
  const last = parseEnds(body)?.last.number
  if (last === undefined || !Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return null
  const size = { asked_blocks: to - from + 1, blocks: last - from + 1, bytes: body.length }
  const sent = watch.sent.at(-1)
  const isLimited = sent !== undefined && sent.bytes > body.length
  const isCut = !sent?.isWhole || !sent.endsLine
  return { ...size, end: last >= to ? 'to_block' : isLimited ? 'limit' : isCut ? 'cut' : 'chunk' }
}
