import { z } from 'zod'
import { pick, toNumber } from '../source/pick.ts'

/** As seconds a time in the year 5138, as milliseconds one in 1973. */
const MIN_MS = 1e11

const text = (length: number) => z.string().max(length).nullable()
const count = z.int().min(0).nullable()
/** A part of a key: no invisible characters. */
const word = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^\P{C}*$/u)

/** Sources of x402 listings, one for each feed. */
export const BAZAAR_SOURCES = ['x402_bazaar_cdp', 'x402_bazaar_payai']

/** The key of a listing within a feed: an address is listed once for each method that it is called with. */
export const LISTING_KEY = ['resource', 'type', 'method']

/** A listing of either feed. */
export const listingRow = z.object({
  resource: word(2000).min(1),
  type: word(100).nullable(),
  /** As written; null where the listing does not say. */
  method: word(20).nullable(),
  x402_version: count,
  service_name: text(1000),
  description: text(5000),
  tags: z.array(z.string().max(200)).max(200),
  accepts: z
    .array(
      z.object({
        scheme: text(100),
        network: text(200),
        asset: text(200),
        pay_to: text(200),
        amount: text(100),
      }),
    )
    .max(200),
  last_updated: z.iso.datetime({ offset: true }).nullable(),
  calls_30d: count,
  payers_30d: count,
})

/** The row of a listing, in whichever of the two versions of the protocol it is written. */
export function toListing(item: unknown): Record<string, unknown> {
  const accepts = pick(item, 'accepts') ?? []
  return {
    // Quotes of version 2 have an object in its place.
    resource: pick(item, 'resource', 'url') ?? pick(item, 'resource'),
    type: pick(item, 'type'),
    method: readMethod(item, accepts),
    x402_version: toNumber(pick(item, 'x402Version')),
    service_name: pick(item, 'serviceName'),
    // In version 1 the description is part of each payment option.
    description: pick(item, 'description') ?? pick(accepts, '0', 'description'),
    tags: pick(item, 'tags') ?? [],
    accepts: Array.isArray(accepts) ? accepts.map(toOffer) : accepts,
    last_updated: toTime(pick(item, 'lastUpdated')),
    calls_30d: toNumber(pick(item, 'quality', 'l30DaysTotalCalls')),
    payers_30d: toNumber(pick(item, 'quality', 'l30DaysUniquePayers')),
  }
}

/** Returns the HTTP method of a listing: version 2 states it once, version 1 in a payment option. */
function readMethod(item: unknown, accepts: unknown): unknown {
  const stated = pick(item, 'extensions', 'bazaar', 'info', 'input', 'method')
  if (stated !== null) return stated
  const each = Array.isArray(accepts) ? accepts : []
  return (
    each.map((item) => pick(item, 'outputSchema', 'input', 'method')).find((item) => item !== null) ?? null
  )
}

/** Converts a payment option; version 1 says `maxAmountRequired` for what version 2 calls `amount`. */
function toOffer(accept: unknown): Record<string, unknown> {
  return {
    scheme: pick(accept, 'scheme'),
    network: pick(accept, 'network'),
    asset: pick(accept, 'asset'),
    pay_to: pick(accept, 'payTo'),
    amount: toDecimal(pick(accept, 'amount') ?? pick(accept, 'maxAmountRequired')),
  }
}

/** Amounts are decimal strings; a safe integer is converted to one. */
const toDecimal = (amount: unknown) => (Number.isSafeInteger(amount) ? String(amount) : amount)

/**
 * Unix seconds, or milliseconds where too large for seconds, as ISO 8601; else as it is, for the row schema to refuse.
 */
function toTime(given: unknown): unknown {
  const time = toNumber(given)
  const date = new Date(typeof time === 'number' ? time * (time < MIN_MS ? 1000 : 1) : Number.NaN)
  return Number.isNaN(date.getTime()) ? given : date.toISOString()
}
