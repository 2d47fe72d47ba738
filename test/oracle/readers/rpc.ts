import { at, listAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive } from '../recorded.ts'
import { eventTopic } from './abi.ts'
import type { Head, Line, Range, RangeRead } from './blocks.ts'
import { sentBy } from './portal.ts'

const AUTHORIZED = eventTopic('AuthorizationUsed(address,bytes32)')

/** One call, and what it was answered with. */
interface Call {
  method: string
  params: unknown[]
  result: unknown
}

/** Logs of some blocks, all that were asked for at once. */
interface Stretch extends Range {
  kind: string
  logs: unknown[]
  response: Recorded
}

/** The recording of the nodes of one chain on a day, the fallback when the portal does not answer. */
export class NodeDay {
  head: Head | null = null
  readonly stretches: Stretch[] = []
  readonly #receipts = new Map<string, { receipt: unknown; response: Recorded }>()
  readonly #times = new Map<number, unknown>()

  constructor(archive: RecordedArchive, responses: Recorded[], chain: string, addresses: string[]) {
    const asked = responses.filter(
      ({ method, status, url }) =>
        method === 'POST' && status === 200 && !url.startsWith('https://portal.sqd.dev/'),
    )
    for (const [address, answers] of Map.groupBy(asked, ({ url }) => url))
      if (addresses.includes(address) || answers.some((answer) => readChainId(archive, answer) === chain))
        for (const response of answers) this.#keep(readCalls(archive, response), response)
  }

  /** The widest stretch of logs that begins with a block; null where there is none, or a receipt of it is missing. */
  read(kind: string, from: number, to: number): RangeRead | null {
    const found = this.stretches
      .filter((stretch) => stretch.kind === kind && stretch.from === from && stretch.to <= to)
      .sort((a, b) => b.to - a.to)[0]
    if (found === undefined) return null
    const lines = kind === 'transactions' ? this.#withReceipts(found) : this.#linesOf(found)
    return lines && { to: found.to, lines }
  }

  #keep(calls: Call[], response: Recorded): void {
    for (const { method, params, result } of calls) {
      if (method === 'eth_getBlockByNumber')
        this.#times.set(Number(at(result, 'number')), at(result, 'timestamp'))
      if (method === 'eth_getTransactionReceipt')
        this.#receipts.set(String(params[0]), { receipt: result, response })
    }
    if (calls.some(({ method }) => method === 'eth_chainId'))
      this.head = { number: readBlockNumber(calls, 'latest'), final: readBlockNumber(calls, 'finalized') }
    const asked = calls.filter(({ method }) => method === 'eth_getLogs')
    const [filter] = asked[0]?.params ?? []
    if (asked.length === 0 || !asked.every(({ result }) => Array.isArray(result))) return
    this.stretches.push({
      from: Number(at(filter, 'fromBlock')),
      to: Number(at(filter, 'toBlock')),
      kind: callKind(asked),
      logs: asked.flatMap(({ result }) => result as unknown[]),
      response,
    })
  }

  #linesOf({ logs, response }: Stretch): Line[] {
    return logs.map((log) => this.#line(log, [log], response))
  }

  #withReceipts({ logs }: Stretch): Line[] | null {
    const hashes = new Map(logs.map((log) => [String(at(log, 'transactionHash')).toLowerCase(), log]))
    const lines = [...hashes].map(([hash, log]) => {
      const read = this.#receipts.get(hash)
      return read && this.#line(log, listAt(read.receipt, 'logs'), read.response)
    })
    return lines.every((line) => line !== undefined) ? lines : null
  }

  /** Some nodes leave the time out of logs: then it is that of the block, which was asked for. */
  #line(log: unknown, logs: unknown[], response: Recorded): Line {
    const number = Number(at(log, 'blockNumber'))
    const timestamp = Number(at(log, 'blockTimestamp') ?? this.#times.get(number) ?? Number.NaN)
    const placed = logs.map((log) => ({
      ...{ address: at(log, 'address'), topics: at(log, 'topics'), data: at(log, 'data') },
      ...{ logIndex: Number(at(log, 'logIndex')), transactionIndex: 0 },
      transactionHash: at(log, 'transactionHash'),
    }))
    const transactions = [{ transactionIndex: 0 }]
    return { block: { header: { number, timestamp }, logs: placed, transactions }, response }
  }
}

/** Replies may arrive in any order; they are matched by their ids. A batch with an error is ignored. */
function readCalls(archive: RecordedArchive, { request, sha256 }: Recorded): Call[] {
  const asked = [archive.body(request ?? '')].flat()
  const replies = new Map([archive.body(sha256)].flat().map((reply) => [at(reply, 'id'), reply]))
  const calls = asked.map((call) => ({
    method: textAt(call, 'method') ?? '',
    params: listAt(call, 'params'),
    result: at(replies.get(at(call, 'id')), 'result'),
  }))
  return calls.every(({ result }) => result !== null) ? calls : []
}

/** Returns the chain id that a node answered, if it was requested. */
function readChainId(archive: RecordedArchive, response: Recorded): string | null {
  const asked = [archive.body(response.request ?? '')].flat()
  if (!asked.some((call) => at(call, 'method') === 'eth_chainId')) return null
  const told = readCalls(archive, response).find(({ method }) => method === 'eth_chainId')
  return told ? `eip155:${Number(told.result)}` : null
}

const readBlockNumber = (calls: Call[], tag: string): number =>
  Number(at(calls.find(({ params }) => params[0] === tag)?.result, 'number'))

/** Long lists of accounts are asked about in several calls of one batch. */
function callKind(asked: Call[]): string {
  const topics = asked.map(({ params }) => listAt(params[0], 'topics'))
  const accounts = topics.flatMap((topic) => (Array.isArray(topic[1]) ? (topic[1] as unknown[]) : []))
  if (accounts.length > 0) return sentBy(accounts)
  return topics.some((topic) => [topic[0]].flat().includes(AUTHORIZED)) ? 'transactions' : 'logs'
}
