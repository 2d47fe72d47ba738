import { HttpError } from '../../../core/interface/errors.ts'
import { getCaller, type RpcContext, type RpcError } from '../rpc/method.ts'
import { type Answering, paidAsk } from './answer.ts'
import { taskEnded } from './codes.ts'
import type { SentMessage } from './message.ts'
import type { PaidSkills, PaymentResult, Quote } from './paid_skills.ts'
import { invalidParams } from './params.ts'
import { type PaymentMessage, paymentMetadata } from './payment_message.ts'
import { type Stamp, withMessage, withStatus } from './record.ts'
import { type Ask, isTerminal, type Task, type TaskRecord } from './task.ts'
import type { StoredTask, Tasks } from './tasks.ts'

type SubmittedPayment = Extract<PaymentMessage, { kind: 'submitted' }>

const SIGN_ANEW = ' To go on, sign a new payment for x402.payment.required and send it with this taskId.'

/** Options of task payments. */
export interface PaymentsOptions {
  tasks: Tasks
  answering: Answering
  paid: PaidSkills
  stamp: Stamp
}

/**
 * Takes payments for tasks. A task is bound to one payment before that is charged, and to no other until it is refused:
 * so a task is never paid twice, and the same payment sent again returns the same answer.
 */
export class TaskPayments {
  readonly #o: PaymentsOptions

  constructor(options: PaymentsOptions) {
    this.#o = options
  }

  /** Returns the task after a message with a payment; null if another message changed the task meanwhile. */
  async pay(
    stored: StoredTask,
    payment: SubmittedPayment,
    sent: SentMessage,
    context: RpcContext,
  ): Promise<TaskRecord | null> {
    const { record } = stored
    if (record.payment === payment.hash && isTerminal(record.task)) return record
    const ask = checkPayment(record, payment)
    const bound = record.payment === payment.hash ? stored : await this.#bind(stored, payment, sent)
    if (bound === 'raced') return null
    const paid = await this.#o.paid.pay(paidAsk(ask, context), payment.payload, record.task.id)
    const next = await this.#applyResult(bound.record, ask, paid, sent, context)
    return this.#store({ before: stored, bound, next }, paid, context)
  }

  /**
   * Stores the result of a payment; null if another message changed the task meanwhile. A payment that cost nothing has
   * no claim to room: without room, the task reverts to its earlier state.
   */
  async #store(
    { before, bound, next }: { before: StoredTask; bound: StoredTask; next: TaskRecord },
    { kind }: PaymentResult,
    context: RpcContext,
  ): Promise<TaskRecord | null> {
    const { tasks } = this.#o
    const caller = getCaller(context)
    if (kind === 'served' || kind === 'pending')
      return (await tasks.changePaid(bound, next, caller)) === 'raced' ? null : next
    const changed = await tasks.change({ ...bound, bytes: before.bytes }, next, caller)
    if (changed === 'no room') await tasks.revert(bound, before)
    return changed === 'raced' ? null : next
  }

  /** Returns the task after its caller rejected the payment. */
  reject(record: TaskRecord): TaskRecord {
    if (isTerminal(record.task) || record.ask === null || record.payment !== null)
      throw notPayable(
        record.task,
        'This task has no open payment to reject. Read the task to see its state.',
      )
    const metadata = paymentMetadata('payment-rejected', { receipts: record.receipts })
    return withStatus(
      record,
      'canceled',
      'The payment was rejected; nothing was charged.',
      this.#o.stamp,
      metadata,
    )
  }

  #bind(
    stored: StoredTask,
    { hash }: SubmittedPayment,
    { message }: SentMessage,
  ): Promise<StoredTask | 'raced'> {
    const record = { ...withMessage(stored.record, message), payment: hash }
    return this.#o.tasks.changeTemporarily(stored, this.#waiting(record, 'The payment is being settled.'))
  }

  async #applyResult(
    record: TaskRecord,
    ask: Ask,
    paid: PaymentResult,
    sent: SentMessage,
    context: RpcContext,
  ): Promise<TaskRecord> {
    if (paid.kind === 'pending' || paid.kind === 'unchecked')
      return this.#waiting(record, `${paid.message} Use the same taskId.`)
    if (paid.kind === 'failed') return this.#offerAgain(record, ask, paid, context)
    const receipts = [...record.receipts, { ...paid.receipt }]
    const { task } = await this.#o.answering.deliver(record, ask, paid.text, sent, context)
    const metadata = paymentMetadata('payment-completed', { receipts })
    return withStatus(
      { ...record, task, receipts },
      'completed',
      'The payment was settled.',
      this.#o.stamp,
      metadata,
    )
  }

  /** Nothing was charged: the same is offered again, so that it can be paid with another signature. */
  async #offerAgain(
    record: TaskRecord,
    ask: Ask,
    { code, message }: Extract<PaymentResult, { kind: 'failed' }>,
    context: RpcContext,
  ): Promise<TaskRecord> {
    const required = await this.#quoteAgain(ask, context)
    const network = String(required?.accepts[0]?.network ?? '')
    const receipts = [...record.receipts, { success: false, errorReason: message, transaction: '', network }]
    if (required === null) {
      const metadata = paymentMetadata('payment-failed', { error: code, receipts })
      return withStatus({ ...record, payment: null, receipts }, 'rejected', message, this.#o.stamp, metadata)
    }
    const failure = paymentMetadata('payment-failed', { required, error: code, receipts })
    const advice = code === 'PAYMENTS_UNAVAILABLE' ? '' : SIGN_ANEW
    const text = `${message}${advice}`
    return withStatus({ ...record, payment: null, receipts }, 'input-required', text, this.#o.stamp, failure)
  }

  /** Returns the current quote for the same ask; null if it is no longer for sale. */
  async #quoteAgain(ask: Ask, context: RpcContext): Promise<Quote | null> {
    try {
      return await this.#o.paid.quote(paidAsk(ask, context))
    } catch (error) {
      if (error instanceof HttpError) return null
      throw error
    }
  }

  #waiting(record: TaskRecord, text: string): TaskRecord {
    return withStatus(record, 'working', text, this.#o.stamp, paymentMetadata('payment-submitted'))
  }
}

/** Returns the error for a task that takes no payment, and no other message either if it is over. */
const notPayable = (task: Task, message: string): RpcError =>
  isTerminal(task) ? taskEnded(message) : invalidParams(message)

/** Returns what a payment is for. Throws RpcError if the task takes no payment, or not this one. */
function checkPayment({ task, ask, payment }: TaskRecord, { payload, hash }: SubmittedPayment): Ask {
  if (ask === null || isTerminal(task))
    throw notPayable(
      task,
      'This task does not ask for a payment, and nothing was charged. Read the task to see its state.',
    )
  if (payment !== null && payment !== hash)
    throw invalidParams(
      'Another payment for this task is being settled, and this one was not charged. Send the other payment again to get its result.',
    )
  if (typeof payload !== 'object' || payload === null)
    throw invalidParams(
      'x402.payment.payload must be the signed payment as an object, with x402Version, scheme, network and payload. Nothing was charged.',
    )
  return ask
}
