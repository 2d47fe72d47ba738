import { at, listAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'

/** Where the chain is read. */
export const BASE_RPC = 'https://mainnet.base.org'
export const BASE = 'eip155:8453'

/** A log of the chain: hexadecimal texts as they came, numbers read, the time in milliseconds. */
export interface Log {
  address: string
  topics: string[]
  data: string
  block: number
  index: number
  transaction: string
  time: number
}

/** One answer of `eth_getLogs`: the blocks it was asked for, by which topics, and its logs. */
export interface LogsRead {
  from: number
  to: number
  topics: unknown[]
  logs: Log[]
  response: Recorded
}

/** One call that the chain answered. */
interface Call {
  method: string
  params: unknown[]
  result: unknown
}

/** A recorded response of the chain: its calls, and how to time a log. */
export interface ChainAnswer {
  response: Recorded
  calls: () => Call[]
  methods: string[]
}

/** The answers of a day, each of which is parsed when it is asked for, and the day's newest block. */
export function chainAnswers(archive: RecordedArchive, day: RecordedDay) {
  const answers = day.responses
    .filter(({ method, status }) => method === 'POST' && status === 200)
    .map((response): ChainAnswer => {
      const asked = [archive.body(response.request ?? '')].flat()
      const methods = asked.map((one) => textAt(one, 'method') ?? '')
      return { response, methods, calls: () => callsOf(asked, archive.body(response.sha256)) }
    })
  const head = answers.find(({ methods }) => methods.includes('eth_getBlockByNumber'))
  const [newest] = (head?.calls() ?? []).filter(({ method }) => method === 'eth_getBlockByNumber')
  const timeOf = timer(Number(at(newest?.result, 'number')), Number(at(newest?.result, 'timestamp')))
  return { answers, timeOf }
}

/** Replies may come in any order; they are told apart by their ids. */
function callsOf(asked: unknown[], body: unknown): Call[] {
  const replies = new Map([body].flat().map((reply) => [at(reply, 'id'), reply]))
  return asked.map((one) => ({
    method: textAt(one, 'method') ?? '',
    params: listAt(one, 'params'),
    result: at(replies.get(at(one, 'id')), 'result'),
  }))
}

/** Milliseconds of a block: what the log says, or counted from the newest block, two seconds for each. */
const timer =
  (head: number, seconds: number) =>
  (block: number, told: unknown): number =>
    1000 * (told === null ? seconds - 2 * (head - block) : Number(told))

/** A log with its numbers read. */
export const logOf = (log: unknown, timeOf: (block: number, told: unknown) => number): Log => {
  const block = Number(at(log, 'blockNumber'))
  return {
    address: textAt(log, 'address')?.toLowerCase() ?? '',
    topics: listAt(log, 'topics').map(String),
    data: textAt(log, 'data') ?? '0x',
    block,
    index: Number(at(log, 'logIndex')),
    transaction: textAt(log, 'transactionHash')?.toLowerCase() ?? '',
    time: timeOf(block, at(log, 'blockTimestamp')),
  }
}

/** What an answer of `eth_getLogs` gave; nothing where the provider wanted less asked at once. */
export function logsRead(
  { response, calls }: ChainAnswer,
  timeOf: (block: number, told: unknown) => number,
): LogsRead[] {
  return calls().flatMap(({ method, params, result }) => {
    const [filter] = params
    if (method !== 'eth_getLogs' || !Array.isArray(result)) return []
    return {
      from: Number(at(filter, 'fromBlock')),
      to: Number(at(filter, 'toBlock')),
      topics: listAt(filter, 'topics'),
      logs: result.map((log) => logOf(log, timeOf)),
      response,
    }
  })
}
