import { HttpError } from '../../core/interface/errors.ts'
import type { HttpCall } from '../../serving/handler/http_call.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { createA2a } from '../../serving/service/a2a/a2a.ts'
import type { PaidAsk, PaidSkills, PaymentResult, Quote } from '../../serving/service/a2a/paid_skills.ts'
import type { Task } from '../../serving/service/a2a/task.ts'
import { TASK_BUDGET } from '../../serving/service/a2a/tasks.ts'
import { ByteBudget } from '../../serving/service/limits/byte_budget.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import type { RpcContext } from '../../serving/service/rpc/method.ts'
import type { StateDatabase } from '../../serving/service/store/database.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../sample_output.ts'

export const START = Date.parse('2026-04-01T00:00:00Z')
export const PRO_KEY = 'assay_test.secret'

/** The release of the sample universe, as the service serves it. */
export async function sampleRelease(): Promise<ServedRelease> {
  const output = await sampleOutput('files')
  const release = await followRelease({ output, now: () => 0, log: () => {} }).current()
  if (release === null) throw new Error('the sample has no release')
  return release
}

/** Sells from memory: `payload.is` decides the outcome of a payment, and each one is charged at most once. */
export class PaidFromMemory implements PaidSkills {
  /** The charges: endpoint and nonce. */
  readonly charged: string[] = []
  readonly asked: PaidAsk[] = []
  /** Each payment awaits this before it is settled. */
  wait: () => Promise<void> = async () => {}
  isSold = true

  async check(ask: PaidAsk): Promise<void> {
    if (!this.isSold) throw new HttpError(503, 'not_for_sale', 'This cannot be had yet.')
    if (
      ask.endpoint === 'attestation' &&
      ask.given.metric !== 'ghost_index' &&
      ask.given.handle === undefined
    )
      throw new HttpError(400, 'missing_parameter', 'handle is required: one handle.')
  }

  async withKey({ context, ...ask }: PaidAsk): Promise<{ text: string } | { fault: string } | null> {
    const key = context.http.header('x-api-key')
    if (key === null) return null
    return key === PRO_KEY ? { text: formatAnswer(ask) } : { fault: 'This Pro key is unknown.' }
  }

  async quote(ask: PaidAsk): Promise<Quote> {
    const { endpoint } = ask
    await this.check(ask)
    return {
      x402Version: 1,
      error: 'This call is paid.',
      accepts: [{ scheme: 'exact', network: 'base', resource: endpoint }],
    }
  }

  async pay(ask: PaidAsk, payload: unknown): Promise<PaymentResult> {
    this.asked.push(ask)
    await this.wait()
    const { is, nonce } = payload as { is: string; nonce: string }
    if (is === 'refused')
      return { kind: 'failed', code: 'INVALID_SIGNATURE', message: 'The signature is wrong.' }
    if (is === 'pending' || is === 'unchecked') return { kind: is, message: 'It is not known yet.' }
    const booked = `${ask.endpoint} ${nonce}`
    if (!this.charged.includes(booked)) this.charged.push(booked)
    const receipt = { success: true as const, transaction: `0x${nonce}`, network: 'base', payer: '0xabc' }
    return { kind: 'served', text: formatAnswer(ask), receipt }
  }
}

const formatAnswer = ({ endpoint, given }: Pick<PaidAsk, 'endpoint' | 'given'>): string =>
  JSON.stringify({ type: endpoint, ...given })

/** The interface over a database, with a fixed clock; `used` is the number of bytes stored for all callers. */
export function a2aOver(
  db: StateDatabase,
  release: ServedRelease,
  { paid = new PaidFromMemory(), used = 0 }: { paid?: PaidFromMemory; used?: number } = {},
) {
  const clock = { now: START }
  const budget = new ByteBudget(TASK_BUDGET, () => clock.now)
  budget.add('192.0.2.250', used)
  const { methods, unsupported = {} } = createA2a({
    ...{ db, paid, budget },
    now: () => clock.now,
    newId: () => crypto.randomUUID(),
  })
  const call = async (
    method: string,
    params: Record<string, unknown>,
    headers: Record<string, string> = {},
    address?: string,
  ): Promise<Task> => {
    const run = methods[method]
    if (run === undefined) throw new Error(`there is no method ${method}`)
    return JSON.parse(await run(params, createContext(release, headers, address))) as Task
  }
  /** Sends a text, or a data part; `more` goes into the message, `configuration` beside it. */
  const send = (
    said: string | Record<string, unknown>,
    more: Record<string, unknown> = {},
    { headers = {}, ...configuration }: Record<string, unknown> & { headers?: Record<string, string> } = {},
  ) => {
    const part = typeof said === 'string' ? { kind: 'text', text: said } : { kind: 'data', data: said }
    const message = { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts: [part], ...more }
    return call('message/send', { message, configuration }, headers)
  }
  const pay = (task: Task, payload: unknown) =>
    send('Here it is.', {
      taskId: task.id,
      metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload },
    })
  return { clock, paid, call, send, pay, methods, unsupported, used: () => budget.used }
}

const createContext = (
  release: ServedRelease,
  headers: Record<string, string>,
  address = 'unknown',
): RpcContext => ({
  http: {
    method: 'POST',
    url: 'http://localhost/api/a2a/v1',
    header: (name: string) => headers[name] ?? null,
    address,
  } as HttpCall,
  release,
  today: PUBLISHED_DAYS.at(-1) ?? '',
})

/** The text of a task's message. */
export const taskText = ({ status }: Task): string =>
  status.message?.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('') ?? ''

/** The JSON of a task's answer. */
export const parseTaskData = ({ artifacts }: Task): Record<string, unknown> =>
  artifacts?.[0]?.parts.flatMap((part) => (part.kind === 'data' ? [part.data] : []))[0] ?? {}

/** The payment metadata of a task. */
export const taskMetadata = ({ status }: Task): Record<string, unknown> => status.message?.metadata ?? {}
