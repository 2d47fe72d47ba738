import { parseAbi, toEventSelector } from 'viem/utils'
import { pick } from '../pick.ts'
import { decode } from './decode.ts'
import { lower, quantity } from './values.ts'

/** The contract of USD Coin on Base. */
export const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'

const EVENTS = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** First topics of its events. */
export const AUTHORIZATION_USED = toEventSelector(EVENTS[0])
export const TRANSFER = toEventSelector(EVENTS[1])

/** A transfer of USDC: the log, who pays whom, and how much in atomic units (six decimals), in decimal. */
export interface UsdcTransfer {
  log: unknown
  from: string
  to: string
  amount: string
}

/** The transfer that a log tells of, or null when it is no transfer of USDC or cannot be decoded. */
export function transferOf(log: unknown): UsdcTransfer | null {
  const event = eventOf(log)
  if (event?.eventName !== 'Transfer') return null
  const { from, to, value } = event.args
  return { log, from: from.toLowerCase(), to: to.toLowerCase(), amount: String(value) }
}

/**
 * The transfers among a transaction's logs that their payers authorised by signature: those right after an
 * AuthorizationUsed of the account that pays. An authorization without such a transfer pays nobody and is left out.
 */
export function authorizedTransfers(logs: unknown[]): UsdcTransfer[] {
  const byIndex = new Map(logs.map((log) => [quantity(pick(log, 'logIndex')), log]))
  return logs.flatMap((log) => {
    const index = quantity(pick(log, 'logIndex'))
    const event = index === null ? null : eventOf(log)
    if (index === null || event?.eventName !== 'AuthorizationUsed') return []
    const transfer = transferOf(byIndex.get(index + 1))
    return transfer?.from === event.args.authorizer.toLowerCase() ? [transfer] : []
  })
}

const eventOf = (log: unknown) => (lower(pick(log, 'address')) === USDC ? decode(EVENTS, log) : null)
