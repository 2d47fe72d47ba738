import { at, listAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { accountIn, topicOf } from './abi.ts'
import type { Quarantine } from './reading.ts'
import { BASE, type ChainAnswer, chainAnswers, type Log, logOf, logsRead } from './rpc.ts'

/** A transfer of USDC: a payment that was authorised by signature, or a plain one back to somebody who paid. */
export interface Transfer {
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
export interface Moved {
  payments: Transfer[]
  fundings: Transfer[]
}

/** A stretch of blocks that the answers of a day cover, with the transactions that hold authorizations. */
interface Used {
  from: number
  to: number
  transactions: Map<string, number>
}

interface PlainRead {
  from: number
  to: number
  payees: string
  transfers: Transfer[]
}

const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const AUTHORIZED = topicOf('AuthorizationUsed(address,bytes32)')
const TRANSFER = topicOf('Transfer(address,address,uint256)')
/** Who was sent something back is looked for among the accounts of a day and a half, 500 payees at a time. */
const STRETCH = 64_800
const PAYEES = 500

/** Reads a day of payments, after the days before it; what a later read of the same blocks does not have is gone. */
export function readPayments(
  before: Moved,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): Moved {
  const { used, paid, plain } = parse(archive, day)
  const first = Math.min(...used.map(({ from }) => from))
  const last = Math.max(...used.map(({ to }) => to))
  const fresh: Moved = { payments: [], fundings: [] }
  let end = first - 1
  while (end < last) {
    const wanted = Math.min(end + STRETCH, last)
    const { to, payments, fundings } = readStretch(end + 1, wanted, used, paid, plain)
    fresh.payments.push(...payments)
    fresh.fundings.push(...fundings)
    end = to
    if (end < wanted) break
  }
  const stands = ({ block }: Transfer): boolean => block < first || block > end
  const isKept = ({ block, index, response }: Transfer): boolean =>
    !isRefused(response, `{"chain":"${BASE}","asset":"${USDC}","block_number":${block},"log_index":${index},`)
  return {
    payments: [...before.payments.filter(stands), ...fresh.payments.filter(isKept)],
    fundings: [...before.fundings.filter(stands), ...fresh.fundings.filter(isKept)],
  }
}

/** What the answers say, each read once and left again: a day of them is some 65 MB. */
function parse(archive: RecordedArchive, day: RecordedDay) {
  const { answers, timeOf } = chainAnswers(archive, day)
  const used: Used[] = []
  const plain: PlainRead[] = []
  const paid = new Map<string, Transfer[]>()
  for (const answer of answers) {
    if (answer.methods.includes('eth_getTransactionReceipt')) readReceipts(answer, timeOf, paid)
    for (const { from, to, topics, logs, response } of logsRead(answer, timeOf)) {
      if (topics[0] === AUTHORIZED)
        used.push({ from, to, transactions: new Map(logs.map((log) => [log.transaction, log.block])) })
      if (topics[0] === TRANSFER) {
        const transfers = logs.map((log) => transferOf(log, response))
        plain.push({ from, to, payees: JSON.stringify(topics[1]), transfers })
      }
    }
  }
  return { used, paid, plain }
}

/** In a receipt an authorization pays with the transfer that comes right after it from the same account. */
function readReceipts(
  { response, calls }: ChainAnswer,
  timeOf: (block: number, told: unknown) => number,
  paid: Map<string, Transfer[]>,
): void {
  for (const { result } of calls()) {
    if (result === null) continue
    const logs = listAt(result, 'logs').map((log) => logOf(log, timeOf))
    const ofToken = new Map(logs.filter(({ address }) => address === USDC).map((log) => [log.index, log]))
    const transfers = [...ofToken.values()].flatMap(({ topics, index }) => {
      const next = ofToken.get(index + 1)
      const isPaid = topics[0] === AUTHORIZED && next?.topics[0] === TRANSFER && next.topics[1] === topics[1]
      return isPaid && next ? [transferOf(next, response)] : []
    })
    paid.set(String(at(result, 'transactionHash')).toLowerCase(), transfers)
  }
}

const names = new Map<string, string>()

/** One text for each account, however many transfers name it. */
function known(account: string): string {
  const name = names.get(account)
  if (name === undefined) names.set(account, account)
  return name ?? account
}

const transferOf = ({ topics, data, block, index, time }: Log, response: Recorded): Transfer => ({
  from: known(accountIn(topics[1])),
  to: known(accountIn(topics[2])),
  amount: BigInt(data),
  block,
  index,
  time,
  response,
})

/** Payments up to the first transaction without a receipt, and what was sent back up to where that was read. */
function readStretch(
  from: number,
  wanted: number,
  used: Used[],
  paid: Map<string, Transfer[]>,
  plain: PlainRead[],
): Moved & { to: number } {
  const within = used.filter((read) => from <= read.from && read.from <= wanted)
  const transactions = within.flatMap((read) => [...read.transactions])
  const unread = transactions.filter(([hash]) => !paid.has(hash)).map(([, block]) => block - 1)
  const end = Math.min(...unread, Math.max(...within.map(({ to }) => to)))
  const hashes = new Set(transactions.map(([hash]) => hash))
  const payments = [...hashes].flatMap((hash) => paid.get(hash) ?? []).filter(({ block }) => block <= end)
  const payers = new Set(payments.map((one) => one.from))
  const places = new Set(payments.map(placeOf))
  const asked = plain.filter((read) => from <= read.from && read.from <= wanted)
  const to = Math.min(end, readBackTo(asked, new Set(payments.map((one) => one.to)).size, from, end))
  const isTold = ({ block }: Transfer): boolean => block <= to
  return {
    to,
    payments: payments.filter(isTold),
    fundings: asked
      .flatMap(({ transfers }) => transfers)
      .filter((one) => isTold(one) && payers.has(one.to) && !places.has(placeOf(one))),
  }
}

/** The last block up to which every list of payees was asked about. */
function readBackTo(asked: PlainRead[], payees: number, from: number, end: number): number {
  const lists = Map.groupBy(asked, (read) => read.payees)
  if (lists.size < Math.ceil(payees / PAYEES)) return from - 1
  return Math.min(end, ...[...lists.values()].map((reads) => Math.max(...reads.map(({ to }) => to))))
}

const placeOf = ({ block, index }: Transfer): string => `${block} ${index}`
