import { toEventSelector } from 'viem/utils'
import type { EvmLog, EvmTransaction, LogSelector } from '../provider.ts'

export const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const AUTHORIZATION_USED = toEventSelector('AuthorizationUsed(address,bytes32)')
const PERMIT2_SETTLED = [toEventSelector('Settled()'), toEventSelector('SettledWithPermit()')]
const CHANNEL_CREATED = toEventSelector(
  'ChannelCreated(bytes32,(address,address,address,address,address,uint40,bytes32))',
)
const CLAIMED = toEventSelector('Claimed(bytes32,address,uint128,uint128)')

/** The contracts of x402, the same on every chain (github.com/x402-foundation/x402, contracts/evm). */
const PERMIT2_PROXIES = [
  '0x402085c248eea27d92e8b30b2c58ed07f9e20001',
  '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002',
]
const BATCH_SETTLEMENT = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003'
/** Recipients of deposits into a channel: a deposit buys nothing yet. */
const COLLECTORS = new Set([
  BATCH_SETTLEMENT,
  '0x4020806089470a89826cb9fb1f4059150b550004',
  '0x4020425faf3b746c082c2f942b4e5159887b0005',
])

/** Returns the log filters of x402 transactions whose payments are in this token. */
export const buildSelectors = (usdc: string): LogSelector[] => [
  { address: [usdc], topics: [[AUTHORIZATION_USED]] },
  { address: PERMIT2_PROXIES, topics: [PERMIT2_SETTLED] },
  { address: [BATCH_SETTLEMENT], topics: [[CHANNEL_CREATED, CLAIMED]] },
]

/** A transfer of a token: payer, payee, and the amount in atomic units, in decimal. */
export interface TokenTransfer {
  log: EvmLog
  asset: string
  payer: string
  pay_to: string
  amount: string
}

/** An event of x402 in a transaction: a payment, an opened channel, or a claim of its earnings. */
export interface X402Event {
  log: EvmLog
  kind: 'payment' | 'channel' | 'claim'
  method: 'eip3009' | 'permit2' | 'batch'
  asset: string | null
  payer: string | null
  pay_to: string | null
  amount: string | null
  channel: string | null
}

/** The events of a transaction, in the order of its logs. */
export function decodeEvents({ logs }: EvmTransaction, usdc: string): X402Event[] {
  return logs.flatMap((log, i) => {
    switch (readTopic(log, 0)) {
      case AUTHORIZATION_USED:
        return decodeAuthorized(log, logs[i + 1], usdc)
      case CHANNEL_CREATED:
        return decodeOpened(log)
      case CLAIMED:
        return decodeClaim(log)
      default:
        return isPermit2(log) ? decodePermitted(log, logs.slice(0, i)) : []
    }
  })
}

/** Decodes the transfer of a log, or null when it is none or malformed. */
export function decodeTransfer(log: EvmLog | undefined): TokenTransfer | null {
  if (!log || readTopic(log, 0) !== TRANSFER || typeof log.address !== 'string') return null
  const [payer, pay_to] = [parseAccount(readTopic(log, 1)), parseAccount(readTopic(log, 2))]
  const amount = readWord(log, 0)
  if (payer === null || pay_to === null || amount === null) return null
  return { log, asset: log.address, payer, pay_to, amount: String(BigInt(amount)) }
}

/**
 * Returns the payment by a signed authorization: the transfer of the token right after it, from the same account. A
 * deposit into a channel has the same form.
 */
function decodeAuthorized(log: EvmLog, next: EvmLog | undefined, usdc: string): X402Event[] {
  const transfer = log.address === usdc && isNext(log, next) ? decodeTransfer(next) : null
  const isOwn = transfer?.asset === usdc && transfer.payer === parseAccount(readTopic(log, 1))
  if (!transfer || !isOwn || COLLECTORS.has(transfer.pay_to)) return []
  return [{ ...transfer, kind: 'payment', method: 'eip3009', channel: null }]
}

const isNext = (log: EvmLog, next: EvmLog | undefined): boolean =>
  Number(next?.log_index) === Number(log.log_index) + 1

/** A proxy names no parties: they are those of the last transfer before it, of any token. */
function decodePermitted(log: EvmLog, before: EvmLog[]): X402Event[] {
  const since = before.findLastIndex(isPermit2) + 1
  const transfer = decodeTransfer(before.slice(since).findLast((log) => readTopic(log, 0) === TRANSFER))
  if (!transfer || transfer.log === log) return []
  return [{ ...transfer, kind: 'payment', method: 'permit2', channel: null }]
}

function decodeOpened(log: EvmLog): X402Event[] {
  if (log.address !== BATCH_SETTLEMENT) return []
  const [payer, , receiver, , token] = [0, 1, 2, 3, 4].map((word) => parseAccount(readWord(log, word)))
  const parties = { payer: payer ?? null, pay_to: receiver ?? null, asset: token ?? null }
  return [{ log, ...parties, kind: 'channel', method: 'batch', amount: null, channel: readTopic(log, 1) }]
}

/** The parties of a channel are in the event that opened it. */
function decodeClaim(log: EvmLog): X402Event[] {
  if (log.address !== BATCH_SETTLEMENT) return []
  const amount = readWord(log, 0)
  const noParties = { payer: null, pay_to: null, asset: null }
  return [
    {
      ...{ log, ...noParties, kind: 'claim', method: 'batch', channel: readTopic(log, 1) },
      amount: amount === null ? null : String(BigInt(amount)),
    },
  ]
}

const isPermit2 = (log: EvmLog): boolean =>
  PERMIT2_PROXIES.includes(String(log.address)) &&
  PERMIT2_SETTLED.includes(readTopic(log, 0) as `0x${string}`)

/** A topic in lower case, or null where it is none. */
function readTopic({ topics }: EvmLog, index: number): string | null {
  const topic: unknown = Array.isArray(topics) ? topics[index] : null
  return typeof topic === 'string' && /^0x[0-9a-f]{64}$/i.test(topic) ? topic.toLowerCase() : null
}

/** One word of 32 bytes of a log's data, or null where it has no such word. */
function readWord({ data }: EvmLog, index: number): string | null {
  if (typeof data !== 'string' || !/^0x[0-9a-f]*$/i.test(data)) return null
  const word = data.slice(2 + 64 * index, 66 + 64 * index)
  return word.length === 64 ? `0x${word.toLowerCase()}` : null
}

/** Returns the account in a word, or null where other bytes are set. */
const parseAccount = (word: string | null): string | null =>
  word !== null && /^0x0{24}/.test(word) ? `0x${word.slice(26)}` : null
