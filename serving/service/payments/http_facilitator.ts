import { z } from 'zod'
import { clean } from '../../../core/domain/text.ts'
import { toCaip2 } from './networks.ts'
import {
  type Facilitator,
  FacilitatorUnavailable,
  type Listing,
  type Payment,
  type Settlement,
  type Terms,
  type Verdict,
} from './payment.ts'
import type { OfferedPayment } from './request.ts'
import type { PaymentScheme } from './schemes/scheme.ts'

const MAX_ANSWER_BYTES = 65_536
const MAX_REASON = 200
const MAX_MESSAGE = 500

const word = z.string().nullish()
const VERIFIED = z.object({ isValid: z.boolean(), invalidReason: word, payer: word })
const SETTLED = z.object({
  success: z.boolean(),
  errorReason: word,
  payer: word,
  transaction: word,
  network: word,
  amount: word,
})

interface Options {
  scheme: PaymentScheme
  /** URL of `/verify` and `/settle`. */
  url: string
  /** Sent as a bearer token. */
  token: string | null
  /** Creates the bearer token of a request, in place of `token`. */
  signToken?: ((request: { method: string; url: string }) => Promise<string>) | null
  /** Called with the facilitator's own words, cleaned and capped, when a payment is not verified or settled. */
  onRefusal?: (words: string) => void
  timeoutMs: { verify: number; settle: number }
}

/**
 * A facilitator over HTTP. It is called in version 2 of x402, whichever the client used, for the terms alone; its
 * listing data is ours, never a client's. No redirect is followed. Only a clear yes counts as yes, and only a clear no
 * as no.
 */
export function httpFacilitator(options: Options): Facilitator {
  const { scheme, url, token, timeoutMs, signToken = null, onRefusal = () => {} } = options
  const ask = async (
    path: 'verify' | 'settle',
    ...sent: Parameters<typeof toRequestBody>
  ): Promise<Answer> => {
    const address = `${url.replace(/\/+$/, '')}/${path}`
    const bearer = signToken === null ? token : await signToken({ method: 'POST', url: address })
    return post(address, bearer, timeoutMs[path], toRequestBody(...sent))
  }
  return {
    async verify(payment, terms, listing) {
      const answer = await ask('verify', payment, terms, listing)
      const verdict = readVerdict(answer, payment, scheme)
      if (!verdict.isValid) onRefusal(`the facilitator refused a payment${quoteWords(answer)}`)
      return verdict
    },
    async settle(payment, terms, listing) {
      let reply = ''
      let settlement: Settlement
      try {
        const answer = await ask('settle', payment, terms, listing)
        settlement = readSettlement(answer, { payment, terms, scheme })
        reply = quoteWords(answer)
      } catch (error) {
        settlement = { outcome: 'unknown', reason: (error as Error).message }
      }
      if (settlement.outcome !== 'settled')
        onRefusal(
          `the facilitator did not settle a payment (${settlement.outcome}: ${settlement.reason})${reply}`,
        )
      return settlement
    },
  }
}

interface Answer {
  status: number
  body: unknown
}

function toRequestBody({ payload }: Payment, terms: Terms, { resource, extensions }: Listing): string {
  const paymentPayload = { x402Version: 2, resource, accepted: terms, payload, extensions }
  return JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: terms })
}

async function post(url: string, token: string | null, timeoutMs: number, body: string): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: parseJson(await readCapped(response)) }
  } catch (cause) {
    if (cause instanceof FacilitatorUnavailable) throw cause
    const reason = (cause as Error).name === 'TimeoutError' ? `within ${timeoutMs} ms` : 'at all'
    throw new FacilitatorUnavailable(`the facilitator did not answer ${reason}`, { cause })
  }
}

async function readCapped(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES)
      throw new FacilitatorUnavailable(`the facilitator sent more than ${MAX_ANSWER_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readVerdict({ status, body }: Answer, payment: Payment, { spell }: PaymentScheme): Verdict {
  const answer = VERIFIED.safeParse(body).data
  if (answer === undefined || !isClear(status, answer.isValid)) throw unclear({ status, body })
  if (!answer.isValid) return { isValid: false, reason: cleanReason(answer.invalidReason) }
  if (spell(answer.payer ?? '') !== spell(payment.authorization.from))
    throw new FacilitatorUnavailable('the facilitator calls the payment valid without naming its payer')
  return { isValid: true, payer: payment.authorization.from }
}

function readSettlement({ status, body }: Answer, offered: OfferedPayment): Settlement {
  const answer = SETTLED.safeParse(body).data
  if (answer === undefined || !isClear(status, answer.success)) throw unclear({ status, body })
  const transaction = offered.scheme.transactionId(answer.transaction ?? '')
  if (!answer.success) {
    const reason = cleanReason(answer.errorReason)
    // It was sent to the chain: whether it counts is decided there.
    return transaction === null ? { outcome: 'failed', reason } : { outcome: 'unknown', reason }
  }
  const odd = findOddity(answer, offered)
  if (transaction === null || odd !== null)
    return { outcome: 'unknown', reason: `the facilitator names ${odd ?? 'no transaction'}` }
  return { outcome: 'settled', transaction }
}

/** Returns the mismatch of a success with the payment; payer and amount may be absent. */
function findOddity(
  answer: z.infer<typeof SETTLED>,
  { payment, terms, scheme }: OfferedPayment,
): string | null {
  const { from } = payment.authorization
  if (toCaip2(answer.network ?? '', scheme) !== terms.network) return 'another network'
  if (scheme.spell(answer.payer ?? from) !== scheme.spell(from)) return 'another payer'
  return (answer.amount ?? terms.amount) === terms.amount ? null : 'another amount'
}

/** An error status may still carry a clear no; only a success carries a yes. */
const isClear = (status: number, isYes: boolean): boolean =>
  (status >= 200 && status < 300) || (!isYes && status >= 400 && status < 500)

const cleanReason = (reason: string | null | undefined): string =>
  clean(reason ?? '', MAX_REASON) || 'no reason given'

const unclear = (answer: Answer): FacilitatorUnavailable =>
  new FacilitatorUnavailable(
    `the facilitator gave no clear answer, with status ${answer.status}${quoteWords(answer)}`,
  )

/** Fields with a facilitator's reason: those of x402, and of known services. */
const WORDS = [
  ...['invalidReason', 'invalidMessage', 'errorReason', 'errorMessage', 'errorType'],
  ...['error', 'message', 'correlationId'],
]

/** Returns the words of an answer as `, invalidReason: …, errorMessage: …`; empty without any. */
function quoteWords({ body }: Answer): string {
  if (typeof body !== 'object' || body === null) return ''
  const fields = new Map(Object.entries(body))
  return WORDS.map((name) => [name, fields.get(name)])
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    .map(([name, text]) => `, ${name}: ${clean(text, MAX_MESSAGE)}`)
    .join('')
}
