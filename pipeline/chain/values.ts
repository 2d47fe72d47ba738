import { z } from 'zod'

/** An account or a contract of an EVM chain, in lower case. */
export const address = z.string().regex(/^0x[0-9a-f]{40}$/)
/** A hash of 32 bytes, in lower case. */
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** An integer of up to 256 bits, not negative, in decimal. */
export const natural = z.string().regex(/^\d{1,78}$/)
/** A chain by its CAIP-2 id. */
export const chainId = z.string().regex(/^[a-z0-9]{3,8}:[\w-]{1,32}$/)

/** The columns with the position of an event on an EVM chain and its time. */
export const placeColumns = {
  block_number: z.int().min(0),
  log_index: z.int().min(0),
  block_time: z.iso.datetime(),
  transaction_hash: hash,
}

/** Returns the position of an event on its chain and its time. */
export const pickPlace = (event: Record<keyof typeof placeColumns, unknown>) => ({
  block_number: event.block_number,
  log_index: event.log_index,
  block_time: event.block_time,
  transaction_hash: event.transaction_hash,
})

/** Parses an integer that JSON-RPC writes as hexadecimal, or null where a number cannot hold it exactly. */
export function parseQuantity(value: unknown): number | null {
  const number = typeof value === 'string' && /^0x[0-9a-f]{1,14}$/i.test(value) ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

/** Converts seconds since 1970 to ISO 8601, or null outside the range of a date. */
export function toIso(seconds: unknown): string | null {
  const time = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Text in lower case, as hashes and addresses are stored; anything else as it is, for the row schema to refuse. */
export const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

/** Parses the JSON of a body, or null where it is none. */
export function parseJsonOrNull(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
