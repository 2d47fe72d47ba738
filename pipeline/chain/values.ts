import { z } from 'zod'
import { pick } from '../pick.ts'
import type { Head } from './block.ts'

/** Base mainnet, as CAIP-2 names it. */
export const BASE_CHAIN = 'eip155:8453'

const SECONDS_PER_BLOCK = 2

/** An account or a contract, in lower case. */
export const address = z.string().regex(/^0x[0-9a-f]{40}$/)
/** A hash of 32 bytes, in lower case. */
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** An integer of up to 256 bits, not negative, in decimal. */
export const natural = z.string().regex(/^\d{1,78}$/)

/** The columns that say where an event stands on the chain and when it happened. */
export const placeColumns = {
  block_number: z.int().min(0),
  log_index: z.int().min(0),
  block_time: z.iso.datetime(),
  transaction_hash: hash,
}

/** Where a log stands on the chain and when it happened (ISO 8601); null for what it does not say. */
export function placeOf(log: unknown, head: Head): Record<keyof typeof placeColumns, unknown> {
  const block_number = quantity(pick(log, 'blockNumber'))
  return {
    block_number,
    log_index: quantity(pick(log, 'logIndex')),
    block_time: timeOf(log, block_number, head),
    transaction_hash: lower(pick(log, 'transactionHash')),
  }
}

/** The integer that JSON-RPC writes as hexadecimal, or null when it is none that a number holds exactly. */
export function quantity(value: unknown): number | null {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

/** Text in lower case, as hashes and addresses are kept; anything else as it is, for the row schema to refuse. */
export const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

// Some providers leave the time out of logs. Blocks of Base are exactly two seconds apart, so the head's time gives it.
function timeOf(log: unknown, block: number | null, head: Head): string | null {
  const given = quantity(pick(log, 'blockTimestamp'))
  const counted = block === null ? null : head.timestamp - SECONDS_PER_BLOCK * (head.number - block)
  const time = new Date((given ?? counted ?? Number.NaN) * 1000)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
