import { toHex } from 'viem/utils'
import { UpstreamChanged, UpstreamDown } from '../../../core/domain/errors.ts'
import type { Http } from '../../http/http.ts'
import { pick } from '../../source/pick.ts'
import type { Provenance } from '../../source/source.ts'
import type { LogSelector, ReadRange } from '../provider.ts'
import { parseQuantity, toIso } from '../values.ts'
import { type ChainCall, sendCalls } from './calls.ts'
import type { Width } from './width.ts'

/** Nodes limit the topics of a list and the calls of a batch. */
const MAX_TOPICS = 500
const MAX_CALLS = 10

/** Calls are numbered from here, when they are made for the first and for a second time. */
const FIRST_IDS = 1
const SECOND_IDS = 1001
/** Nodes that cut lists without a word do so at a round number. */
const CUT_AT = 1_000

/** A log from a node, and its recorded response. */
interface NodeLog {
  from: Provenance
  log: unknown
}

/** The logs of a range of blocks: all of them up to and with `to_block`, from the end of the range before. */
export interface LogsRead {
  logs: NodeLog[]
  to_block: number
  /** Seconds since 1970. */
  to_time: number
}

/**
 * Reads the logs of a range of blocks, oldest first. When the node requires fewer at once, half as many blocks are
 * requested, down to one, and gradually more after each success. Throws UpstreamDown and UpstreamChanged.
 */
export async function* readLogs(
  http: Http,
  node: string,
  selectors: LogSelector[],
  { from_block, to_block, isAgain = false }: ReadRange,
  width: Width,
): AsyncGenerator<LogsRead> {
  let next = from_block
  while (next <= to_block) {
    const last = Math.min(next + width.blocks - 1, to_block)
    const read = await readLogRange(http, node, selectors, { from_block: next, to_block: last, isAgain })
    if (read) {
      yield read
      width.acceptRange(last - next + 1)
      next = last + 1
    } else if (last === next) {
      throw new UpstreamDown(node, `it refuses the logs of even a single block (${next}): run again later`)
    } else {
      width.refuseRange(last - next + 1)
    }
  }
}

async function readLogRange(
  http: Http,
  node: string,
  selectors: LogSelector[],
  { from_block: from, to_block: to, isAgain = false }: ReadRange,
): Promise<LogsRead | null> {
  const calls = selectors.flatMap((selector) => logsCalls(selector, from, to))
  calls.push({ method: 'eth_getBlockByNumber', params: [toHex(to), false] })
  const logs: NodeLog[] = []
  let block: unknown = null
  for (const batch of split(calls, MAX_CALLS)) {
    const answer = await sendCalls(http, node, batch, isAgain ? SECOND_IDS : FIRST_IDS)
    if (!answer || (from < to && answer.results.some(looksCut))) return null
    if (batch.at(-1) === calls.at(-1)) block = answer.results.pop()
    for (const result of answer.results)
      for (const log of requireList(node, result)) logs.push({ from: answer.from, log })
  }
  return { logs: logs.sort(byPlace), to_block: to, to_time: parseTime(node, block) }
}

const looksCut = (result: unknown): boolean =>
  Array.isArray(result) && result.length > 0 && result.length % CUT_AT === 0

function logsCalls({ address, topics }: LogSelector, from: number, to: number): ChainCall[] {
  const long = topics.findIndex((list) => (list?.length ?? 0) > MAX_TOPICS)
  const parts =
    long === -1 ? [topics] : split(topics[long] ?? [], MAX_TOPICS).map((part) => topics.with(long, part))
  return parts.map((part) => ({
    method: 'eth_getLogs',
    params: [{ address, fromBlock: toHex(from), toBlock: toHex(to), topics: part }],
  }))
}

const split = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

const byPlace = (a: NodeLog, b: NodeLog): number =>
  (parseQuantity(pick(a.log, 'blockNumber')) ?? 0) - (parseQuantity(pick(b.log, 'blockNumber')) ?? 0) ||
  (parseQuantity(pick(a.log, 'logIndex')) ?? 0) - (parseQuantity(pick(b.log, 'logIndex')) ?? 0)

/** The time of a block, in seconds since 1970. */
export function parseTime(node: string, block: unknown): number {
  const seconds = parseQuantity(pick(block, 'timestamp'))
  if (seconds !== null && toIso(seconds) !== null) return seconds
  throw new UpstreamChanged(node, 'a block has no time: run again with --refetch')
}

function requireList(node: string, result: unknown): unknown[] {
  if (Array.isArray(result)) return result
  throw new UpstreamChanged(node, 'eth_getLogs gives no list: run the day again with --refetch')
}
