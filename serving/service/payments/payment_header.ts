import { z } from 'zod'
import { caip2Of } from './networks.ts'
import type { Payment } from './payment.ts'

const LONGEST_HEADER = 8192
const LONGEST_SIGNATURE = 2048
const HIGHEST = 2n ** 256n

/** A payment was sent that cannot be one; the message says what is wrong, and repeats nothing of it. */
export class PaymentMalformed extends Error {
  override name = 'PaymentMalformed'
}

const text = (pattern: RegExp, rule: string) => z.string(rule).regex(pattern, { error: rule, abort: true })
const address = text(/^0x[\da-f]{40}$/i, 'an address: 0x and 40 hexadecimal digits')
const INTEGER = `an integer from 0 as a decimal string, or as a number up to ${Number.MAX_SAFE_INTEGER}`
// Some clients send numbers. Larger ones lost digits when their JSON was read, and what was signed is not known then.
const integer = z.preprocess(
  (sent) => (Number.isSafeInteger(sent) ? String(sent) : sent),
  text(/^(0|[1-9]\d{0,77})$/, INTEGER).refine((digits) => BigInt(digits) < HIGHEST, 'an integer below 2^256'),
)
const network = z
  .string('a network')
  .transform(caip2Of)
  .refine((id) => id !== null, 'the network of the quote')
const scheme = z.literal('exact', '"exact", the only scheme of the quote')

// Wallets that are contracts sign at length: a passkey's signature with its factory is over a kilobyte.
const signature = text(
  new RegExp(`^0x(?:[\\da-f]{2}){1,${LONGEST_SIGNATURE}}$`, 'i'),
  `a signature: 0x and whole bytes in hexadecimal, at most ${LONGEST_SIGNATURE}`,
)
const payload = z.object(
  {
    signature,
    authorization: z.object(
      {
        from: address,
        to: address,
        value: integer,
        validAfter: integer,
        validBefore: integer,
        nonce: text(/^0x[\da-f]{64}$/i, '32 bytes: 0x and 64 hexadecimal digits'),
      },
      'an EIP-3009 authorization',
    ),
  },
  'an object with signature and authorization',
)

// What else the extension holds is the server's own quote, sent back.
const extensions = z
  .object({
    'payment-identifier': z
      .object({
        info: z.object({
          id: text(
            /^[A-Za-z0-9_-]{16,128}$/,
            'a payment identifier: 16 to 128 letters, digits, hyphens or underscores',
          ).nullish(),
        }),
      })
      .nullish(),
  })
  .nullish()

const idOf = (sent: z.infer<typeof extensions>): string | null =>
  sent?.['payment-identifier']?.info.id ?? null

const VERSION = z.object({ x402Version: z.unknown() })
const VERSION_1 = z
  .object(
    { x402Version: z.literal(1, '1 in this header'), scheme, network, payload, extensions },
    'an object',
  )
  .transform(({ network, payload, extensions }): Payment => {
    return { version: 1, network, accepted: null, identifier: idOf(extensions), ...payload }
  })

const VERSION_2 = z
  .object(
    {
      x402Version: z.literal(2, '2 in this header'),
      accepted: z.object(
        { scheme, network, amount: integer, asset: address, payTo: address },
        'the requirement of the quote that is paid',
      ),
      payload,
      extensions,
    },
    'an object',
  )
  .transform(({ accepted: { asset, amount, payTo, network }, payload, extensions }): Payment => {
    const identifier = idOf(extensions)
    return { version: 2, network, accepted: { asset, amount, payTo }, identifier, ...payload }
  })

/**
 * The payment that came with a call, in the header of either version, or null when none was sent. Its shape alone is
 * checked. Throws PaymentMalformed.
 */
export function readPayment(header: (name: string) => string | null): Payment | null {
  const second = read(header, 'PAYMENT-SIGNATURE', VERSION_2)
  const first = read(header, 'X-PAYMENT', VERSION_1)
  if (first !== null && second !== null && !isSame(first, second))
    throw new PaymentMalformed('PAYMENT-SIGNATURE and X-PAYMENT hold different payments: send one of them.')
  return second ?? first
}

/**
 * The payment that came as JSON in the place of this name, in either version: version 1 is what the payment extension
 * of A2A carries. Its shape alone is checked. Throws PaymentMalformed.
 */
export function readPayload(sent: unknown, name: string): Payment {
  const { x402Version } = VERSION.safeParse(sent).data ?? {}
  if (x402Version === 1) return checked(VERSION_1, sent, name)
  if (x402Version === 2) return checked(VERSION_2, sent, name)
  throw new PaymentMalformed(`${name} must be the signed payment of the quote, with x402Version 1 or 2.`)
}

function read(
  header: (name: string) => string | null,
  name: string,
  schema: z.ZodType<Payment>,
): Payment | null {
  const value = header(name)
  return value === null ? null : checked(schema, decoded(value, name), name)
}

function checked(schema: z.ZodType<Payment>, sent: unknown, name: string): Payment {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0] as z.core.$ZodIssue
  throw new PaymentMalformed(`${[name, ...path].join('.')} must be ${message}.`)
}

function decoded(value: string, name: string): unknown {
  if (value.length > LONGEST_HEADER)
    throw new PaymentMalformed(`${name} must have at most ${LONGEST_HEADER} characters.`)
  // Headers of one name arrive as one, with commas between.
  if (value.includes(',')) throw new PaymentMalformed(`${name} must be sent once.`)
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(value)) throw new PaymentMalformed(`${name} must be JSON in base64.`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64')))
  } catch {
    throw new PaymentMalformed(`${name} must be JSON in base64.`)
  }
}

const isSame = (one: Payment, other: Payment): boolean => essence(one) === essence(other)

const essence = ({ network, authorization: a, signature }: Payment): string =>
  [network, a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, signature].join(' ').toLowerCase()
