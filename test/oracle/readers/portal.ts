import { at, listAt, numberAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive } from '../recorded.ts'
import type { Head, Line, Range, RangeRead } from './blocks.ts'

const MAX_FORKS = 5

/** One answer to a query for blocks: the requested range, the parent block, and the kind. */
interface Answer extends Range {
  path: string
  parent: string | null
  kind: string
  response: Recorded
}

/** A part of a stream that was read: up to which block, and that block's hash. */
interface Part extends RangeRead {
  hash: string | null
}

/** The recording of one dataset of the SQD Portal on a day. */
export class PortalDay {
  readonly answers: Answer[]
  readonly head: Head | null

  readonly archive: RecordedArchive

  constructor(archive: RecordedArchive, responses: Recorded[], dataset: string) {
    this.archive = archive
    const base = `https://portal.sqd.dev/datasets/${dataset}/`
    const own = responses.filter(({ url }) => url.startsWith(base))
    const readHead = (path: string): number | null => {
      const told = own.find(({ url, status }) => url === base + path && (status === 200 || status === 304))
      return told === undefined ? null : numberAt(archive.body(told.sha256), 'number')
    }
    const [number, final] = [readHead('head'), readHead('finalized-head')]
    this.head = number === null || final === null ? null : { number, final: Math.min(number, final) }
    this.answers = own
      .filter(({ method }) => method === 'POST')
      .map((response) => toAnswer(response, archive.body(response.request ?? ''), base))
  }

  /** The part of the final blocks that begins with a block; null where no answer does. */
  final(kind: string, from: number, to: number): RangeRead | null {
    const found = this.answers.find(
      (answer) =>
        answer.path === 'finalized-stream' &&
        answer.kind === kind &&
        answer.from === from &&
        answer.to <= to &&
        answer.response.status === 200,
    )
    return found === undefined ? null : this.#partOf(found)
  }

  /** The newest blocks, which were read whole or do not count: a fork discards the blocks of the abandoned branch. */
  fresh(kind: string, from: number, to: number): RangeRead | null {
    let kept: Part[] = []
    let [next, parent, forks] = [from, null as string | null, 0]
    while (next <= to) {
      const answer = this.answers.find(
        (answer) =>
          answer.path === 'stream' &&
          answer.kind === kind &&
          answer.from === next &&
          answer.to === to &&
          answer.parent === parent,
      )
      const status = answer?.response.status
      if (answer === undefined || (status === 409 && ++forks > MAX_FORKS)) return null
      if (status === 409) {
        kept = upTo(kept, newestCommon(kept, this.archive.body(answer.response.sha256)))
        next = (kept.at(-1)?.to ?? from - 1) + 1
        parent = null
      } else if (status === 200) {
        const part = this.#partOf(answer)
        kept.push(part)
        next = part.to + 1
        parent = part.hash
      } else {
        return null
      }
    }
    return { to, lines: kept.flatMap(({ lines }) => lines) }
  }

  /** An answer without a block means that there is none up to the end of the requested range. */
  #partOf({ to, response }: Answer): Part {
    const lines = this.archive.lines(response.sha256).map((block): Line => ({ block, response }))
    const last = lines.at(-1)
    if (last === undefined) return { to, lines, hash: null }
    return { to: Math.min(blockNumber(last), to), lines, hash: blockHash(last) }
  }
}

function toAnswer(response: Recorded, query: unknown, base: string): Answer {
  return {
    // `max_chunks` bounds an answer, and is no part of what is asked.
    path: response.url.slice(base.length).replace(/\?.*$/, ''),
    from: Number(at(query, 'fromBlock')),
    to: Number(at(query, 'toBlock')),
    parent: textAt(query, 'parentBlockHash'),
    kind: queryKind(query),
    response,
  }
}

/**
 * Returns the kind of a query: transactions by their logs or by their fee payer, plain logs, or transfers of accounts.
 */
function queryKind(query: unknown): string {
  const [log] = listAt(query, 'logs')
  if (listAt(query, 'transactions').length > 0) return 'fees'
  if (log === undefined) return 'blocks'
  if (at(log, 'transactionLogs') === true) return 'transactions'
  return at(log, 'topic1') === null ? 'logs' : sentBy(listAt(log, 'topic1'))
}

/** The kind of a query for transfers of these accounts. */
export const sentBy = (accounts: unknown[]): string => `sent by ${accounts.join(' ')}`

const blockNumber = ({ block }: Line): number => Number(at(block, 'header', 'number'))
const blockHash = ({ block }: Line): string | null => textAt(block, 'header', 'hash')

/** The newest block that both the parts and the answer to a fork hold, or -1. */
function newestCommon(parts: Part[], fork: unknown): number {
  const theirs = new Map(
    listAt(fork, 'previousBlocks').map((block) => [at(block, 'number'), at(block, 'hash')]),
  )
  const common = parts
    .flatMap(({ lines }) => lines)
    .filter((line) => blockHash(line) !== null && theirs.get(blockNumber(line)) === blockHash(line))
  return Math.max(-1, ...common.map(blockNumber))
}

function upTo(parts: Part[], last: number): Part[] {
  return parts.flatMap((part) => {
    const lines = part.lines.filter((line) => blockNumber(line) <= last)
    const end = lines.at(-1)
    return end === undefined ? [] : [{ lines, to: blockNumber(end), hash: blockHash(end) }]
  })
}
