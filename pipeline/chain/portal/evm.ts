import type { Http } from '../../http/http.ts'
import { listAt, pick } from '../../source/pick.ts'
import type { Provenance } from '../../source/source.ts'
import type { BlockPart, EvmLog, EvmProvider, EvmTransaction, LogSelector, ReadRange } from '../provider.ts'
import { lower, toIso } from '../values.ts'
import { MAX_DENSE_CHUNKS, Portal, type PortalChain, type PortalPart } from './portal.ts'

const LOG = { address: true, topics: true, data: true, logIndex: true, transactionIndex: true } as const
const TRANSACTION = { transactionIndex: true, hash: true, from: true } as const

/** Provenance and block of the logs of a line. */
interface Place {
  from: Provenance
  block_number: number
  block_time: string | null
}

/** Reads an EVM chain from the SQD Portal. */
class EvmPortal extends Portal implements EvmProvider {
  async *logs(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmLog>> {
    const query = { fields: { log: { ...LOG, transactionHash: true as const } }, logs: selectors.map(toItem) }
    for await (const part of this.read(query, range)) yield { ...part, items: readItems(part, parseLogs) }
  }

  async *transactions(selectors: LogSelector[], range: ReadRange): AsyncGenerator<BlockPart<EvmTransaction>> {
    const whole = { transaction: true, transactionLogs: true }
    const query = {
      fields: { log: LOG, transaction: TRANSACTION },
      logs: selectors.map((selector) => ({ ...toItem(selector), ...whole })),
    }
    for await (const part of this.read(query, range, MAX_DENSE_CHUNKS))
      yield { ...part, items: readItems(part, parseTransactions) }
  }
}

/** The portal of a chain. */
export const evmPortal = (http: Http, chain: PortalChain): EvmProvider => new EvmPortal(http, chain)

function toItem({ address, topics }: LogSelector) {
  const named = topics.map((topic, index) => [`topic${index}`, topic]).filter(([, topic]) => topic !== null)
  return { address, ...Object.fromEntries(named) }
}

/** Reads the items of a part's lines lazily. */
function readItems<T>({ from, lines }: PortalPart, read: (line: unknown, place: Place) => T[]): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (const line of lines) yield* read(line, toBlockPlace(line, from))
    },
  }
}

function toBlockPlace(line: unknown, from: Provenance): Place {
  const header = pick(line, 'header')
  return {
    from,
    block_number: Number(pick(header, 'number')),
    block_time: toIso(pick(header, 'timestamp')),
  }
}

const parseLogs = (line: unknown, place: Place): EvmLog[] =>
  listAt(line, 'logs').map((log) => parseLog(log, place, pick(log, 'transactionHash')))

function parseTransactions(line: unknown, place: Place): EvmTransaction[] {
  const logs = Map.groupBy(listAt(line, 'logs'), (log) => pick(log, 'transactionIndex'))
  return listAt(line, 'transactions').map((transaction) => {
    const hash = lower(pick(transaction, 'hash'))
    const own = logs.get(pick(transaction, 'transactionIndex')) ?? []
    return {
      from: place.from,
      block_number: place.block_number,
      hash,
      sender: lower(pick(transaction, 'from')),
      logs: own.map((log) => parseLog(log, place, hash)),
    }
  })
}

const parseLog = (log: unknown, place: Place, hash: unknown): EvmLog => ({
  ...place,
  log_index: pick(log, 'logIndex'),
  transaction_hash: lower(hash),
  address: lower(pick(log, 'address')),
  topics: pick(log, 'topics'),
  data: pick(log, 'data'),
})
