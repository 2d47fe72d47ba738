import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { NOTICE } from '../../../core/resources/short/untrusted.ts'
import type { RpcContext } from '../rpc/method.ts'
import { describeAsk, describeAskRisks } from './describe_ask.ts'
import type { SentMessage } from './message.ts'
import { messageParts } from './modes.ts'
import type { PaidAsk, PaidSkills } from './paid_skills.ts'
import { paymentMetadata } from './payment_message.ts'
import { type Stamp, withAnswer, withStatus } from './record.ts'
import { askWhat } from './skills/help.ts'
import { HELP_SKILL, RUNS } from './skills.ts'
import type { Ask, TaskRecord } from './task.ts'
import { readSkillRequest } from './understand.ts'

const HOW_TO_PAY =
  'Pay with x402: sign one of "accepts" in x402.payment.required, and send a message with this taskId and with metadata x402.payment.status "payment-submitted" and x402.payment.payload. Or send a message with this taskId and a Pro key in the header X-API-Key.'

/** Answers messages: with a result, free or as an offer, or with a question. */
export class Answering {
  readonly #paid: PaidSkills
  readonly #stamp: Stamp

  constructor(paid: PaidSkills, stamp: Stamp) {
    this.#paid = paid
    this.#stamp = stamp
  }

  /** Returns the task after a message without a payment. Throws internal errors and StoreUnavailable. */
  async answer(record: TaskRecord, sent: SentMessage, context: RpcContext): Promise<TaskRecord> {
    const skillRequest = readSkillRequest(sent.parts)
    try {
      const isUnclear = skillRequest === null || skillRequest.skill === HELP_SKILL
      if (isUnclear && record.ask !== null) return await this.#offer(record, record.ask, sent, context)
      const run = skillRequest === null ? undefined : RUNS.get(skillRequest.skill)
      if (skillRequest === null || run === undefined) return this.#question(record, await askWhat(context))
      const step = await run(skillRequest.fields, context)
      if (step.kind === 'paid') return await this.#offer(record, step.ask, sent, context)
      return withAnswer(
        { ...record, ask: null },
        skillRequest.skill,
        messageParts(step, sent.modes),
        this.#stamp,
      )
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.status < 500)
        return this.#question(
          record,
          `${formatFault(error)} Send the whole request again, corrected, to this task.`,
        )
      return withStatus({ ...record, ask: null }, 'rejected', error.message, this.#stamp)
    }
  }

  /** Returns the task with an answer that was paid for. */
  async deliver(
    record: TaskRecord,
    ask: Ask,
    text: string,
    { modes }: SentMessage,
    { release }: RpcContext,
  ): Promise<TaskRecord> {
    const words = `${upper(describeAsk(ask))} is in the data part.${await describeAskRisks(ask, release)}`
    const answer = paidAnswer(words, text, modes.json)
    return withAnswer(record, ask.endpoint, messageParts(answer, modes), this.#stamp)
  }

  /** Restores the task described by its id: with the current terms for `ask`, why it is not for sale, or a question. */
  async restore(record: TaskRecord, ask: Ask | null, context: RpcContext): Promise<TaskRecord> {
    try {
      if (ask !== null) return await this.quote(record, ask, context)
      return this.#question(record, await askWhat(context))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return withStatus({ ...record, ask }, 'input-required', error.message, this.#stamp)
    }
  }

  /** Returns the task with the terms of `ask`; `reason` comes first in its text. */
  async quote(record: TaskRecord, ask: Ask, context: RpcContext, reason = ''): Promise<TaskRecord> {
    const required = await this.#paid.quote(paidAsk(ask, context))
    const risks = await describeAskRisks(ask, context.release)
    const text = `${reason}${upper(describeAsk(ask))} costs $${findPrice(ask)}.${risks} ${HOW_TO_PAY}`
    return withStatus(
      { ...record, ask },
      'input-required',
      text,
      this.#stamp,
      paymentMetadata('payment-required', { required }),
    )
  }

  async #offer(record: TaskRecord, ask: Ask, sent: SentMessage, context: RpcContext): Promise<TaskRecord> {
    const paidRequest = paidAsk(ask, context)
    const keyResult = await this.#paid.withKey(paidRequest)
    if (keyResult !== null && 'text' in keyResult)
      return this.deliver({ ...record, ask }, ask, keyResult.text, sent, context)
    await this.#paid.check(paidRequest)
    return this.quote(record, ask, context, keyResult === null ? '' : `${keyResult.fault} `)
  }

  #question(record: TaskRecord, text: string): TaskRecord {
    return withStatus({ ...record, ask: null }, 'input-required', text, this.#stamp)
  }
}

/** Returns an ask in the checkout's form. */
export const paidAsk = ({ endpoint, given }: Ask, context: RpcContext): PaidAsk => ({
  endpoint,
  given,
  context,
})

/** Words only for a caller who can read the JSON: others get the JSON as text, as that is what was paid for. */
function paidAnswer(words: string, text: string, isJsonRead: boolean): { data: object; text: string } {
  const data = JSON.parse(text) as object
  const notice = 'untrusted_fields' in data ? ` ${NOTICE}` : ''
  return { data, text: isJsonRead ? `${words}${notice}` : text }
}

/** Returns an error's message with the handles that may be meant. */
function formatFault({ message, more }: HttpError): string {
  const near = (more.body?.suggestions ?? []) as { handle: string }[]
  if (near.length === 0) return message
  return `${message} Did you mean ${near.map(({ handle }) => handle).join(', ')}?`
}

const findPrice = ({ endpoint }: Ask): string => ENDPOINTS.find(({ id }) => id === endpoint)?.price ?? '0'

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
