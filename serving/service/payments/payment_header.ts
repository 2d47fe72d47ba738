import { z } from 'zod'
import { HttpError } from '../../../core/interface/errors.ts'
import { toCaip2 } from './networks.ts'
import type { Payment } from './payment.ts'
import { paymentInteger, paymentText } from './schemes/fields.ts'
import type { PaymentScheme } from './schemes/scheme.ts'

const MAX_HEADER = 8192

/** An invalid payment was sent; the message says what is wrong, and repeats nothing of it. */
export class PaymentMalformed extends Error {
  override name = 'PaymentMalformed'
}

/** Returns the error for a payment with two ids: the extension's in the payment, and another in `Idempotency-Key`. */
export const twoIdentifiers = (): HttpError =>
  new HttpError(
    400,
    'two_payment_identifiers',
    'Two different ids came with this payment, and nothing was charged: the payment identifier and Idempotency-Key are the same id, so send one of them, or the same text in both.',
  )

// The extension's other fields are the server's own quote, sent back.
const extensions = z
  .object({
    'payment-identifier': z
      .object({
        info: z.object({
          id: paymentText(
            /^[A-Za-z0-9_-]{16,128}$/,
            'a payment identifier: 16 to 128 letters, digits, hyphens or underscores',
          ).nullish(),
        }),
      })
      .nullish(),
  })
  .nullish()

const readIdentifier = (sent: z.infer<typeof extensions>): string | null =>
  sent?.['payment-identifier']?.info.id ?? null

const VERSION = z.object({ x402Version: z.unknown() })

/** Reads payments of one scheme, wherever a call carries them. All throw PaymentMalformed; only shapes are checked. */
export class PaymentReader {
  readonly #scheme: PaymentScheme
  readonly #version1: z.ZodType<Payment>
  readonly #version2: z.ZodType<Payment>

  constructor(scheme: PaymentScheme) {
    this.#scheme = scheme
    this.#version1 = version1(scheme)
    this.#version2 = version2(scheme)
  }

  /**
   * Returns the payment in a call's header of either version, or null if none was sent. Throws HttpError 400 if the two
   * name different ids.
   */
  fromHeaders(header: (name: string) => string | null): Payment | null {
    const second = this.#read(header, 'PAYMENT-SIGNATURE', this.#version2)
    const first = this.#read(header, 'X-PAYMENT', this.#version1)
    if (first !== null && second !== null && this.#essence(first) !== this.#essence(second))
      throw new PaymentMalformed('PAYMENT-SIGNATURE and X-PAYMENT hold different payments: send one of them.')
    const [id, other] = [second?.identifier ?? null, first?.identifier ?? null]
    if (id !== null && other !== null && id !== other) throw twoIdentifiers()
    const payment = second ?? first
    return payment && { ...payment, identifier: id ?? other }
  }

  /**
   * Returns the payment sent as JSON in the field of this name, in either version: version 1 is what the payment
   * extension of A2A carries.
   */
  fromJson(sent: unknown, name: string): Payment {
    const { x402Version } = VERSION.safeParse(sent).data ?? {}
    if (x402Version === 1) return checkPayment(this.#version1, sent, name)
    if (x402Version === 2) return checkPayment(this.#version2, sent, name)
    throw new PaymentMalformed(`${name} must be the signed payment of the quote, with x402Version 1 or 2.`)
  }

  #read(header: (name: string) => string | null, name: string, schema: z.ZodType<Payment>): Payment | null {
    const value = header(name)
    return value === null ? null : checkPayment(schema, decodeHeader(value, name), name)
  }

  #essence({ network, authorization: a, signature }: Payment): string {
    const signed = [a.from, a.to, a.value, a.validAfter, a.validBefore, a.nonce, signature]
    return [network, ...signed.map((text) => this.#scheme.spell(text))].join(' ')
  }
}

const schemeName = ({ name }: PaymentScheme) => z.literal(name, `"${name}", the only scheme of the quote`)

const networkName = (scheme: PaymentScheme) =>
  z
    .string('a network')
    .transform((name) => toCaip2(name, scheme))
    .refine((id) => id !== null, 'the network of the quote')

const version1 = (scheme: PaymentScheme) =>
  z
    .object(
      {
        x402Version: z.literal(1, '1 in this header'),
        scheme: schemeName(scheme),
        network: networkName(scheme),
        payload: scheme.payload,
        extensions,
      },
      'an object',
    )
    .transform(({ network, payload, extensions }): Payment => {
      return { version: 1, network, accepted: null, identifier: readIdentifier(extensions), ...payload }
    })

const version2 = (scheme: PaymentScheme) =>
  z
    .object(
      {
        x402Version: z.literal(2, '2 in this header'),
        accepted: z.object(
          {
            scheme: schemeName(scheme),
            network: networkName(scheme),
            amount: paymentInteger,
            asset: scheme.address,
            payTo: scheme.address,
          },
          'the requirement of the quote that is paid',
        ),
        payload: scheme.payload,
        extensions,
      },
      'an object',
    )
    .transform(({ accepted: { asset, amount, payTo, network }, payload, extensions }): Payment => {
      const identifier = readIdentifier(extensions)
      return { version: 2, network, accepted: { asset, amount, payTo }, identifier, ...payload }
    })

function checkPayment(schema: z.ZodType<Payment>, sent: unknown, name: string): Payment {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0] as z.core.$ZodIssue
  throw new PaymentMalformed(`${[name, ...path].join('.')} must be ${message}.`)
}

function decodeHeader(value: string, name: string): unknown {
  if (value.length > MAX_HEADER)
    throw new PaymentMalformed(`${name} must have at most ${MAX_HEADER} characters.`)
  // Headers of one name arrive as one, with commas between.
  if (value.includes(',')) throw new PaymentMalformed(`${name} must be sent once.`)
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(value)) throw new PaymentMalformed(`${name} must be JSON in base64.`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64')))
  } catch {
    throw new PaymentMalformed(`${name} must be JSON in base64.`)
  }
}
