import type { IndexedChain } from '../../../pipeline/catalog/chains.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { type BlocksKept, type Line, logsIn, type Range, transactionsIn } from './blocks.ts'
import { ChainDay, toBlocksRead } from './chain_day.ts'
import type { Quarantine } from './reading.ts'
import { transfersIn } from './solana.ts'
import { decodeTransfer, eventsIn, type X402Event } from './x402_events.ts'

/** A transfer of the chain's USDC: a payment by x402, or a plain one back to a payer. */
export interface Transfer {
  chain: string
  from: string
  to: string
  /** Atomic units. */
  amount: bigint
  block: number
  index: number
  /** Milliseconds. */
  time: number
  response: Recorded
}

/** All that moved, as it was read last. */
export interface PaymentData {
  payments: Transfer[]
  fundings: Transfer[]
}

/** One row of what was read: a sale, a plain transfer back, a channel that was opened, or a claim out of one. */
interface Row extends Transfer {
  kind: X402Event['kind'] | 'funding'
  token: string
  channel: string
}

/** The sum of days of payments, and the blocks that they read. */
export interface Ledger {
  rows: Row[]
  kept: BlocksKept[]
}

export const emptyLedger = (): Ledger => ({ rows: [], kept: [] })

const A_DAY = 86_400
/** Limit of 128-bit integer columns. */
const MAX_SIZE = 2n ** 127n

/** Reads a day of payments, after the days before it; what a later read of the same blocks does not have is gone. */
export function readPayments(
  { rows, kept }: Ledger,
  archive: RecordedArchive,
  day: RecordedDay,
  chains: IndexedChain[],
  isRefused: Quarantine,
): Ledger {
  const pieces = chains.flatMap((chain) => {
    if (!chain.x402) return []
    const recorded = new ChainDay(archive, day, chain)
    const read = chain.kind === 'evm' ? evmPiece(recorded, chain.x402.usdc) : solanaPiece(recorded)
    const kind = chain.kind === 'evm' ? 'transactions' : 'fees'
    return recorded.readPieces(kind, Math.round(A_DAY / chain.blockSeconds), kept, read)
  })
  const isReadAgain = ({ chain, block }: Row): boolean =>
    pieces.some((piece) => piece.chain === chain && piece.from <= block && block <= piece.to)
  const isKept = ({ chain, block, index, response }: Row): boolean =>
    !isRefused(response, `{"chain":"${chain}","block_number":${block},"log_index":${index},`)
  const fresh = pieces.flatMap(({ items }) => items).filter(isKept)
  return {
    rows: [...rows.filter((row) => !isReadAgain(row)), ...fresh],
    kept: [...kept, ...toBlocksRead(pieces)],
  }
}

/**
 * Returns payments in the USDC of each chain: the payer of a claim is the owner of its channel, from the first event
 * that opens it.
 */
export function readPaymentData({ rows }: Ledger, chains: IndexedChain[]): PaymentData {
  const usdc = new Map(chains.map(({ id, x402 }) => [id, x402?.usdc]))
  const opened = new Map<string, Row>()
  const channels = rows.filter(({ kind }) => kind === 'channel').sort(byPlace)
  for (const row of channels.reverse()) opened.set(`${row.chain} ${row.channel}`, row)
  const claims = rows.flatMap((row) => {
    const channel = row.kind === 'claim' ? opened.get(`${row.chain} ${row.channel}`) : undefined
    return channel ? [{ ...row, from: channel.from, to: channel.to, token: channel.token }] : []
  })
  const isCounted = ({ chain, token, amount }: Row): boolean => token === usdc.get(chain) && amount < MAX_SIZE
  return {
    payments: [...rows.filter(({ kind }) => kind === 'sale'), ...claims].filter(isCounted),
    fundings: rows.filter(({ kind }) => kind === 'funding'),
  }
}

const byPlace = (a: Row, b: Row): number => a.block - b.block || a.index - b.index

/** The sales of a piece, and what was sent back, up to where both were read. */
const evmPiece = (recorded: ChainDay, usdc: string) => (piece: Range) => {
  const read = recorded.read('transactions', piece)
  const events = read.lines.flatMap(transactionsIn).flatMap((logs) => eventsIn(logs, usdc))
  const rows = unique(events.map((event) => toRow(recorded.chain, event)))
  const sales = rows.filter(({ kind }) => kind === 'sale')
  const payers = new Set(sales.map(({ from }) => from))
  const places = new Set(sales.map(rowPlace))
  const back = readOutgoing(recorded, { ...piece, to: read.to }, new Set(sales.map(({ to }) => to)))
  const fundings = back.lines
    .flatMap(logsIn)
    .flatMap(decodeTransfer)
    .map((event): Row => ({ ...toRow(recorded.chain, event), kind: 'funding' }))
    .filter((row) => payers.has(row.to) && !places.has(rowPlace(row)))
  return { to: back.to, items: [...rows, ...unique(fundings)].filter(({ block }) => block <= back.to) }
}

/**
 * Returns transfers sent by the accounts that were paid: they were requested in lists, and each account must be in one.
 */
function readOutgoing(recorded: ChainDay, range: Range, payees: Set<string>): { to: number; lines: Line[] } {
  const lists = recorded.kindsFrom(range.from).filter((kind) => kind.startsWith('sent by '))
  const asked = new Set(lists.flatMap((kind) => kind.match(/[\da-f]{40}\b/g) ?? []))
  const reads = lists.map((kind) => recorded.read(kind, range))
  const isWhole = [...payees].every((payee) => asked.has(payee.slice(2)))
  const to = isWhole ? Math.min(range.to, ...reads.map((read) => read.to)) : range.from - 1
  return { to, lines: reads.flatMap(({ lines }) => lines) }
}

const solanaPiece = (recorded: ChainDay) => (piece: Range) => {
  const { to, lines } = recorded.read('fees', piece)
  const items = lines.flatMap((line) =>
    transfersIn(line)
      .filter(({ mint }) => mint === recorded.chain.x402?.usdc)
      .map(
        ({ mint, ...transfer }): Row => ({
          ...transfer,
          ...{ kind: 'sale', token: mint, channel: '' },
          ...{ chain: recorded.chain.id, response: line.response },
        }),
      ),
  )
  return { to, items }
}

function toRow({ id }: IndexedChain, { log, from, to, ...event }: X402Event): Row {
  const { block, index, time, response } = log
  return {
    ...event,
    chain: id,
    from: internAccount(from),
    to: internAccount(to),
    block,
    index,
    time,
    response,
  }
}

/** Of two rows in one place the first stands. */
const unique = (rows: Row[]): Row[] => {
  const places = new Set<string>()
  return rows.filter((row) => places.size < places.add(rowPlace(row)).size)
}

const rowPlace = ({ block, index }: Row): string => `${block} ${index}`

const names = new Map<string, string>()

/** One text for each account, however many transfers name it. */
function internAccount(account: string): string {
  const name = names.get(account)
  if (name === undefined) names.set(account, account)
  return name ?? account
}
