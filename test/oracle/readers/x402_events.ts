import { accountIn, eventTopic, wordAt } from './abi.ts'
import type { Log } from './blocks.ts'

/** A sale, the opening of a channel, or a claim of what was earned in one, with the log that it is placed by. */
export interface X402Event {
  kind: 'sale' | 'channel' | 'claim'
  log: Log
  /** Empty where the event does not say. */
  token: string
  from: string
  to: string
  channel: string
  /** Atomic units. */
  amount: bigint
}

export const TRANSFER = eventTopic('Transfer(address,address,uint256)')
const AUTHORIZED = eventTopic('AuthorizationUsed(address,bytes32)')
const PERMITTED = [eventTopic('Settled()'), eventTopic('SettledWithPermit()')]
const OPENED = eventTopic('ChannelCreated(bytes32,(address,address,address,address,address,uint40,bytes32))')
const CLAIMED = eventTopic('Claimed(bytes32,address,uint128,uint128)')

/** The contracts of x402 (github.com/x402-foundation/x402), the same on every chain. */
const PROXIES = ['0x402085c248eea27d92e8b30b2c58ed07f9e20001', '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002']
const CHANNELS = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003'
const DEPOSITS = [
  CHANNELS,
  '0x4020806089470a89826cb9fb1f4059150b550004',
  '0x4020425faf3b746c082c2f942b4e5159887b0005',
]

/** Returns the x402 events of a transaction, from its own logs alone. */
export function eventsIn(logs: Log[], usdc: string): X402Event[] {
  const byIndex = new Map(logs.map((log) => [log.index, log]))
  return logs.flatMap((log, place): X402Event[] => {
    const [topic] = log.topics
    if (topic === AUTHORIZED && log.address === usdc) return authorized(log, byIndex.get(log.index + 1))
    if (log.address === CHANNELS && topic === OPENED) return decodeChannel(log)
    if (log.address === CHANNELS && topic === CLAIMED) return claimed(log)
    if (!PROXIES.includes(log.address) || !PERMITTED.includes(topic ?? '')) return []
    const before = logs.slice(0, place).findLast((log) => log.topics[0] === TRANSFER)
    return before ? decodeTransfer(before) : []
  })
}

/** Decodes the sale in a transfer of any token; none if sender, recipient or amount is missing. */
export function decodeTransfer(log: Log): X402Event[] {
  const isAccount = (word: string | undefined): boolean => /^0x0{24}[\da-f]{40}$/.test(word ?? '')
  if (log.topics[0] !== TRANSFER || !isAccount(log.topics[1]) || !isAccount(log.topics[2])) return []
  if (log.data.length < 66) return []
  const [from, to] = [accountIn(log.topics[1]), accountIn(log.topics[2])]
  return [
    { kind: 'sale', log, token: log.address, from, to, channel: '', amount: BigInt(wordAt(log.data, 0)) },
  ]
}

/** A signed authorization pays with the transfer right after it; what it puts into a channel buys nothing yet. */
function authorized({ address, topics }: Log, next: Log | undefined): X402Event[] {
  if (next === undefined || next.address !== address || next.topics[1] !== topics[1]) return []
  return decodeTransfer(next).filter(({ to }) => !DEPOSITS.includes(to))
}

function decodeChannel(log: Log): X402Event[] {
  const [from, to, token] = [0, 2, 4].map((word) => accountIn(wordAt(log.data, word))) as [
    string,
    string,
    string,
  ]
  return [{ kind: 'channel', log, token, from, to, channel: log.topics[1] ?? '', amount: 0n }]
}

function claimed(log: Log): X402Event[] {
  const amount = BigInt(wordAt(log.data, 0))
  return [{ kind: 'claim', log, token: '', from: '', to: '', channel: log.topics[1] ?? '', amount }]
}
