import type { ArchivedResponse } from '../archive/source_day.ts'
import { parseLines } from '../chain/portal/lines.ts'
import { pick } from '../source/pick.ts'
import type { Source } from '../source/source.ts'
import { askOnce } from './final_blocks.ts'
import { type FirstFetch, readRows } from './first_fetch.ts'
import {
  type RecordedReply,
  replayReplies,
  type SourceRecording,
  toRecordedReply,
  toRecording,
} from './recording.ts'
import type { Examined } from './tools.ts'

/** Maximum number of lines with items that are kept of an answer. */
const MAX_LINES = 3

/** Records what a source of events read of one dataset, cut to a few lines; null where it had no event. */
export async function recordChain(
  source: Source,
  given: FirstFetch,
  { http: client, bodies }: Pick<Examined, 'http' | 'bodies'>,
  stream: ArchivedResponse,
): Promise<SourceRecording | null> {
  const [head] = client.responses()
  if (head === undefined) return null
  const final = toRecordedReply(head, bodies)
  const heads = [final, { ...final, url: final.url.replace(/\/finalized-head$/, '/head') }]
  const lines = cutLines([...parseLines(stream.url, bodies.readBody(stream.sha256))])
  const reply: RecordedReply = { ...toRecordedReply(stream, bodies), lines: true, body: lines }
  const items = ['logs', 'transactions'].find((key) => lines.some((line) => pick(line, key) !== null))
  if (items === undefined) return null
  const replies = [...heads, { ...reply, items }]
  const made: RecordedReply[] = []
  const http = askOnce(replayReplies(given.day, replies), (url, request, line) =>
    made.push({ url, request, lines: true, body: [line] }),
  )
  const read = await readRows(source, given, http)
  return toRecording(given, [...replies, ...made], read)
}

/** The first lines with items, and the last, which says where the answer ended. */
function cutLines(lines: unknown[]): unknown[] {
  const full = lines.filter((line) => Object.keys(line as object).length > 1)
  return [...new Set([...lines.slice(0, 1), ...full.slice(0, MAX_LINES), ...lines.slice(-1)])]
}
