import { at, listAt, textAt } from '../../kit/json.ts'
import type { Recorded } from '../recorded.ts'

/** Blocks of a chain, both ends included. */
export interface Range {
  from: number
  to: number
}

/** Blocks that a day read, and the last of them that could no longer be reorganised then. */
export interface BlocksKept extends Range {
  date: string
  chain: string
  final: number
}

/** Formats the blocks that a source read of a chain on a date as one line; what follows on is one range. */
export function blocksLines(reads: (BlocksKept & { source: string })[]): string[] {
  const bySource = Map.groupBy(reads, ({ date, source, chain }) => `${date} ${source} ${chain}`)
  return [...bySource].flatMap(([key, ranges]) =>
    joinRanges(ranges).map(({ from, to, final }) => `${key} ${from}-${to}, final to ${final}`),
  )
}

function joinRanges(ranges: BlocksKept[]): BlocksKept[] {
  const joined: BlocksKept[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last?.final === range.from - 1) Object.assign(last, { to: range.to, final: range.final })
    else joined.push({ ...range })
  }
  return joined
}

/** The newest block of a chain, and the newest that is final. */
export interface Head {
  number: number
  final: number
}

/** A block, or a part of one, in the shape that the portal has for it, and the response that it stands in. */
export interface Line {
  block: unknown
  response: Recorded
}

/** A range as far as it was read. */
export interface RangeRead {
  to: number
  lines: Line[]
}

/** A log of a chain: hexadecimal texts in lower case, the time in milliseconds. */
export interface Log {
  address: string
  /** Its hash; empty where whole transactions were asked for. */
  transaction: string
  topics: string[]
  data: string
  block: number
  index: number
  time: number
  response: Recorded
}

/** The logs of a line, sorted by their place in the block. */
export function logsIn({ block, response }: Line): Log[] {
  const number = Number(at(block, 'header', 'number'))
  const time = 1000 * Number(at(block, 'header', 'timestamp'))
  return listAt(block, 'logs')
    .map((log) => ({
      address: textAt(log, 'address')?.toLowerCase() ?? '',
      transaction: textAt(log, 'transactionHash')?.toLowerCase() ?? '',
      topics: listAt(log, 'topics').map((topic) => String(topic).toLowerCase()),
      data: textAt(log, 'data')?.toLowerCase() ?? '0x',
      index: Number(at(log, 'logIndex')),
      ...{ block: number, time, response },
    }))
    .sort((a, b) => a.index - b.index)
}

/** The logs of each transaction of a line. */
export function transactionsIn({ block, response }: Line): Log[][] {
  const header = at(block, 'header')
  const logs = Map.groupBy(listAt(block, 'logs'), (log) => at(log, 'transactionIndex'))
  return listAt(block, 'transactions').map((transaction) =>
    logsIn({ block: { header, logs: logs.get(at(transaction, 'transactionIndex')) ?? [] }, response }),
  )
}

/**
 * Returns the missing pieces of a range, the newest first, of at most `size` blocks counted from the newest of each.
 */
export function missingPieces({ from, to }: Range, kept: BlocksKept[], size: number): Range[] {
  const pieces: Range[] = []
  let last = to
  while (last >= from) {
    const over = kept.filter((kept) => kept.from <= last && last <= kept.final)
    if (over.length > 0) {
      last = Math.min(...over.map((kept) => kept.from)) - 1
      continue
    }
    const below = kept
      .filter((kept) => kept.from <= kept.final && kept.final < last)
      .map((kept) => kept.final + 1)
    const start = Math.max(from, last - size + 1, ...below)
    pieces.push({ from: start, to: last })
    last = start - 1
  }
  return pieces
}
