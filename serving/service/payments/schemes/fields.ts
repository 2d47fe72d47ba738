import { z } from 'zod'

const HIGHEST = 2n ** 256n
const INTEGER = `an integer from 0 as a decimal string, or as a number up to ${Number.MAX_SAFE_INTEGER}`

/** Text of a payment; `rule` says what it must be. */
export const paymentText = (pattern: RegExp, rule: string) =>
  z.string(rule).regex(pattern, { error: rule, abort: true })

/**
 * An integer of a payment, as a decimal string. Some clients send numbers. Larger ones lost digits when their JSON was
 * read, so the signed value is unknown.
 */
export const paymentInteger = z.preprocess(
  (sent) => (Number.isSafeInteger(sent) ? String(sent) : sent),
  paymentText(/^(0|[1-9]\d{0,77})$/, INTEGER).refine(
    (digits) => BigInt(digits) < HIGHEST,
    'an integer below 2^256',
  ),
)
